import type { PromptFragment } from "../../events/context.js";
import type { ModelTable } from "../../models/find-model.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { Prompt, PromptTarget } from "./prompt.js";
export interface PromptOptions {
    /** A repair is an error (ghost snapshots, which are never part of a prompt, apart). */
    readonly strict?: boolean;
    /** Context of this request alone, put after the ledger's items. */
    readonly fragments?: readonly PromptFragment[];
    /** Models of the caller's own (`defineModels`). */
    readonly models?: ModelTable;
}
/**
 * What one model gets: base instructions and ledger, calls paired with outputs, images replaced for
 * a model that cannot see them, ghost snapshots left out. The state is not touched.
 *
 * @param target what it is for; absent members are taken from the turn, the model, the defaults
 * @returns the prompt, with every change it took in `repairs`
 * @throws {PromptNeedsRepair} `strict`, and something would have to be changed
 * @see docs/semantics.md §8
 */
export declare function projectPrompt(state: ThreadState, target?: PromptTarget, options?: PromptOptions): Prompt;
/**
 * The prompt after more has been recorded: equal to `projectPrompt` for the same target, at the cost
 * of what is new. Where the history was rewritten, the target resolves to something else, or
 * `previous` is another thread's or was not made here, it is projected from the start.
 *
 * @param previous a prompt of the same thread; its fragments are not taken over
 * @throws {PromptNeedsRepair} `strict`, and something would have to be changed
 */
export declare function continuePrompt(previous: Prompt, state: ThreadState, options?: PromptOptions): Prompt;
