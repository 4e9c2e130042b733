/** What the scripted server answers to one request; the three APIs write it each in their own stream. */
export interface Reply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly Call[];
  readonly usage?: { readonly input: number; readonly output: number };
  /** The request fails instead: with this status, or as a stream that breaks off or never ends. */
  readonly fault?: 400 | 429 | 500 | "dropped" | "stalled" | "too-long";
  /** Runs once the answer is out, up to its last event; the stream ends when it has resolved. */
  readonly beforeEnd?: () => Promise<void>;
}

export interface Call {
  readonly name: string;
  /** Of a function: an object of arguments; of a custom tool: its text. */
  readonly input: Readonly<Record<string, unknown>> | string;
  readonly namespace?: string;
  /** A search for tools, which has an item kind of its own. */
  readonly isSearch?: boolean;
}

export const DEFAULT_USAGE = { input: 1_000, output: 50 };

let calls = 0;
/** Ids that no two calls or items of one run share. */
export function nextId(prefix: string): string {
  calls += 1;
  return `${prefix}_${String(calls).padStart(8, "0")}`;
}

/** An opaque text as providers give it for reasoning; long enough to be one. */
export function sealed(text: string): string {
  return Buffer.from(text.padEnd(900, ".")).toString("base64");
}
