import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import {
  beginning,
  neutralise,
  neutraliseLine,
  withoutEscapes,
} from "../../projections/display-text.js";
import type { Output } from "./output.js";

/**
 * Text of one column a character: Latin letters, punctuation, lines of boxes. Most of it is, and to
 * measure any other costs fifty times as much.
 */
export const PLAIN = /^[ -~\u00a1-\u00a8\u00aa-\u00ac\u00af-\u024f\u2010-\u2027\u2500-\u257f]*$/;

/** A session's text on one line of at most `columns` columns, with an ellipsis where it was cut. */
export function excerpt(text: string, columns: number): string {
  const shown = beginning(text, columns * 8);
  const line = neutraliseLine(shown);
  if (shown.length === text.length && columnsOf(line) <= columns) return line;
  if (PLAIN.test(line)) return `${line.slice(0, columns - 1).trimEnd()}…`;
  let kept = "";
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    width += columnsOf(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The beginning of a line, and so much of a session's text as has room after it. */
export function filledLine(
  start: string,
  text: string,
  { columns }: { readonly columns: number },
): string {
  return `${start}${excerpt(text, Math.max(columns - start.length, 12))}`;
}

export interface Paragraph {
  /** Columns in all, indent included. */
  readonly columns: number;
  /** Stands before every line. */
  readonly indent: string;
  /** More lines are cut, and counted. Absent: all are shown. */
  readonly maxLines?: number | undefined;
}

/** A session's text, wrapped and indented. Lines of its own stay lines. */
export function paragraph(
  text: string,
  { columns, indent, maxLines }: Paragraph,
): readonly string[] {
  const width = Math.max(columns - columnsOf(indent), 20);
  const whole = text.trimEnd();
  // Cutting first keeps a huge text from being wrapped for the sake of a few lines.
  const shown = maxLines === undefined ? whole : beginning(whole, maxLines * width * 4);
  const lines = neutralise(withoutEscapes(shown))
    .split("\n")
    .flatMap((line) => wrapped(line, width))
    .map((line) => `${indent}${line}`.trimEnd());
  const behind = lineFeeds(whole, shown.length);
  if (maxLines === undefined || (lines.length <= maxLines && shown.length === whole.length)) {
    return lines;
  }
  const kept = lines.slice(0, maxLines);
  const more = Math.max(lines.length - kept.length + behind, 1);
  return [...kept, `${indent}… ${more} more ${more === 1 ? "line" : "lines"}`];
}

/** A line keeps the spaces that it begins with; those at which it is broken go. */
function wrapped(line: string, width: number): readonly string[] {
  const isPlain = PLAIN.test(line);
  if (line.length <= width && isPlain) return [line];
  // For the first character beyond ASCII the library compiles its table of emoji, for 20 ms.
  const measured = isPlain ? line.replace(/[^ -~]/g, "x") : line;
  const parts = wrapAnsi(measured, width, { hard: true, trim: false }).split("\n");
  let start = 0;
  return parts.map((part, index) => {
    const text = isPlain ? line.slice(start, (start += part.length)) : part;
    return index === 0 ? text : text.trimStart();
  });
}

function lineFeeds(text: string, from: number): number {
  let found = 0;
  for (let at = text.indexOf("\n", from); at >= 0; at = text.indexOf("\n", at + 1)) found += 1;
  return found;
}

/** Pads to `columns` on the right, by what a terminal shows. */
export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)));
}

/** Pads to `columns` on the left. */
export function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - columnsOf(text))) + text;
}

/** Columns that a line takes on a terminal. */
export function columnsOf(line: string): number {
  return PLAIN.test(line) ? line.length : stringWidth(line);
}

const FIELD_INDENT = 12;

/** `  model     gpt-5-codex` for each field that has a value, wrapped under itself. */
export function fieldLines(
  fields: Readonly<Record<string, string | null>>,
  { columns, styles }: Output,
): readonly string[] {
  const indent = " ".repeat(FIELD_INDENT);
  return Object.entries(fields).flatMap(([label, value]) => {
    if (value === null || value === "") return [];
    const [first = "", ...rest] = paragraph(neutraliseLine(value), { columns, indent });
    const start = `  ${styles.dim(padEnd(label, FIELD_INDENT - 2))}`;
    return [`${start}${first.slice(indent.length)}`, ...rest];
  });
}
