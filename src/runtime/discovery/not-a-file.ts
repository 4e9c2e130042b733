import { RefoldError } from "../../errors.js";

/** The path names a folder, a pipe or a device: nothing that can be read more than once. */
export class NotAFile extends RefoldError {
  readonly code = "not-a-file";
  override readonly name = "NotAFile";
  override readonly remedy: string;
  constructor(
    readonly path: string,
    readonly kind: "folder" | "pipe" | "device",
  ) {
    super(`${path} is a ${kind}, not a file`);
    this.remedy =
      kind === "folder"
        ? "Name one of the session files in it."
        : "Write its content to a file first: a session is read more than once.";
  }
}
