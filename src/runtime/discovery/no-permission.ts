import { RefoldError } from "../../errors.js";

/** The operating system refused to open the file. */
export class NoPermission extends RefoldError {
  readonly code = "no-permission";
  override readonly name = "NoPermission";
  override readonly remedy = "Ask its owner for the right to read it, or run as that user.";
  constructor(
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(`no permission to open ${path}`, options);
  }
}
