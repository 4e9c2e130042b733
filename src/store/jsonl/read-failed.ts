import { RefoldError } from "../../errors.js";
import { errnoRemedy } from "./errno-remedy.js";
import { systemErrorCode } from "./system-error.js";

/** The operating system refused to read, or to look. Nothing was changed. */
export class ReadFailed extends RefoldError {
  readonly code = "read-failed";
  override readonly name = "ReadFailed";
  override readonly remedy: string;
  /** `EIO`, `EACCES`, … */
  readonly errno: string;
  /** @param file as the system names it; where it names none, the store's home */
  constructor(
    readonly file: string,
    cause: unknown,
  ) {
    const errno = systemErrorCode(cause) ?? "unknown error";
    super(`${file}: reading failed: ${errno}`, { cause });
    this.errno = errno;
    this.remedy = errnoRemedy(errno, "see the cause; reading may be tried again");
  }
}
