import { createColors } from "picocolors";
import { neutralise, neutraliseJson } from "../../projections/display-text.js";
import type { Times } from "../../projections/figures.js";
import type { Pager } from "./pager.js";

/** The styles in use. Each gives the text back unchanged where there is no colour. */
export type Styles = Readonly<
  Record<"bold" | "dim" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan", Style>
>;
export type Style = (text: string) => string;

/** Where a command writes for people and for programs. */
export interface Output {
  /** Columns that lines should fit into. */
  readonly columns: number;
  readonly styles: Styles;
  /** How times are shown: local, or in UTC where that was asked for. */
  readonly times: Times;
  /** Writes lines, each with a line feed; what could drive the terminal is made visible. */
  text(lines: string | Iterable<string>): void;
  /** Writes a value as JSON: on one line, or with `indent` spaces. */
  json(value: unknown, options?: { readonly indent?: number }): void;
  /** Waits while the reader is after; a long result awaits it after each part. */
  keepUp(): Promise<void>;
  /** Sends what is held back, and resolves once the reader has taken it. */
  flush(): Promise<void>;
  /** From now on a pager gets what is written, where the reader is a terminal and wants one. */
  page(): Promise<void>;
  /** The same as `flush`, and waits until the pager has ended. */
  close(): Promise<void>;
}

/** A stream that may be a terminal. */
export type OutputStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
};

const CHUNK_CHARACTERS = 1 << 16;
const DEFAULT_COLUMNS = 80;

interface OutputOptions {
  readonly times: Times;
  /** Gives what starts a pager; null: none is wanted. */
  readonly loadPager?: () => Promise<(() => Pager) | null>;
  /** True while somebody else has the terminal. */
  readonly isHeld?: () => boolean;
}

export function openOutput(
  stream: OutputStream,
  { times, loadPager, isHeld = () => false }: OutputOptions,
): Output {
  const isTerminal = stream.isTTY === true;
  let pager: Pager | null = null;
  let startPager: (() => Pager) | null = null;
  const colored = isTerminal && !process.env["NO_COLOR"] && (process.env["TERM"] ?? "") !== "dumb";
  let waiting = "";
  let drained: Promise<void> = Promise.resolve();
  const send = (): void => {
    if (waiting === "") return;
    const chunk = waiting;
    waiting = "";
    pager ??= startPager?.() ?? null; // not before there is something to show
    const reader = pager?.stream ?? stream;
    drained = new Promise((resolve) => reader.write(chunk, () => resolve()));
  };
  const write = (text: string): void => {
    waiting += text;
    if ((waiting.length >= CHUNK_CHARACTERS || isTerminal) && !isHeld()) send();
  };
  return {
    columns: (isTerminal ? stream.columns : Number(process.env["COLUMNS"])) || DEFAULT_COLUMNS,
    styles: createColors(colored),
    times,
    text: (lines) => {
      for (const line of typeof lines === "string" ? [lines] : lines) {
        write(`${guard(line, { styles: colored })}\n`);
      }
    },
    json: (value, options) =>
      write(`${neutraliseJson(JSON.stringify(value, null, options?.indent))}\n`),
    keepUp: () => drained,
    flush: async () => {
      send();
      await drained;
    },
    page: async () => {
      startPager = (await loadPager?.()) ?? null;
    },
    close: async () => {
      send();
      const opened = pager;
      startPager = pager = null;
      await (opened?.close() ?? drained);
    },
  };
}

/** The only sequences that this program sends to a terminal: its colours, and their ends. */
// eslint-disable-next-line no-control-regex -- its own escapes are what it looks for
const OWN_STYLES = /(\x1b\[(?:1|2|22|3[1-6]|39)m)/;

/**
 * The last gate before the terminal: whatever a renderer forgot to neutralise is neutralised here.
 * With `styles`, this program's own colours pass.
 */
export function guard(text: string, { styles }: { readonly styles: boolean }): string {
  if (!styles) return neutralise(text);
  return text
    .split(OWN_STYLES)
    .map((part, index) => (index % 2 === 1 ? part : neutralise(part)))
    .join("");
}
