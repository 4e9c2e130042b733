import type { PromptFragment } from "../../../events/context.js";
import type { EventSource } from "../../../events/event-source.js";
import type { Usage } from "../../../events/slices.js";
import type { ResponseItem } from "../../../projections/providers/provider.js";
import type { ThreadState } from "../../../reducers/thread-state.js";
import type { RequestSerializer } from "../../sent-request.js";
import { type ModelClient } from "../model-client.js";
import { type RecordedDifference } from "./recorded-difference.js";
interface RecordedModelOptions {
    /** Default: the model of the session's first answer. */
    readonly model?: string;
    /** Default: `recorded`. */
    readonly provider?: string;
    /** Default: that of OpenAI's Responses API. */
    readonly serializer?: RequestSerializer<unknown>;
    readonly onDifference?: (difference: RecordedDifference) => void;
}
/** A model that says again what was recorded. */
interface RecordedModel extends ModelClient {
    /** How many answers the session has. */
    readonly answers: number;
    /** Where requests differed from the recorded ones, each difference once, as they came. */
    readonly differences: readonly RecordedDifference[];
}
/**
 * A model that answers from a recorded session: the n-th request gets the n-th answer that survives
 * in it, whatever was asked; what was asked otherwise is named with its place in the session. Run
 * turns with `compaction: false`, or with a summary of your own: summaries are no recorded answers.
 * @throws what reading the session throws
 */
export declare function recordedModel(session: EventSource, options?: RecordedModelOptions): Promise<RecordedModel>;
/** One answer of a model, as a session recorded it. */
interface RecordedAnswer {
    /** Of its `request.sent`, or of the first event of the answer where requests are not recorded. */
    readonly offset: number;
    /** What the request was made of. */
    readonly before: ThreadState;
    readonly fragments: readonly PromptFragment[];
    readonly items: readonly ResponseItem[];
    readonly usage: Usage | null;
    readonly model: string | null;
}
/**
 * The answers of a session's models that survive its rollbacks, oldest first. Requests that got no
 * answer are left out. Sessions that record no requests have an answer where the model begins to
 * speak.
 */
export declare function readAnswers(session: EventSource): Promise<readonly RecordedAnswer[]>;
export {};
