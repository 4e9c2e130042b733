import { isRefoldError } from "../errors.js";
import { isDatabaseFailure, systemErrorCode } from "../store/errors.js";

/** Why a file could not be read. */
export interface Unread {
  /** Of the error; what the operating system said otherwise. */
  readonly code: string;
  readonly message: string;
}

/** A file of many that could not be read; the others were. */
export interface UnreadSession extends Unread {
  readonly path: string;
}

/** @throws the error itself, when it is a defect and no trouble with the file or thread */
export function whyUnread(error: unknown): Unread {
  const code = isRefoldError(error) ? error.code : systemErrorCode(error);
  if (isDatabaseFailure(error) || code === undefined || !(error instanceof Error)) throw error;
  return { code, message: error.message };
}

/** @throws the error itself, when it is a defect and no trouble with the file */
export function unreadSession(path: string, error: unknown): UnreadSession {
  return { path, ...whyUnread(error) };
}
