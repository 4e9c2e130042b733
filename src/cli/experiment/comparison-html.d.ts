import type { Comparison } from "../../experiments/compare-variants.js";
import type { ExperimentResults } from "../../experiments/run-experiment.js";
import type { TranscriptEntry } from "../../projections/transcript/transcript.js";
import type { EventStore } from "../../store/event-store.js";
/**
 * A comparison as one page that needs nothing else: no script, no request. A table, a chart for each
 * metric, and each variant's transcript beside the base's, aligned at the fork.
 */
export declare function comparisonHtml(comparison: Comparison, transcripts: readonly PairedTranscript[]): string;
/** What the base and a variant say in the same place; null: one of them says nothing there. */
interface TranscriptPair {
    readonly base: TranscriptEntry | null;
    readonly variant: TranscriptEntry | null;
    readonly isSame: boolean;
}
/** A variant beside its base, aligned at the fork. */
interface PairedTranscript {
    readonly variant: string;
    readonly threadId: string;
    /** The last entries that both share. */
    readonly shared: readonly TranscriptEntry[];
    readonly pairs: readonly TranscriptPair[];
}
/** The first repetition of each variant that was begun, beside what the base went on with. */
export declare function pairedTranscripts({ base, results, mode }: ExperimentResults, store: EventStore): Promise<readonly PairedTranscript[]>;
export {};
