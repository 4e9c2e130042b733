import { RefoldError } from "../errors.js";

/** An event names a blob that the blob store does not hold. */
export class BlobMissing extends RefoldError {
  readonly code = "blob-missing";
  override readonly name = "BlobMissing";
  override readonly remedy = "copy the blobs folder along with the rollouts, or restore it";
  constructor(
    readonly hash: string,
    /** Where it was looked for; absent: in memory. */
    readonly file?: string,
  ) {
    super(`blob ${hash} is missing${file === undefined ? "" : `: ${file}`}`);
  }
}
