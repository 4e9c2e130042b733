import { RefoldError } from "../../errors.js";

/** A bundle is not what was written, or not whole. Nothing of it was stored. */
export class DamagedBundle extends RefoldError {
  readonly code = "damaged-bundle";
  override readonly name = "DamagedBundle";
  override readonly remedy = "Fetch the bundle again, or export it again where it came from.";
  constructor(
    readonly bundle: {
      readonly file: string;
      /** `threads/<id>.jsonl`, `blobs/<hash>`, `bundle.json`; null: between two parts. */
      readonly part: string | null;
      /** Byte in the unpacked bundle at which the part begins, or reading ended. */
      readonly byte: number;
    },
    reason: string,
    options?: ErrorOptions,
  ) {
    const { file, part, byte } = bundle;
    super(`${file}: ${part ?? "the bundle"}, at byte ${byte}: ${reason}`, options);
  }
}
