import type { FoldedEvent, ThreadInfo } from "./thread-state.js";
/** Whose thread this is, and what it is set to; null before it started. */
export declare function reduceThread(state: ThreadInfo | null, event: FoldedEvent): ThreadInfo | null;
