import type { Fact, FactOf } from "../events/event.js";
import type { Item, MessagePart } from "../events/item.js";
import type { ItemRef } from "../events/primitives.js";
import type { Usage } from "../events/slices.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { type RenderedFragment } from "./fragments/fragment.js";
import type { TurnContext } from "./fragments/turn-context.js";
import { type ItemInput, type Recording } from "./record-item.js";
import { type RequestInput, type SentRequest } from "./sent-request.js";
import type { ThreadLog } from "./thread-log.js";
/** What a user says: a text, or texts and images in the wire shape. */
export type UserInput = string | readonly MessagePart[];
/**
 * A running turn: what happens in it is recorded through it. Once it has ended (or the thread was
 * rolled back past its start) everything on it is refused.
 */
export declare class Turn {
    #private;
    readonly id: string;
    readonly context: TurnContext;
    /** @param nowMs null: the turn was started by somebody else, so its duration is not known */
    constructor(running: {
        readonly id: string;
        readonly context: TurnContext;
    }, log: ThreadLog, nowMs: (() => number) | null);
    /**
     * Records items, in this order, as one batch: all or none.
     * @returns where each was recorded
     * @throws {NoTurnRunning} the turn has ended
     */
    record(...items: readonly ItemInput[]): Promise<readonly ItemRef[]>;
    /** The same, with what the items cost. */
    recordAnswer(answer: Recording): Promise<readonly ItemRef[]>;
    /**
     * Records what the user says: the turn's boundary. Skills that it mentions as `$name` are recorded
     * in full in front of it, for this turn alone.
     */
    recordUserInput(input: UserInput): Promise<ItemRef>;
    /** Records what the model made: messages, reasoning, calls. */
    recordModelItems(...items: readonly Item[]): Promise<readonly ItemRef[]>;
    /** Records a tool's output. `failed` reaches each provider in its own form. */
    recordToolOutput(output: Extract<Item, {
        type: `${string}_output`;
    }>, options?: {
        readonly failed?: boolean;
    }): Promise<ItemRef>;
    /** Records context that lives for this turn; one for a request or a client cannot be handed in. */
    recordFragment(fragment: RenderedFragment<"turn">): Promise<readonly ItemRef[]>;
    /**
     * Makes the body of the next request and records that it was sent (`request.sent`), so that it can
     * be made again later, fragments of this request alone included.
     */
    request<Body>(input: RequestInput<Body>): Promise<SentRequest<Body>>;
    /**
     * Puts a text for the images of the last tool output, which a provider could not read.
     * @returns false: there are none
     */
    replaceRefusedImages(): Promise<boolean>;
    /** Records what a request cost. `contextWindow` in tokens; null: not said. */
    reportUsage(usage: Usage, about?: Pick<Recording, "contextWindow" | "request">): Promise<void>;
    /** Ends the turn as it should. */
    complete(reason?: string | null): Promise<void>;
    /**
     * Ends the turn early. Calls without an output get `aborted` as theirs in prompts; the model is
     * told that the turn was cut short.
     */
    abort(reason: string): Promise<void>;
}
/** A new turn's id. */
export declare function newTurnId(nowMs: number): string;
/** A turn that ended as it should. */
export declare function completedFact(state: ThreadState, reason: string | null, durationMs: number | null): FactOf<"turn.completed">;
/** A turn that ended early: said to the model, then the end itself. */
export declare function abortFacts(state: ThreadState, reason: string, durationMs: number | null): readonly Fact[];
/**
 * What a list of threads shows without reading the log (docs/file-format.md#event-types,
 * `turn.completed`).
 */
export declare function runningTotals({ turns, ledger: { entries }, usage, thread, }: ThreadState): NonNullable<FactOf<"turn.completed">["data"]["totals"]>;
