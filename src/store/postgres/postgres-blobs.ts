import type { BlobHash } from "../../events/primitives.js";
import { blobDigits, blobHash } from "../blobs.js";
import { blobCorrupt, blobMissing } from "../errors.js";
import type { BlobStore } from "../event-store.js";
import type { Database } from "./database.js";
import { bytesIn, isTrueIn } from "./rows.js";

/** Blobs as rows, once per content. Putting one again makes it young, and puts right what was altered. */
export function postgresBlobs(database: Database): BlobStore {
  const placeOf = (hash: BlobHash): string => `${database.name}: blob ${hash}`;
  return {
    async put(bytes) {
      const hash = blobHash(bytes);
      const [row = {}] = await database.call("keep_blob", [hash], "storing a blob");
      if (!isTrueIn(row, "keep_blob")) {
        await database.call("put_blob", [hash, Buffer.from(bytes)], "storing a blob");
      }
      return hash;
    },
    async get(hash) {
      blobDigits(hash);
      const sql = "select bytes from {blob} where hash = $1";
      const [row] = await database.read(sql, [hash], "reading a blob");
      if (row === undefined) throw blobMissing(hash, placeOf(hash));
      const bytes = bytesIn(row, "bytes");
      if (blobHash(bytes) !== hash) throw blobCorrupt(hash, placeOf(hash));
      return bytes;
    },
    async has(hash) {
      blobDigits(hash);
      const sql = "select from {blob} where hash = $1";
      return (await database.read(sql, [hash], "looking for a blob")).length > 0;
    },
  };
}
