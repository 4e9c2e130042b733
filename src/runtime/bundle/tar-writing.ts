import { Header } from "tar/header";
import { Unreachable } from "../../errors.js";
import { TAR_BLOCK_BYTES } from "./tar-header.js";

/** Two empty blocks: the end of a tar file. */
export const TAR_END: Uint8Array = new Uint8Array(2 * TAR_BLOCK_BYTES);

/**
 * A file in a tar archive: its header, its content, and what fills up the last block. The same entry
 * gives the same bytes: no time, owner or mode of this machine stands in it.
 *
 * @param parts of `sizeBytes` together
 */
export async function* tarEntry(
  { name, sizeBytes }: { readonly name: string; readonly sizeBytes: number },
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const mtime = new Date(0);
  const header = new Header({ path: name, size: sizeBytes, type: "File", mode: 0o600, mtime });
  const block = Buffer.alloc(TAR_BLOCK_BYTES);
  if (header.encode(block, 0)) throw new Unreachable(`the name of ${name} is too long for tar`);
  yield block;
  let written = 0;
  for await (const part of parts) {
    written += part.length;
    yield part;
  }
  if (written !== sizeBytes) throw new Unreachable(`${name} has ${written} bytes`);
  yield new Uint8Array((TAR_BLOCK_BYTES - (sizeBytes % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES);
}
