import { RefoldError } from "../../errors.js";

/** A file that was imported before is no longer what it was: its past changed, or it is shorter. */
export class ImportDiverged extends RefoldError {
  readonly code = "import-diverged";
  override readonly name = "ImportDiverged";
  override readonly remedy = "import it into another home, or delete the thread first";
  constructor(
    readonly imported: {
      readonly file: string;
      readonly threadId: string;
      /** Where the (unpacked) content differs from what was imported; null: it does not tell. */
      readonly byte: number | null;
    },
    reason: string,
  ) {
    super(`${imported.file} is not what was imported as thread ${imported.threadId}: ${reason}`);
  }
}
