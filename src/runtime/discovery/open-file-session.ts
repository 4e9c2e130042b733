import { basename, dirname, resolve } from "node:path";
import { isUlid } from "../../events/ids.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import type { NewerEvents } from "../../store/event-store.js";
import type { FileBytes } from "./file-bytes.js";
import { isOwnRollout } from "./is-own-rollout.js";
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
  if (isOwnRollout(await bytes.slice(0, LOOK_BYTES))) return openOwnRollout(bytes, options);
  const { foreignSession } = await import("./foreign-session.js");
  return foreignSession(bytes, options.policy);
}

/** A rollout that lies in a store is read through it: its ancestors and blobs are found there. */
async function openOwnRollout(bytes: FileBytes, newer: NewerEvents): Promise<Session> {
  const path = resolve(bytes.path);
  const threadId = basename(path, ".jsonl");
  const day = /^(.*)[/\\]threads[/\\]\d{4}[/\\]\d{2}[/\\]\d{2}$/.exec(dirname(path));
  const home = day?.[1];
  if (home === undefined || !isUlid(threadId)) {
    const { openRolloutFile } = await import("./rollout-file.js");
    return openRolloutFile(bytes, newer);
  }
  const { openThreadSession } = await import("./thread-session.js");
  return openThreadSession(threadId, { ...newer, home });
}
