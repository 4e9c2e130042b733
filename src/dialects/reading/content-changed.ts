import { RefoldError } from "../../errors.js";

/** A file's content is no longer what it was when its reading began. */
export class ContentChanged extends RefoldError {
  readonly code = "head-regressed";
  override readonly name = "ContentChanged";
  override readonly remedy = "read the file again once nobody rewrites it";
  constructor(file: string, offset: number) {
    super(`${file} changed while it was read: event ${offset} is no longer there`);
  }
}
