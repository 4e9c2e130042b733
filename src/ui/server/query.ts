import { badRequest } from "./failures.js";
import type { TextWindow } from "../api-views.js";

/** What a request asks for, after the path. */
export class Query {
  constructor(private readonly parameters: URLSearchParams) {}

  /** Empty: it is not said. */
  text(name: string): string {
    const text = this.parameters.get(name) ?? "";
    if (text.length > LONGEST_TEXT) throw badRequest(`${name} is too long`);
    return text;
  }

  /** Several, with commas between them. */
  names(name: string): ReadonlySet<string> {
    return new Set(this.text(name).split(","));
  }

  /** @returns `absent` where it is not said */
  number(name: string, absent: number): number {
    const text = this.parameters.get(name) ?? "";
    if (text === "") return absent;
    const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (Number.isSafeInteger(number)) return number;
    throw badRequest(`${name} is a whole number from 0`);
  }

  /** Which of some names is said; the first where none is, which may be empty. */
  choice<Name extends string>(name: string, choices: readonly [Name, ...Name[]]): Name {
    const text = this.parameters.get(name) ?? "";
    if (text === "") return choices[0];
    const found = choices.find((choice) => choice === text);
    if (found !== undefined) return found;
    throw badRequest(`${name} is one of ${choices.filter((choice) => choice !== "").join(", ")}`);
  }

  /** Which rows are asked for. */
  rows(most = MOST_ROWS, usual = USUAL_ROWS): RowRange {
    const count = Math.min(this.number("count", usual), most);
    const from = this.text("from");
    if (/^-\d{1,15}$/.test(from)) return { from: Number(from), count };
    return { from: this.number("from", 0), count };
  }
}

export interface RowRange {
  /** Below 0: from the end. */
  readonly from: number;
  readonly count: number;
}

const LONGEST_TEXT = 2_000;
const MOST_ROWS = 1_000;
const USUAL_ROWS = 50;

/** A part of a list, as `Window` in `api.ts`. */
export function windowOf<Row>(
  all: readonly Row[],
  range: RowRange,
): { readonly total: number; readonly from: number; readonly rows: readonly Row[] } {
  const from = firstRow(range, all.length);
  return { total: all.length, from, rows: all.slice(from, from + range.count) };
}

export function firstRow({ from }: RowRange, total: number): number {
  return from < 0 ? Math.max(0, total + from) : from;
}

export const MOST_CHARS = 200_000;

/** A part of a text. */
export function textWindow(text: string, range: RowRange): TextWindow {
  const from = firstRow(range, text.length);
  return { text: text.slice(from, from + range.count), from, total: text.length };
}
