import type { ToolCallItem } from "../events/calls.js";
import type { FinishReason } from "../projections/providers/provider.js";
import type { RenderedFragment } from "./fragments/fragment.js";
import type { TurnContext } from "./fragments/turn-context.js";
import type { ModelClient, ModelEvent } from "./models/model-client.js";
import { type Retrying, type RetryPolicy } from "./models/retries.js";
import type { RecordableOptions } from "./sent-request.js";
import { type CallOutput } from "./tools/answer-calls.js";
import type { Tool } from "./tools/tool.js";
import type { Turn, UserInput } from "./turn.js";
/** What happens in a running turn, as it happens. What was recorded is in `thread.events$`. */
export type TurnEvent = ModelEvent | Retrying | {
    readonly type: "calls";
    readonly calls: readonly ToolCallItem[];
} | {
    readonly type: "output";
    readonly output: CallOutput;
};
/** Where others may act in a turn, compaction above all. An error ends the turn. */
export interface TurnHooks {
    /** Before the turn is started: nothing of it is recorded yet. */
    readonly beforeTurn?: (next: {
        readonly context: TurnContext;
        readonly input: UserInput;
        readonly signal?: AbortSignal;
    }) => Promise<unknown>;
    /** Before each sampling but the first: every call is paired. */
    readonly beforeSampling?: (next: {
        readonly turn: Turn;
        /** Of the sampling that comes: 2, 3, … */
        readonly round: number;
        readonly signal?: AbortSignal;
    }) => Promise<unknown>;
}
export interface RunTurnOptions<Body> {
    readonly model: ModelClient<Body>;
    /** All that the model may call. Absent: those declared before stay declared, and none can be run. */
    readonly tools?: readonly Tool[];
    /** The rest of the turn's facts; model, provider and tools are settled by the above. */
    readonly context?: Omit<TurnContext, "model" | "provider" | "tools">;
    /** Settings of each request. */
    readonly request?: RecordableOptions;
    /** Context that every request of this turn sees and the ledger never does. */
    readonly fragments?: readonly RenderedFragment<"prompt">[];
    readonly signal?: AbortSignal;
    /** Run behind the checks for compaction, when a `Thread` runs the turn. */
    readonly hooks?: TurnHooks;
    readonly retries?: RetryPolicy;
    /** Samplings at most. Default: 100. */
    readonly maxRounds?: number;
    /** For tools without a limit of their own, in milliseconds; `Infinity`: none. Default: 600,000. */
    readonly toolTimeoutMs?: number;
    /** False: one call after the other. Default: all calls of an answer at once. */
    readonly parallelTools?: boolean;
    readonly onEvent?: (event: TurnEvent) => void;
}
/** How a turn went. */
export interface TurnResult {
    readonly turn: string;
    /** `round-limit`: the model wanted to go on; the turn is marked as aborted. */
    readonly outcome: "completed" | "round-limit";
    /** Why the model stopped. */
    readonly finish: FinishReason | null;
    /** What it said last. */
    readonly text: string;
    /** Samplings. */
    readonly rounds: number;
}
/** What a turn is run on: a `Thread`. */
export interface TurnStarter {
    startTurn(context: TurnContext): Promise<Turn>;
}
/**
 * Runs a whole turn: records the input, samples, records, runs the tools that were called, records
 * their outputs, and samples again until the model is done. A turn that fails is marked as aborted,
 * with every call paired, before the error arrives.
 * @throws {Aborted} the signal @throws {ModelError} the model, behind all retries
 * @throws {TurnRunning} another turn has not ended
 * @throws {TurnLeftOpen} the turn failed, and the store with it
 */
export declare function runTurn<Body>(thread: TurnStarter, input: UserInput, options: RunTurnOptions<Body>): Promise<TurnResult>;
/**
 * The same for a turn that has begun: records the input (null: there is none to record, the turn goes
 * on from where it stands), samples and runs tools until the model is done.
 * @throws what `runTurn` throws
 */
export declare function finishTurn<Body>(turn: Turn, options: RunTurnOptions<Body>, input: UserInput | null): Promise<TurnResult>;
