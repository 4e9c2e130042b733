import type { ItemRef } from "../../events/primitives.js";
import { neutraliseLine } from "../../projections/display-text.js";
import { itemLine, type ListedItem } from "../../projections/item-words.js";
import type { Happening } from "../../projections/views/happenings.js";
import { refKey } from "../../reducers/item-refs.js";
import { excerpt, filledLine, padEnd, padStart, paragraph } from "../output/layout.js";
import type { Output, Styles } from "../output/output.js";

/** The line of an item in a list of items: its ref, then what `itemLine` says. */
export function itemRow(
  recorded: ListedItem & { readonly ref: ItemRef },
  output: Pick<Output, "columns">,
  mark = "",
): string {
  const { kind, size, words } = itemLine(recorded);
  const at = padStart(`#${refKey(recorded.ref)}`, 8);
  const start = `${mark}${at} ${padEnd(neutraliseLine(kind), 25)}${padStart(size, 8)}  `;
  return filledLine(start, words, output);
}

const OFFSET_COLUMNS = 7;
const LABEL_COLUMNS = 10;
const TEXT_INDENT = " ".repeat(OFFSET_COLUMNS + 1 + LABEL_COLUMNS);

/** Lines of a row: offset and label once, then the text in a column of its own. */
export function renderRow(row: Happening, output: Output): readonly string[] {
  const { mark = "", alert, isDim, maxLines } = row;
  const { columns, styles } = output;
  const text = alert === undefined ? row.text : row.text.replace(alert, styles.red(alert));
  const paintText = isDim === true ? styles.dim : (same: string) => same;
  const indent = `${TEXT_INDENT}${mark}`;
  const lines =
    maxLines === 1
      ? [`${indent}${excerpt(text, columns - indent.length)}`]
      : paragraph(text, { columns, indent, maxLines });
  return lines.map((line, index) => {
    const painted = paintText(line.slice(TEXT_INDENT.length));
    return index === 0
      ? `${rowStart(row, output)}${painted}`
      : `${TEXT_INDENT}${painted}`.trimEnd();
  });
}

function rowStart({ at, label, tone }: Happening, { styles }: Output): string {
  const offset = padStart(at === "" ? "" : `#${at}`, OFFSET_COLUMNS);
  return `${styles.dim(offset)} ${painted(padEnd(label, LABEL_COLUMNS), tone, styles)}`;
}

function painted(text: string, tone: Happening["tone"], styles: Styles): string {
  switch (tone) {
    case "user":
      return styles.bold(styles.cyan(text));
    case "agent":
      return styles.bold(styles.magenta(text));
    case "model":
      return styles.bold(styles.green(text));
    case "tool":
    case "notice":
      return styles.yellow(text);
    case "loss":
      return styles.red(text);
    case "compaction":
      return styles.magenta(text);
    case undefined:
      return styles.dim(text);
  }
}
