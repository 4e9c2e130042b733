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
      /** Where the (unpacked) content differs from what was imported. */
      readonly byte: number;
    },
  ) {
    const { file, threadId, byte } = imported;
    super(
      `${file} is not what was imported as thread ${threadId}: it differs from byte ${byte} on`,
    );
  }
}
