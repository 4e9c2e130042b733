import { RefoldError } from "../errors.js";

/** A blob's bytes are not those that its name promises. */
export class BlobCorrupt extends RefoldError {
  readonly code = "blob-corrupt";
  override readonly name = "BlobCorrupt";
  override readonly remedy = "restore the file, or store the same content again";
  constructor(
    readonly hash: string,
    readonly file: string,
  ) {
    super(`blob ${hash} has other content than its name says: ${file}`);
  }
}
