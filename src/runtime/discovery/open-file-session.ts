import { basename, dirname, resolve } from "node:path";
import { isUlid } from "../../events/ids.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import { jsonlStore } from "../../store/jsonl/jsonl-store.js";
import type { FileBytes } from "./file-bytes.js";
import { foreignSession } from "./foreign-session.js";
import { isOwnRollout } from "./is-own-rollout.js";
import { openRolloutFile } from "./rollout-file.js";
import type { Session } from "./session.js";
import { threadSession } from "./thread-session.js";

const LOOK_BYTES = 1 << 16;

/**
 * Opens a file by what its content is, never by its name.
 * @param policy how tool outputs of a foreign file are bounded; absent: as its session says
 */
export async function openFileSession(
  bytes: FileBytes,
  policy?: TruncationPolicy,
): Promise<Session> {
  const isOwn = isOwnRollout(await bytes.slice(0, LOOK_BYTES));
  return isOwn ? openOwnRollout(bytes) : foreignSession(bytes, policy);
}

/** A rollout that lies in a store is read through it: its ancestors and blobs are found there. */
async function openOwnRollout(bytes: FileBytes): Promise<Session> {
  const path = resolve(bytes.path);
  const threadId = basename(path, ".jsonl");
  const day = /^(.*)[/\\]threads[/\\]\d{4}[/\\]\d{2}[/\\]\d{2}$/.exec(dirname(path));
  const home = day?.[1];
  if (home === undefined || !isUlid(threadId)) return openRolloutFile(bytes);
  return threadSession(jsonlStore({ home }), threadId);
}
