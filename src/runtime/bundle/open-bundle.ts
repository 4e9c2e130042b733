import type { NewerEvents } from "../../store/event-store.js";
import type { FileBytes } from "../discovery/file-bytes.js";
import type { Session } from "../discovery/session.js";
import { openThreadSession } from "../discovery/thread-session.js";
import { unpackBundle } from "./unpack-bundle.js";

/**
 * The thread of a bundle as a session, without taking it into a store: it is unpacked into a folder
 * that goes when the session is closed.
 * @throws {DamagedBundle | NewerBundle}
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
