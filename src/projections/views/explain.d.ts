import type { EventSource } from "../../events/event-source.js";
import type { ItemRef } from "../../events/primitives.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { PromptTarget } from "../prompt/prompt.js";
/** One part of a prompt: who put it there, for how long, and where that is recorded. */
export interface ExplainedPart {
    /** The module that owns it (docs/architecture.md, "Owners"). */
    readonly owner: "envelope" | "fragments" | "ledger" | "checkpoint";
    /** A fragment's kind, an item's type (a message's role), `instructions` or `tools`. */
    readonly kind: string;
    /** Null: plain history, which stays until it is forgotten by an event. */
    readonly lifetime: "session" | "turn" | "checkpoint" | "prompt" | "client" | null;
    /** The envelope's fact that it tells; null: none. */
    readonly fact: string | null;
    /** Null: it was inserted by the projection. */
    readonly ref: ItemRef | null;
    /** Coarse estimate. */
    readonly tokens: number;
}
/**
 * Explains the next prompt, part by part, in the order in which the model gets it.
 * @param source the log that the state was folded from
 */
export declare function explainPrompt(state: ThreadState, source: EventSource, target?: PromptTarget): Promise<readonly ExplainedPart[]>;
