import { RefoldError } from "../../errors.js";

/** The history went on while it was summarised: the summary would not tell all. Nothing was changed. */
export class HistoryChanged extends RefoldError {
  readonly code = "history-changed";
  override readonly name = "HistoryChanged";
  override readonly remedy = "Compact again.";
  constructor(readonly moved: Readonly<{ threadId: string; from: number; to: number }>) {
    const { threadId, from, to } = moved;
    super(`thread ${threadId}: its history changed between head ${from} and head ${to}`);
  }
}
