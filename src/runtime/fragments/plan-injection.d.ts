import type { Fact, FactOf } from "../../events/event.js";
import type { Baseline, Envelope, TurnSettings } from "../../events/slices.js";
import type { ToolDeclaration } from "../../events/thread.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import type { FragmentRegistry } from "./registry.js";
import { type TurnContext } from "./turn-context.js";
interface InjectionInput {
    readonly context: TurnContext;
    /** `context`, sealed. */
    readonly envelope: Envelope;
    readonly baseline: Baseline | null;
    readonly previousTurn: TurnSettings | null;
    /** What the model can still see, oldest first. */
    readonly ledger: Iterable<LedgerEntry>;
    readonly registry: FragmentRegistry;
}
type Injection = FactOf<"context.injected">["data"];
/**
 * What the model must be told so that it knows the turn's facts: everything when there is no baseline
 * to go by (or one that cannot be diffed against), else what changed; nothing when nothing did.
 */
export declare function planInjection(input: InjectionInput): Injection;
/**
 * What the start of a turn records: base instructions and tools where they changed, the envelope, and
 * whatever the model must be told of it.
 */
export declare function turnFacts(state: ThreadState, context: TurnContext, registry: FragmentRegistry): readonly Fact[];
/** Base instructions, unless they are those that stand already. */
export declare function instructionFacts({ thread }: ThreadState, text: string): readonly Fact[];
/** All tools, unless they are those that stand already. */
export declare function toolFacts({ thread }: ThreadState, tools: readonly ToolDeclaration[]): readonly Fact[];
export {};
