import { RefoldError } from "../../errors.js";

/** A file holds nothing, or nothing but blanks. */
export class EmptyRollout extends RefoldError {
  readonly code = "empty-file";
  override readonly name = "EmptyRollout";
  override readonly remedy = "give a file that a session was recorded in";
  constructor(readonly file: string) {
    super(`${file} is empty: no session was recorded in it`);
  }
}
