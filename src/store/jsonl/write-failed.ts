import { RefoldError } from "../../errors.js";
import { errnoRemedy } from "./errno-remedy.js";
import { systemErrorCode } from "./system-error.js";

/**
 * The operating system refused to write. Nothing half-written is left visible; where the file could
 * not be cut back either, the message says so, and readers still see whole batches only.
 */
export class WriteFailed extends RefoldError {
  readonly code = "write-failed";
  override readonly name = "WriteFailed";
  override readonly remedy: string;
  /** `EIO`, `EROFS`, … */
  readonly errno: string;
  constructor(
    readonly file: string,
    doing: string,
    cause: unknown,
  ) {
    const errno = systemErrorCode(cause) ?? "unknown error";
    super(`${file}: ${doing} failed: ${errno}`, { cause });
    this.errno = errno;
    this.remedy = errnoRemedy(
      errno,
      "see the cause; the batch was not written and may be appended again",
    );
  }
}
