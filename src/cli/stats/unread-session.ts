import { RefoldError } from "../../errors.js";
import { systemErrorCode } from "../../store/jsonl/system-error.js";

/** A file that was not counted. */
export interface UnreadSession {
  readonly path: string;
  /** Of the error; what the operating system said otherwise. */
  readonly code: string;
  readonly message: string;
}

/** @throws the error itself, when it is a defect and no trouble with the file */
export function unreadSession(path: string, error: unknown): UnreadSession {
  const code = error instanceof RefoldError ? error.code : systemErrorCode(error);
  if (code === undefined || !(error instanceof Error)) throw error;
  return { path, code, message: error.message };
}
