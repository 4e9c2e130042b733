import { basename, dirname, resolve } from "node:path";
import type { TruncationPolicy } from "../../events/primitives.js";
import { isUlid } from "../../events/ids.js";
import { jsonlStore } from "../../store/jsonl/jsonl-store.js";
import type { FileBytes } from "./file-bytes.js";
import { openRolloutFile } from "./rollout-file.js";
import type { Session } from "./session.js";
import { threadSession } from "./thread-session.js";

export interface OpenFileOptions {
  readonly policy?: TruncationPolicy;
}

/** Opens a file by what its content is. */
export async function openFileSession(
  bytes: FileBytes,
  _options: OpenFileOptions,
): Promise<Session> {
  return openOwnRollout(bytes);
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
