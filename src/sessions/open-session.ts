import { basename, dirname, resolve } from "node:path";
import { isUlid } from "../events/ids.js";
import type { TruncationPolicy } from "../events/primitives.js";
import type { NewerEvents } from "../store/event-store.js";
import { fileBytes, type FileBytes } from "./file-bytes.js";
import { namesFile } from "./path-refused.js";
import { holdsBundle, isOwnRollout } from "./recognise.js";
import type { Session } from "./session.js";

export interface OpenSessionOptions extends NewerEvents {
  /** Where threads live; absent: `REFOLD_HOME`, else `~/.refold`. */
  readonly home?: string;
  /** Told how far reading a file has come, in bytes. */
  readonly onProgress?: (doneBytes: number) => void;
  /** How tool outputs of a foreign file are bounded; absent: as the session itself says. */
  readonly policy?: TruncationPolicy;
}

/**
 * Opens what a person names: a file, if the text is a path that exists; else the thread of the store
 * with that id, UUID, or beginning of one. Whoever opens a session closes it.
 *
 * @throws {RefoldError} `file-not-found`: the text can only be a path, and there is nothing there
 * @throws {RefoldError} `dangling-link`
 * @throws {RefoldError} `not-a-file`
 * @throws {RefoldError} `no-permission`
 * @throws {RefoldError} `empty-file`
 * @throws {RefoldError} `not-a-rollout`
 * @throws {RefoldError} `thread-not-found`
 * @throws {RefoldError} `ambiguous-id`
 * @throws {RefoldError} `invalid-id`
 */
export async function openSession(
  text: string,
  options: OpenSessionOptions = {},
): Promise<Session> {
  if (namesFile(text)) {
    const { onProgress } = options;
    const bytes = await fileBytes(text, { ...(onProgress !== undefined && { onProgress }) });
    return openFileSession(bytes, options);
  }
  // Loaded when it is needed: who looks at a file has no use for a store.
  const { openThreadSession } = await import("./own-session.js");
  return openThreadSession(text, options);
}

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
    const { openBundle } = await import("./bundle/open-bundle.js");
    return openBundle(bytes, options);
  }
  const { foreignSession } = await import("./foreign-session.js");
  return foreignSession(bytes, options.policy);
}

/** A rollout that lies in a store is read through it: its ancestors and blobs are found there. */
async function openOwnRollout(bytes: FileBytes, newer: NewerEvents): Promise<Session> {
  const place = rolloutPlace(bytes.path);
  if (place === null) {
    const { openRolloutFile } = await import("./own-session.js");
    return openRolloutFile(bytes, newer);
  }
  const { openThreadSession } = await import("./own-session.js");
  return openThreadSession(place.threadId, { ...newer, home: place.home });
}

/** The store that a rollout's file lies in, by its path; null: it lies outside of any. */
export function rolloutPlace(
  file: string,
): { readonly home: string; readonly threadId: string } | null {
  const path = resolve(file);
  const threadId = basename(path).replace(/\.jsonl(\.gz)?$/, "");
  const day = /^(.*)[/\\]threads[/\\]\d{4}[/\\]\d{2}[/\\]\d{2}$/.exec(dirname(path));
  const home = day?.[1];
  return home !== undefined && isUlid(threadId) ? { home, threadId } : null;
}
