import { RefoldError } from "../../errors.js";

/** Nothing was rolled back, or something else happened since. */
export class NothingToRedo extends RefoldError {
  readonly code = "nothing-to-redo";
  override readonly name = "NothingToRedo";
  override readonly remedy = "Whatever was ever recorded can be gone back to by its offset.";
  /** @param changedAt offset of what happened since the last rollback; null: nothing was rolled back */
  constructor(readonly changedAt: number | null) {
    super(
      changedAt === null
        ? "nothing was rolled back that could be redone"
        : `there is nothing to redo: the newest change, at offset ${changedAt}, was not undone`,
    );
  }
}
