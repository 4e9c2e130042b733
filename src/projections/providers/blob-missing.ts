import { RefoldError } from "../../errors.js";

/** A request needs a blob that the caller did not hand in. */
export class BlobMissing extends RefoldError {
  readonly code = "blob-missing";
  override readonly name = "BlobMissing";
  override readonly remedy =
    "hand in the blobs that blobsNeeded names, or ask for placeholders (missingBlobs)";
  constructor(readonly hash: string) {
    super(`the prompt needs blob ${hash}, which was not handed in`);
  }
}
