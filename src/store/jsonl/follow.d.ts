import type { LogEvent } from "../../events/event.js";
import type { FollowOptions } from "../event-store.js";
import type { FileSystem } from "./file-system.js";
interface FollowFileOptions extends FollowOptions {
    readonly fileSystem: FileSystem;
    readonly threadId: string;
    /** Where the thread's file stands now; undefined: it has none. */
    readonly find: () => string | undefined;
    /** Throws when the store is closed. */
    readonly checkOpen: () => void;
}
/**
 * The runs of a log and then those that are appended, by whomever, until `signal` ends it. Timer and
 * watch exist only while the caller waits for the next run, so nothing else keeps a process alive.
 *
 * @throws {ThreadDeleted} the file went
 * @throws {HeadRegressed} events that were read are not there any more
 */
export declare function followFile(options: FollowFileOptions): AsyncGenerator<readonly LogEvent[], void, undefined>;
export {};
