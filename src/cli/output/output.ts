import { createColors } from "picocolors";
import { neutralise, neutraliseJson } from "../../projections/display-text.js";
import type { Times } from "../../projections/figures.js";

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
}

/** A stream that may be a terminal. */
export type OutputStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
};

const CHUNK_CHARACTERS = 1 << 16;
const MAX_COLUMNS = 100;

export function openOutput(stream: OutputStream, times: Times): Output {
  const isTerminal = stream.isTTY === true;
  const colored = isTerminal && !process.env["NO_COLOR"] && (process.env["TERM"] ?? "") !== "dumb";
  let waiting = "";
  let drained: Promise<void> = Promise.resolve();
  const send = (): void => {
    if (waiting === "") return;
    const chunk = waiting;
    waiting = "";
    drained = new Promise((resolve) => stream.write(chunk, () => resolve()));
  };
  const write = (text: string): void => {
    waiting += text;
    if (waiting.length >= CHUNK_CHARACTERS || isTerminal) send();
  };
  return {
    columns: Math.min((isTerminal ? stream.columns : 0) || 80, MAX_COLUMNS),
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
