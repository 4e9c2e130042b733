import type { IndexRow } from "../../sessions/listing/derived-index.js";
import type { EventStore, ThreadEntry } from "../../store/event-store.js";
/** A conversation as a list shows it. */
export interface ConversationEntry {
    readonly id: string;
    /** Null: it has none. */
    readonly name: string | null;
    readonly provider: string;
    readonly model: string;
    /** RFC 3339. */
    readonly createdAt: string;
    /** RFC 3339: of the last change. */
    readonly updatedAt: string;
    /** The messages that the model still sees. */
    readonly messageCount: number;
}
/**
 * What a list says of a thread; read from its head and its tail, and whole only where the tail was
 * rewritten. Null: it is no conversation.
 */
export declare function conversationEntry(store: EventStore, { threadId, createdAt, updatedAt }: ThreadEntry): Promise<ConversationEntry | null>;
/** What the index remembers of a conversation. */
export declare function encodeConversation(entry: ConversationEntry): readonly unknown[];
/** @returns undefined when it is no row of one; behind the index's sum only other code made it */
export declare function decodeConversation(row: IndexRow): ConversationEntry | undefined;
