import type { TruncationPolicy } from "../events/primitives.js";
import type { NewerEvents } from "../store/event-store.js";
import { type FileBytes } from "./file-bytes.js";
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
export declare function openSession(text: string, options?: OpenSessionOptions): Promise<Session>;
export interface OpenFileOptions extends NewerEvents {
    /** How tool outputs of a foreign file are bounded; absent: as its session says. */
    readonly policy?: TruncationPolicy;
}
/** Opens a file by what its content is, never by its name. Loads only what reads such a file. */
export declare function openFileSession(bytes: FileBytes, options?: OpenFileOptions): Promise<Session>;
/** The store that a rollout's file lies in, by its path; null: it lies outside of any. */
export declare function rolloutPlace(file: string): {
    readonly home: string;
    readonly threadId: string;
} | null;
