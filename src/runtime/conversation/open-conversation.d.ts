import type { ToolDeclaration } from "../../events/thread.js";
import type { EventStore } from "../../store/event-store.js";
import type { Clock, ThreadLog } from "../thread-log.js";
import { Thread } from "../thread.js";
import type { BudgetOptions } from "./conversation-budget.js";
import { type ConversationProvider, type SettingsChange, type TruncationStrategy } from "./conversation-settings.js";
import { type ConversationPlace, type OnUnreadable } from "./conversations.js";
import { Room, type RoomOptions } from "./room.js";
/** Where conversations live. */
export interface ConversationHome {
    /** A folder. Default: the environment's `REFOLD_HOME`, else `~/.refold`. */
    readonly home?: string;
    /** A store of the caller's, in place of a folder; it stays the caller's to close. */
    readonly store?: EventStore;
    /**
     * Told of each thread that could not be read while a name was looked for, or a list was made; it is
     * passed over.
     */
    readonly onUnreadable?: OnUnreadable;
}
/** How a conversation is loaded; none of it is recorded. */
export interface LoadOptions extends ConversationHome, RoomOptions {
    /** Default: the system's. */
    readonly clock?: Clock;
}
/** How a conversation is opened. */
export interface ConversationOptions<Name extends ConversationProvider = ConversationProvider> extends LoadOptions {
    readonly provider: Name;
    readonly model: string;
    /** An alias that is unique in its home: opening it again gives the same conversation. */
    readonly name?: string;
    readonly budget?: BudgetOptions;
    /** Default: `sliding-window`. */
    readonly strategy?: TruncationStrategy;
    /** All tools that the model may call. Absent: those that are declared already. */
    readonly tools?: readonly ToolDeclaration[];
}
/** A conversation that this process holds. */
export interface HeldConversation {
    readonly thread: Thread;
    readonly log: ThreadLog;
    readonly room: Room;
    /** RFC 3339: of its newest event. */
    readonly updatedAt: string;
}
/** A held conversation, with the store to close after it; null: the caller's. */
export interface OpenedConversation extends HeldConversation {
    readonly ownStore: EventStore | null;
}
/**
 * Opens the conversation of a name, or begins one.
 * @throws {UnknownProvider} @throws {UnknownModel} @throws {BudgetTooSmall} @throws {InvalidArgument}
 * @throws {LeaseHeld} another process has it open
 */
export declare function openConversation(options: ConversationOptions): Promise<OpenedConversation>;
/** Goes on with a conversation by its id or name. */
export declare function loadConversation(text: string, options: LoadOptions): Promise<OpenedConversation>;
/**
 * Changes a conversation's settings, with what has to go because of it, in one batch; nothing is
 * written where nothing changes. Another model ends the turn that runs.
 * @throws {UnknownProvider} @throws {UnknownModel} @throws {BudgetTooSmall} @throws {MessageTooLarge}
 */
export declare function configure({ thread, log, room }: HeldConversation, change: SettingsChange & {
    readonly tools?: readonly ToolDeclaration[];
}): Promise<void>;
/** Works with the caller's store, or with one that is closed when the work fails. */
export declare function withStore<Result>({ store, home, onUnreadable }: ConversationHome, work: (place: ConversationPlace) => Promise<Result>): Promise<Result>;
