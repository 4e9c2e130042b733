import { basename, dirname, resolve } from "node:path";
import { isUlid } from "../events/ids.js";
import type { TruncationPolicy } from "../events/primitives.js";
import type { NewerEvents } from "../store/event-store.js";
import { fileBytes } from "./file-bytes.js";
import { namesFile } from "./path-refused.js";
import { recogniseFile } from "./recognise.js";
import type { Session } from "./session.js";

export interface OpenSessionOptions extends NewerEvents {
  /** Where threads live; absent: `REFOLD_HOME`, else `~/.refold`. */
  readonly home?: string | undefined;
  /** Reports how far reading a file has come, in bytes. */
  readonly onProgress?: ((doneBytes: number) => void) | undefined;
  /** How tool outputs of a foreign file are bounded; absent: as the session itself says. */
  readonly policy?: TruncationPolicy | undefined;
}

/**
 * Opens what a person names: a file, if the text is a path that exists, by its content; else the thread
 * of the store with that id, UUID, or prefix of one. The caller closes the session. Only the modules
 * that such a session needs are loaded.
 *
 * @throws {RefoldError} `file-not-found`, `dangling-link`, `not-a-file`, `no-permission`, `empty-file`,
 *   `not-a-rollout`: the path names no session
 * @throws {RefoldError} `damaged-lineage`: its history begins in a file that is missing or does not fit
 * @throws {RefoldError} `thread-not-found`, `ambiguous-id`, `invalid-id`
 */
export async function openSession(
  text: string,
  options: OpenSessionOptions = {},
): Promise<Session> {
  if (!namesFile(text)) {
    const { openThreadSession } = await import("./own-session.js");
    return openThreadSession(text, options);
  }
  const bytes = await fileBytes(text, { onProgress: options.onProgress });
  const kind = await recogniseFile(bytes);
  if (kind === "rollout") {
    const { openRolloutFile, openThreadSession } = await import("./own-session.js");
    const place = rolloutPlace(bytes.path);
    if (place === null) return openRolloutFile(bytes, options);
    // read through its store, which finds its ancestors and blobs
    return openThreadSession(place.threadId, { ...options, home: place.home });
  }
  if (kind === "bundle") {
    const { openBundle } = await import("./bundle/open-bundle.js");
    return openBundle(bytes, options);
  }
  const { foreignSession } = await import("./foreign-session.js");
  return foreignSession(bytes, options.policy);
}

/** The store that a rollout's file is in, by its path; null: it is outside of any. */
export function rolloutPlace(
  file: string,
): { readonly home: string; readonly threadId: string } | null {
  const path = resolve(file);
  const threadId = basename(path).replace(/\.jsonl(\.gz)?$/, "");
  const day = /^(.*)[/\\]threads[/\\]\d{4}[/\\]\d{2}[/\\]\d{2}$/.exec(dirname(path));
  const home = day?.[1];
  return home !== undefined && isUlid(threadId) ? { home, threadId } : null;
}
