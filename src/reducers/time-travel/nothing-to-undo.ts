import { RefoldError } from "../../errors.js";

/** No turn and no edit of the history is left that could be undone. */
export class NothingToUndo extends RefoldError {
  readonly code = "nothing-to-undo";
  override readonly name = "NothingToUndo";
  constructor() {
    super("there is no turn and no edit to undo");
  }
}
