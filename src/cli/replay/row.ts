import type { Output } from "../output/output.js";
import { excerpt, paragraph, padEnd, padStart } from "../output/layout.js";

const OFFSET_COLUMNS = 7;
const LABEL_COLUMNS = 10;
const TEXT_INDENT = " ".repeat(OFFSET_COLUMNS + 1 + LABEL_COLUMNS);

/** One thing that happened: where, what kind of thing, and what there is to read. */
export interface Row {
  /** `12` or `12.3`; empty: the row belongs to the one above. */
  readonly at: string;
  readonly label: string;
  readonly text: string;
  readonly paint?: (label: string) => string;
  readonly paintText?: (text: string) => string;
  /** Stands before each line of the text. */
  readonly mark?: string;
  readonly maxLines?: number;
}

/** Lines of a row: offset and label once, then the text in a column of its own. */
export function renderRow(row: Row, output: Output): readonly string[] {
  const mark = row.mark ?? "";
  const paintText = row.paintText ?? ((text: string) => text);
  const indent = `${TEXT_INDENT}${mark}`;
  const lines =
    row.maxLines === 1
      ? [`${indent}${excerpt(row.text, output.columns - indent.length)}`]
      : paragraph(row.text, {
          ...{ columns: output.columns, indent },
          ...(row.maxLines !== undefined && { maxLines: row.maxLines }),
        });
  return lines.map((line, index) => {
    const text = paintText(line.slice(TEXT_INDENT.length));
    return index === 0 ? `${rowStart(row, output)}${text}` : `${TEXT_INDENT}${text}`.trimEnd();
  });
}

function rowStart({ at, label, paint }: Row, output: Output): string {
  const { dim } = output.styles;
  const offset = padStart(at === "" ? "" : `#${at}`, OFFSET_COLUMNS);
  return `${dim(offset)} ${(paint ?? dim)(padEnd(label, LABEL_COLUMNS))}`;
}
