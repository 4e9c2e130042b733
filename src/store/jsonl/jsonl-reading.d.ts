import type { LogEvent } from "../../events/event.js";
import { type BackwardOptions, type EventDriver, type FollowOptions, type ReadOptions, type ThreadEntry } from "../event-store.js";
import type { FileSystem } from "./file-system.js";
import { type Place, type RolloutFile } from "./home.js";
interface ReadingOptions extends Place {
    /** Throws when the store is closed. */
    readonly checkOpen: () => void;
}
type Reading = Pick<EventDriver, "readRuns" | "readRunsBackward" | "has" | "first" | "head" | "list" | "followRuns">;
/** The half of the JSONL driver that reads. It takes no lease: any process may read at any time. */
export declare class JsonlReading implements Reading {
    #private;
    constructor(options: ReadingOptions);
    readRuns(threadId: string, options?: ReadOptions): AsyncGenerator<readonly LogEvent[], void, unknown>;
    readRunsBackward(threadId: string, options?: BackwardOptions): AsyncGenerator<readonly LogEvent[], void, unknown>;
    has(threadId: string): Promise<boolean>;
    head(threadId: string): Promise<number>;
    first(threadId: string): Promise<LogEvent>;
    /** Newest day first, and within a day the newest first. */
    list(): AsyncIterable<ThreadEntry>;
    followRuns(threadId: string, options?: FollowOptions): AsyncGenerator<readonly LogEvent[], void, undefined>;
}
/**
 * What a list says of a thread, from the head and the tail of its file; damage there is read around.
 * @returns undefined when the file holds no whole batch (yet), or went meanwhile
 */
export declare function threadEntry(fileSystem: FileSystem, { threadId, path }: RolloutFile): ThreadEntry | undefined;
export {};
