import type { TruncationPolicy } from "../../events/primitives.js";
import type { NewerEvents } from "../../store/event-store.js";
import { fileBytes } from "./file-bytes.js";
import { namesFile } from "./names-file.js";
import { openFileSession } from "./open-file-session.js";
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
 * @throws {FileNotFound} the text can only be a path, and there is nothing there
 * @throws {DanglingLink} @throws {NotAFile} @throws {NoPermission} @throws {EmptyFile} @throws {NotARollout}
 * @throws {ThreadNotFound} @throws {AmbiguousId} @throws {InvalidId}
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
  const { openThreadSession } = await import("./thread-session.js");
  return openThreadSession(text, options);
}
