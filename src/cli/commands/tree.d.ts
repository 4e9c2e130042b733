import type { EventStore, NewerEvents } from "../../store/event-store.js";
import type { Output } from "../output/output.js";
import { type SessionOutline } from "../replay/outline.js";
import type { DeclareCommand } from "../shell.js";
/** `refold tree`: where a thread comes from, and what became of it. */
export declare const declareTree: DeclareCommand;
/** A thread, what happened to its history, and what was forked from it. */
export interface TreeNode {
    readonly threadId: string;
    readonly createdAt: string;
    readonly head: number;
    /** The offset in its parent that it shares last; null: no fork. */
    readonly forkedAt: number | null;
    /** Of its own events. */
    readonly outline: SessionOutline;
    /** Why its events could not be read; null: they could. */
    readonly trouble: string | null;
    /** In the order of the offsets at which they left. */
    readonly forks: readonly TreeNode[];
}
/**
 * The whole family of a thread: from its oldest ancestor that is there down to every fork.
 * @returns the ancestor's node, and the id of a parent that is gone (null: none is)
 */
export declare function threadTree(store: EventStore, threadId: string, newer?: NewerEvents): Promise<{
    readonly root: TreeNode;
    readonly missingParent: string | null;
}>;
/**
 * Draws a family of threads: each with what happened to its history, oldest first, its forks where
 * they left.
 * @param threadId the thread that was asked for; it is marked
 */
export declare function treeLines(root: TreeNode, threadId: string, output: Output): Generator<string>;
