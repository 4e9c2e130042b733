import { RefoldError } from "../errors.js";

/** An event that only a newer version of this library understands, and that state depends on. */
export class NeedsNewerVersion extends RefoldError {
  readonly code = "needs-newer-version";
  override readonly name = "NeedsNewerVersion";
  override readonly remedy =
    "update refold; or ask to ignore such events, to read what this version knows";
  constructor(readonly event: Readonly<{ offset: number; type: string; version: number }>) {
    const { offset, type, version } = event;
    super(`the event at offset ${offset} (${type}, version ${version}) needs a newer version`);
  }
}
