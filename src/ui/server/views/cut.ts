import type { TextWindow } from "../../api-views.js";
import { firstRow, type RowRange } from "../query.js";

/** The beginning of a text; a pair of surrogates is not torn apart. */
export function cut(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const start = text.slice(0, chars);
  return /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
}

export const MOST_CHARS = 200_000;

/** A part of a text. */
export function textWindow(text: string, range: RowRange): TextWindow {
  const from = firstRow(range, text.length);
  return { text: text.slice(from, from + range.count), from, total: text.length };
}
