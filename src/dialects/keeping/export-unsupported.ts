import { RefoldError } from "../../errors.js";

/** An event has no form in the format that was asked for. */
export class ExportUnsupported extends RefoldError {
  readonly code = "export-unsupported";
  override readonly name = "ExportUnsupported";
  override readonly remedy = "export only threads that were imported from a file of that format";
  constructor(
    readonly type: string,
    readonly offset: number,
  ) {
    super(`event ${offset} (${type}) has no form in the format that was asked for`);
  }
}
