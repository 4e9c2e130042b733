import type { LedgerEntry } from "../reducers/thread-state.js";
type Counted = Pick<LedgerEntry, "item" | "origin" | "summary">;
/**
 * How many messages a history holds: what users said, what the model answered, what tools gave back.
 * Reasoning, text and calls of one answer are one message. Context and summaries are none.
 */
export declare function countMessages(entries: Iterable<Counted>): number;
/** True for an item that may belong to the answer before it. */
export declare function joinsAnswer(entry: Counted): boolean;
export {};
