import type { TruncationPolicy } from "../../events/primitives.js";
import type { NewerEvents } from "../../store/event-store.js";
import type { FileBytes } from "./file-bytes.js";
import { holdsBundle } from "./holds-bundle.js";
import { isOwnRollout } from "./is-own-rollout.js";
import { rolloutPlace } from "./rollout-place.js";
import type { Session } from "./session.js";

const LOOK_BYTES = 1 << 16;

export interface OpenFileOptions extends NewerEvents {
  /** How tool outputs of a foreign file are bounded; absent: as its session says. */
  readonly policy?: TruncationPolicy;
}

/** Opens a file by what its content is, never by its name. Loads only what reads such a file. */
export async function openFileSession(
  bytes: FileBytes,
  options: OpenFileOptions = {},
): Promise<Session> {
  const firstBytes = await bytes.slice(0, LOOK_BYTES);
  if (isOwnRollout(firstBytes)) return openOwnRollout(bytes, options);
  if (await holdsBundle(bytes, firstBytes)) {
    const { openBundle } = await import("../bundle/open-bundle.js");
    return openBundle(bytes, options);
  }
  const { foreignSession } = await import("./foreign-session.js");
  return foreignSession(bytes, options.policy);
}

/** A rollout that lies in a store is read through it: its ancestors and blobs are found there. */
async function openOwnRollout(bytes: FileBytes, newer: NewerEvents): Promise<Session> {
  const place = rolloutPlace(bytes.path);
  if (place === null) {
    const { openRolloutFile } = await import("./rollout-file.js");
    return openRolloutFile(bytes, newer);
  }
  const { openThreadSession } = await import("./thread-session.js");
  return openThreadSession(place.threadId, { ...newer, home: place.home });
}
