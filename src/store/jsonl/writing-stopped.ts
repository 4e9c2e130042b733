import { RefoldError } from "../../errors.js";
import { systemErrorCode } from "./system-error.js";

/**
 * A failure after which this store no longer knows what the disk holds: a failed batch could not be
 * cut off again, or acknowledged batches could not be made durable. It writes no more to the thread.
 * Readers still see whole batches only.
 */
export class WritingStopped extends RefoldError {
  readonly code = "write-failed";
  override readonly name = "WritingStopped";
  override readonly remedy =
    "see the cause, open another store, and read where the thread ends before you write again";
  /** `EIO`, … of the last failure. */
  readonly errno: string;
  constructor(
    readonly file: string,
    doing: string,
    cause: unknown,
  ) {
    const errno = systemErrorCode(cause) ?? "unknown error";
    super(`${file}: no more is written to it: ${doing} failed: ${errno}`, { cause });
    this.errno = errno;
  }
}
