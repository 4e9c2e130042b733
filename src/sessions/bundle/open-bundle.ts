import { type ByteSource, firstBytesOf } from "../../dialects/shared/byte-source.js";
import { openUnpacked } from "../../dialects/shared/compression.js";
import type { NewerEvents } from "../../store/event-store.js";
import type { FileBytes } from "../file-bytes.js";
import { openThreadSession } from "../own-session.js";
import type { Session } from "../session.js";
import { beginsTar } from "./bundle-start.js";
import { TAR_BLOCK_BYTES } from "./tar.js";
import { unpackBundle } from "./unpack-bundle.js";

/**
 * The thread of a bundle as a session, without taking it into a store: it is unpacked into a folder
 * that goes when the session is closed.
 * @throws {RefoldError} `damaged-bundle`, `needs-newer-version`
 */
export async function openBundle(bytes: FileBytes, newer: NewerEvents = {}): Promise<Session> {
  const { manifest, home, remove } = await unpackBundle(bytes);
  try {
    const session = await openThreadSession(manifest.thread, { ...newer, home });
    const close = async (): Promise<void> => {
      try {
        await session.close();
      } finally {
        remove();
      }
    };
    return { ...session, kind: "file", name: bytes.path, recognised: "Refold bundle", close };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Tells a bundle by its content: a tar file, packed or not. One that is damaged is one too. */
export async function isBundle(bytes: ByteSource): Promise<boolean> {
  const { content } = await openUnpacked(bytes);
  return beginsTar(await firstBytesOf(content, TAR_BLOCK_BYTES));
}
