import type { Fact } from "../../events/event.js";
import { type ModelTable } from "../../models/find-model.js";
import type { TokenEstimator } from "../../projections/tokens/token-estimator.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import type { TurnContext } from "../fragments/turn-context.js";
import type { ModelClient } from "../models/model-client.js";
import { type ConversationBudget } from "./conversation-budget.js";
/** What counts and summarises messages; none of it is recorded. */
export interface RoomOptions {
    /** Models of the caller's own: `defineModels`. */
    readonly models?: ModelTable;
    /** Counts tokens. Default: an offline estimate for the model. */
    readonly estimator?: TokenEstimator;
    /** Makes the summaries of `summarize`. Default: the built-in extractive summary. */
    readonly summaryModel?: ModelClient;
}
/** The room that a conversation's messages have, and what must go so that they fit. */
export declare class Room {
    #private;
    readonly models: ModelTable;
    summaryModel: ModelClient | undefined;
    constructor(options: RoomOptions, blobs: Pick<BlobStore, "get">);
    /** @throws {BudgetTooSmall} instructions and tools leave no room for messages */
    budget(state: ThreadState): ConversationBudget;
    /** Tokens of the messages in a request to the current model. */
    tokens(state: ThreadState): number;
    /** The context of a turn: a single output takes at most a quarter of the room. */
    context(state: ThreadState): TurnContext;
    /**
     * What has to go with facts so that the messages fit. The newest items stay, with the calls that
     * they answer, and so do calls that still wait for a result.
     * @throws {MessageTooLarge} what has to stay is too much
     * @throws {BudgetTooSmall}
     */
    readonly make: (state: ThreadState, facts: readonly Fact[]) => Promise<readonly Fact[]>;
}
/**
 * The same estimator, which counts each item once: items never change, and a conversation asks for
 * the same ones again with every message. The same goes for its newest texts.
 */
export declare function rememberingEstimator(estimator: TokenEstimator): TokenEstimator;
