import type { EventSource } from "../../events/event-source.js";
import type { WalkOptions } from "../walk-log.js";
import { type Transcript } from "./transcript.js";
/**
 * A thread as people read it: every item that survives, whether or not a compaction has taken it
 * from the ledger since, in turns, with what happened to the history in between.
 * @param source read once, oldest first
 */
export declare function projectTranscript(source: EventSource, { to }?: WalkOptions): Promise<Transcript>;
