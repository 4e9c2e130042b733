import type { ThreadLog } from "../runtime/thread-log.js";
import { type JsonlStore } from "../store/jsonl/jsonl-store.js";
import type { HomeOption } from "./session.js";
/** Opens the store that a command is to write to, works with it, and closes it. */
export declare function withStore<Result>({ home }: HomeOption, work: (store: JsonlStore) => Promise<Result>): Promise<Result>;
/**
 * The same for one thread, by its id, a beginning of it, or a UUID.
 * @throws {InvalidArgument} a file is named: what changes a thread is done to those of the store
 */
export declare function withThread<Result>(text: string, options: HomeOption, work: (store: JsonlStore, threadId: string) => Promise<Result>): Promise<Result>;
/** Opens a stored thread's log at its head, works with it, and closes it. */
export declare function withLog<Result>(text: string, options: HomeOption, work: (log: ThreadLog) => Promise<Result>): Promise<Result>;
