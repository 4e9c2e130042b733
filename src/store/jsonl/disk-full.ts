import { RefoldError } from "../../errors.js";
import { systemErrorCode } from "./system-error.js";

/** There is no room left for the bytes, or a quota is used up. Nothing half-written stays visible. */
export class DiskFull extends RefoldError {
  readonly code = "disk-full";
  override readonly name = "DiskFull";
  override readonly remedy = "make room, then append the batch again";
  /** `ENOSPC` or `EDQUOT`. */
  readonly errno: string;
  constructor(
    readonly file: string,
    doing: string,
    cause: unknown,
  ) {
    const errno = systemErrorCode(cause) ?? "ENOSPC";
    super(`${file}: ${doing} failed: the disk is full (${errno})`, { cause });
    this.errno = errno;
  }
}
