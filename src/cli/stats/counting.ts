import { RefoldError } from "../../errors.js";
import { systemErrorCode } from "../../store/jsonl/system-error.js";
import { tallyFile, type CountOptions, type CountTask, type FileTally } from "./tally-file.js";

/** What became of one file; plain data, so that it passes between threads. */
export type Counted =
  | { readonly ok: true; readonly found: FileTally }
  | { readonly ok: false; readonly failure: UnreadSession };

/** A file that was not counted. */
export interface UnreadSession {
  readonly path: string;
  /** Of the error; what the operating system said otherwise. */
  readonly code: string;
  readonly message: string;
}

/** Counts a file; a file that cannot be read is an answer like any other. */
export async function countFile(task: CountTask, options: CountOptions): Promise<Counted> {
  try {
    return { ok: true, found: await tallyFile(task, options) };
  } catch (error) {
    return { ok: false, failure: unreadSession(task.path, error) };
  }
}

/** @throws the error itself, when it is a defect and no trouble with the file */
export function unreadSession(path: string, error: unknown): UnreadSession {
  const code = error instanceof RefoldError ? error.code : systemErrorCode(error);
  if (code === undefined || !(error instanceof Error)) throw error;
  return { path, code, message: error.message };
}
