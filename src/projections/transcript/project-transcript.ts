import type { Fact, LogEvent, RefoldEvent } from "../../events/event.js";
import type { EventSource } from "../../events/event-source.js";
import { isKnownEvent } from "../../events/known-event.js";
import { factsOf, isOwnFactFolded } from "../../reducers/fold-event.js";
import { rollbackIn } from "../../reducers/replay-events.js";
import { survives, survivingRanges, type Rollback } from "../../reducers/spine.js";
import type { WalkOptions } from "../walk-log.js";
import type { Transcript } from "./transcript.js";
import { TranscriptBuilder } from "./transcript-builder.js";

/**
 * A thread as people read it: every item that survives, whether or not a compaction has taken it
 * from the ledger since, in turns, with what happened to the history in between.
 * @param source read once, oldest first
 */
export async function projectTranscript(
  source: EventSource,
  { to }: WalkOptions = {},
): Promise<Transcript> {
  const events: LogEvent[] = [];
  const rollbacks: Rollback[] = [];
  for await (const event of source.read(to === undefined ? {} : { to })) {
    const rollback = rollbackIn(event);
    if (rollback !== null) rollbacks.push(rollback);
    events.push(event);
  }
  const ranges = survivingRanges(rollbacks, events.length - 1);
  const builder = new TranscriptBuilder();
  let discarded = 0;
  for (const event of events) {
    if (!survives(ranges, event.offset)) discarded += 1;
    else if (isKnownEvent(event)) for (const fact of foldedFacts(event)) builder.add(fact, event);
  }
  return builder.finish(discarded);
}

function foldedFacts(event: RefoldEvent): readonly Fact[] {
  const facts = factsOf(event);
  return isOwnFactFolded(event) ? facts : facts.slice(1);
}
