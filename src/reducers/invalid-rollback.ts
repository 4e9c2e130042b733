import { RefoldError } from "../errors.js";
import type { Rollback } from "./spine.js";

/** A log holds a rollback to an offset that is not before it. */
export class InvalidRollback extends RefoldError {
  readonly code = "invalid-event";
  override readonly name = "InvalidRollback";
  constructor(readonly rollback: Rollback) {
    super(`the event at offset ${rollback.offset} rolls back to ${rollback.to}, not before it`);
  }
}
