import fc from "fast-check";
import type { Item, MessageItem, ReasoningItem } from "../../events/item.js";
import { type ImageWeight } from "./texts.js";
/** Items of every kind, calls and outputs unpaired; also those that never enter a ledger. */
export declare function items(): fc.Arbitrary<Item>;
/** Items that may stand in a ledger, calls and outputs unpaired. */
export declare function ledgerItems(): fc.Arbitrary<Item>;
/** What a user types; some of it looks as if the session had injected it, and is not. */
export declare function userMessages(weights?: ImageWeight): fc.Arbitrary<MessageItem>;
/** User messages of which a part was injected by the session; a hook's text included. */
export declare function contextualUserMessages(): fc.Arbitrary<MessageItem>;
export declare function hookPromptMessages(): fc.Arbitrary<MessageItem>;
export declare function assistantMessages(): fc.Arbitrary<MessageItem>;
/** Summaries that a Codex compaction left. */
export declare function summaryMessages(): fc.Arbitrary<MessageItem>;
/** Assistant messages by which one agent instructs another. */
export declare function instructionMessages(): fc.Arbitrary<MessageItem>;
export declare function reasoningItems(): fc.Arbitrary<ReasoningItem>;
