import { RefoldError } from "../../errors.js";

/** There is no file of that name. */
export class FileNotFound extends RefoldError {
  readonly code = "file-not-found";
  override readonly name = "FileNotFound";
  override readonly remedy = "Check the path; folders and links that lead to it must exist too.";
  constructor(readonly path: string) {
    super(`there is no file ${path}`);
  }
}
