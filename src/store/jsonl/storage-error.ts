import { RefoldError } from "../../errors.js";
import { DiskFull } from "./disk-full.js";
import { systemErrorCode } from "./system-error.js";
import { WriteFailed } from "./write-failed.js";

const NO_ROOM: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT"]);

/**
 * What a failed write is to a caller: `DiskFull` or `WriteFailed` with the system's error as cause.
 * An error that is ours already stays as it is.
 */
export function storageError(file: string, doing: string, cause: unknown): RefoldError {
  if (cause instanceof RefoldError) return cause;
  if (NO_ROOM.has(systemErrorCode(cause))) return new DiskFull(file, doing, cause);
  return new WriteFailed(file, doing, cause);
}
