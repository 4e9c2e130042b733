import { RefoldError } from "../../errors.js";
import type { EventStore } from "../../store/event-store.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { type ConversationEntry } from "./conversation-entry.js";
/** Where conversations are looked for. */
export interface ConversationPlace {
    readonly store: EventStore;
    /** The same store where it is one over a folder of ours, which has an index; null: the caller's. */
    readonly own: JsonlStore | null;
    readonly onUnreadable?: OnUnreadable | undefined;
}
/** Told why a thread could not be read while conversations were looked for. */
export type OnUnreadable = (threadId: string, why: RefoldError) => void;
/**
 * Every conversation of a store, newest first. Other threads are passed over, and those that cannot be
 * read: one of them must not keep all others from being found.
 */
export declare function listConversations(place: ConversationPlace): Promise<readonly ConversationEntry[]>;
/**
 * The conversations of a name, oldest first: a name means the oldest one. Forks have their parent's
 * name until they are renamed.
 */
export declare function conversationsNamed(place: ConversationPlace, name: string): Promise<readonly ConversationEntry[]>;
/**
 * The thread that a person means, by ULID, UUID or name.
 * @throws {InvalidId} the text is neither: a path, for instance
 * @throws {ThreadNotFound} names the nearest ids and names
 */
export declare function resolveConversation(place: ConversationPlace, text: string): Promise<string>;
/**
 * @returns the name, without white space at its ends, in the form that is compared
 * @throws {InvalidArgument} it is empty, too long, an id, or could be a path
 */
export declare function checkName(name: unknown): string;
/** What a person names a conversation by. @throws {InvalidId} it is neither: a path, for instance */
export declare function readReference(text: unknown): {
    readonly id: string;
} | {
    readonly name: string;
};
