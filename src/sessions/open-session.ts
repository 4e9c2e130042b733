import { basename, dirname, resolve } from "node:path";
import { isUlid } from "../events/ids.js";
import type { TruncationPolicy } from "../events/primitives.js";
import type { NewerEvents } from "../store/event-store.js";
import { fileBytes } from "./file-bytes.js";
import { namesFile } from "./path-refused.js";
import type { Session } from "./session.js";
import { beginsTar, mayBeBundle } from "./bundle/bundle-start.js";
import type { ByteSource } from "../dialects/shared/byte-source.js";
import { isArchive } from "../store/jsonl/archive-frames.js";

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

/** So many first bytes tell what a file is. */
const LOOK_BYTES = 1 << 16;

/** What a file is by its content: a rollout of our own, a bundle, or what a dialect may read. */
export async function recogniseFile(bytes: ByteSource): Promise<"rollout" | "bundle" | "foreign"> {
  const firstBytes = await bytes.slice(0, LOOK_BYTES);
  if (isOwnRollout(firstBytes)) return "rollout";
  return (await holdsBundle(bytes, firstBytes)) ? "bundle" : "foreign";
}

/** How a line of ours begins, and how it ends (docs/file-format.md#a-line). */
const LINE_START = Buffer.from('{"offset":');
const LINE_FEED = 0x0a;
const LINE = /^\{"offset":\d+,.*,"sum":"[0-9a-f]{8}"\}$/;

/**
 * Recognises a rollout of our own by its content: one of its first lines has the form of an event,
 * or it is an archive of such lines.
 * @param firstBytes of the file; the last line may be cut
 */
function isOwnRollout(firstBytes: Uint8Array): boolean {
  if (isArchive(firstBytes)) return true;
  const bytes = Buffer.from(firstBytes.buffer, firstBytes.byteOffset, firstBytes.byteLength);
  if (beginsTar(firstBytes)) return false;
  if (!hasOurLine(bytes)) return false; // true of thousands of others
  const lines = bytes.toString("latin1").split("\n");
  const last = lines.pop() ?? ""; // cut, or the start of a line that is longer than what was read
  return (
    lines.some((line) => LINE.test(line)) || (lines.length === 0 && /^\{"offset":\d+,/.test(last))
  );
}

/** Whether a line begins as ours do. */
function hasOurLine(bytes: Buffer): boolean {
  let at = 0;
  do {
    if (bytes.subarray(at, at + LINE_START.length).equals(LINE_START)) return true;
    at = bytes.indexOf(LINE_FEED, at) + 1;
  } while (at > 0);
  return false;
}

/**
 * Whether a file is a bundle. What reads bundles is loaded only where its beginning allows for one.
 * @param firstBytes of the file as it is
 */
async function holdsBundle(bytes: ByteSource, firstBytes: Uint8Array): Promise<boolean> {
  if (!mayBeBundle(firstBytes)) return false;
  const { isBundle } = await import("./bundle/open-bundle.js");
  return isBundle(bytes);
}
