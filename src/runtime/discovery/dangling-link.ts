import { RefoldError } from "../../errors.js";

/** The path is a symbolic link, and where it leads there is no file. */
export class DanglingLink extends RefoldError {
  readonly code = "dangling-link";
  override readonly name = "DanglingLink";
  override readonly remedy = "Name the file itself, or make the link anew.";
  constructor(
    readonly path: string,
    /** Where the link points, as an absolute path. */
    readonly target: string,
  ) {
    super(`${path} is a link to ${target}, which leads to no file`);
  }
}
