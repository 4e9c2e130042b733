/** The conversation as it was behind an event of the log. */
interface Boundary {
    readonly offset: number;
    readonly conversation: Conversation;
}
/** What the thread should be: the reference, and how it was behind each command. */
export declare class ThreadModel {
    now: Conversation;
    boundaries: readonly Boundary[];
    /** Offsets of the log's rollbacks. */
    rollbacks: ReadonlySet<number>;
    /** Places to go back to: going to just before a rollback would be a redo, which is a command. */
    get targets(): readonly Boundary[];
    /** Takes note of the place behind a command. */
    mark(offset: number): void;
    rolledBackAt(offset: number): void;
    /** Goes on as a fork does, that knows nothing of what came later in its parent. */
    fork({ offset, conversation }: Boundary): void;
}
/**
 * The reference that a thread is held to: what a person would expect of it, in a few immutable lines
 * and without a log. Going back is having the older one again.
 */
export interface Conversation {
    /** What was said and still counts, oldest first. Context that the runtime tells is left out. */
    readonly words: readonly string[];
    /** Facts of one's own types that still count, as JSON. */
    readonly own: readonly string[];
    readonly isRunning: boolean;
    /** The conversation before each user turn that counts. */
    readonly turns: readonly Conversation[];
    /** The conversation before each change that can be undone: a turn, or a compaction between turns. */
    readonly changes: readonly Conversation[];
    /** What a redo gives; null: nothing was rolled back, or something was said since. */
    readonly redo: Conversation | null;
}
/** How the words of a user begin, and what stands for a summary. */
export declare const USER = "user: ";
export declare const SUMMARY = "a summary";
export declare function withTurn(before: Conversation, text: string): Conversation;
export declare function withWords(before: Conversation, words: readonly string[]): Conversation;
export declare function withOwnFact(before: Conversation, fact: string): Conversation;
/** Ending a turn changes nothing that was said. */
export declare function ended(before: Conversation): Conversation;
/** What users said is kept, and a summary stands for the rest. */
export declare function compacted(before: Conversation): Conversation;
/** An earlier conversation again; nothing runs after a rollback. */
export declare function rolledBack(now: Conversation, to: Conversation): Conversation;
export {};
