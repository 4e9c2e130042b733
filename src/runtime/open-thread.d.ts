import type { Fact } from "../events/event.js";
import { type ForkRequest } from "../reducers/travel-targets.js";
import type { EventStore } from "../store/event-store.js";
import { type FragmentRegistry } from "./fragments/registry.js";
import { type Clock, type MakeRoom, ThreadLog } from "./thread-log.js";
import { Thread } from "./thread.js";
/** Where threads live, and what they are driven with. */
export interface RuntimeOptions {
    /** Any store of the port; it stays the caller's to close. */
    readonly store: EventStore;
    /** Default: the built-in fragments. */
    readonly registry?: FragmentRegistry;
    /** Default: the system's. */
    readonly clock?: Clock;
}
export interface NewThread {
    /** Default: a new one. */
    readonly threadId?: string;
    readonly cwd?: string;
    readonly title?: string;
    readonly memoryMode?: string;
}
/** The system's. */
export declare const SYSTEM_CLOCK: Clock;
/** Begins a thread. @throws {OffsetConflict} there is one with that id already */
export declare function openThread(options: RuntimeOptions, about?: NewThread): Promise<Thread>;
interface LogOptions extends Pick<RuntimeOptions, "store" | "clock"> {
    readonly makeRoom?: MakeRoom;
}
/** The log of a new thread, with facts of its beginning in the same batch. */
export declare function beginLog({ store, clock, makeRoom }: LogOptions, about: {
    readonly [Name in keyof NewThread]?: NewThread[Name] | undefined;
}, facts?: readonly Fact[]): Promise<ThreadLog>;
/**
 * Goes on with a thread at the cost of its tail. A turn that was cut short by a crash is marked: the
 * model is told, and the turn ends as aborted.
 * @throws {ThreadNotFound} @throws {LeaseHeld} another process writes to it
 */
export declare function resumeThread(threadId: string, options: RuntimeOptions): Promise<Thread>;
/**
 * Forks a thread by reference, at an offset or before a user turn (counted from 1), and drives the
 * fork. A turn that ran at that place ends in the fork as aborted.
 * @throws {NoSuchOffset} @throws {NoSuchTurn} there is no such place
 */
export declare function forkThread(parentId: string, options: RuntimeOptions, where: ForkRequest & {
    readonly title?: string;
}): Promise<Thread>;
/** The log of a stored thread, at its head, without a word written. */
export declare function openLog(threadId: string, { store, clock, makeRoom }: LogOptions): Promise<ThreadLog>;
export {};
