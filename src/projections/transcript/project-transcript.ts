import { tokensOfBytes } from "../../events/bytes.js";
import type { EventSource } from "../../events/event-source.js";
import type { EventMembers, Fact, LogEvent } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { Usage } from "../../events/slices.js";
import { countedFacts } from "../../reducers/reduce.js";
import { rollbackIn } from "../../reducers/replay-events.js";
import { type Rollback, survives, survivingRanges } from "../../reducers/spine.js";
import { isBoundaryOrigin } from "../../reducers/turns.js";
import { addUsage, newlyUsed } from "../../reducers/usage.js";
import type { WalkOptions } from "../walk-log.js";
import {
  describeFact,
  describeItem,
  type Transcript,
  type TranscriptEntry,
  type TranscriptTurn,
} from "./transcript.js";

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
    else if (isKnownEvent(event)) for (const fact of countedFacts(event)) builder.add(fact, event);
  }
  return builder.finish(discarded);
}

type Place = Pick<EventMembers, "offset" | "at">;

/** A turn while it is put together. */
interface OpenTurn {
  hasBoundary: boolean;
  readonly startedAt: string;
  readonly model: string | null;
  end: string | null;
  readonly entries: TranscriptEntry[];
  usage: Usage | null;
}

/** Puts a transcript together from the facts that survive, oldest first. */
class TranscriptBuilder {
  readonly #turns: OpenTurn[] = [];
  readonly #toolNames = new Map<string, string>();
  #hasLifecycle = false;
  #header: Omit<Transcript, "turns" | "discardedEvents"> = {
    threadId: null,
    title: null,
    cwd: null,
    startedAt: null,
  };

  add(fact: Fact, place: Place): void {
    switch (fact.type) {
      case "thread.started": {
        const { threadId, title, cwd } = fact.data;
        this.#header = { threadId, title, cwd, startedAt: place.at };
        return;
      }
      case "thread.forked":
        this.#header = { ...this.#header, threadId: fact.data.threadId };
        break;
      case "thread.renamed":
        this.#header = { ...this.#header, title: fact.data.title };
        return;
      case "turn.started":
        this.#hasLifecycle = true;
        this.#open(place, fact.data.envelope.model ?? null);
        return;
      case "turn.completed":
      case "turn.aborted":
        this.#turn(place).end = [fact.type.slice("turn.".length), fact.data.reason]
          .filter((word) => word !== null && word !== "")
          .join(": ");
        return;
      case "item.recorded":
        this.#addItem(fact.data, place);
        return;
      case "context.injected":
        for (const item of fact.data.items) this.#addItem(item, place);
        return;
      case "usage.reported": {
        const turn = this.#turn(place);
        turn.usage = addUsage(turn.usage, newlyUsed(fact.data));
        return;
      }
      default:
        break;
    }
    const note = describeFact(fact);
    if (note !== null) this.#addNote(note, fact.type, place);
  }

  finish(discardedEvents: number): Transcript {
    let number = 0;
    const turns = this.#turns.map(({ hasBoundary, ...turn }): TranscriptTurn => {
      if (hasBoundary) number += 1;
      const tokens = turn.entries.reduce((sum, entry) => sum + entry.tokens, 0);
      return { ...turn, number: hasBoundary ? number : null, tokens };
    });
    return { ...this.#header, turns, discardedEvents };
  }

  #addItem({ item, origin, failed, bounded, countedBytes }: RecordedItem, place: Place): void {
    const isBoundary = isBoundaryOrigin(origin);
    const current = this.#turns.at(-1);
    // Without lifecycle events a turn begins at each boundary (docs/semantics.md §4.2).
    if (isBoundary && !this.#hasLifecycle && current?.hasBoundary === true) this.#open(place, null);
    const turn = this.#turn(place);
    turn.hasBoundary ||= isBoundary;
    const described = describeItem(item, origin);
    if (described === null) return;
    const { callId, name } = described;
    if (callId !== null && name !== null) this.#toolNames.set(callId, name);
    turn.entries.push({
      ...described,
      offset: place.offset,
      at: place.at,
      name: name ?? (callId === null ? null : (this.#toolNames.get(callId) ?? null)),
      failed: failed === true,
      cutTokens: bounded?.removedTokens ?? 0,
      tokens: tokensOfBytes(countedBytes),
    });
  }

  #addNote(note: { speaker: "note" | "summary"; text: string }, name: string, place: Place): void {
    const rest = { callId: null, images: [], failed: false, cutTokens: 0, tokens: 0 };
    this.#turn(place).entries.push({ ...note, ...rest, name, offset: place.offset, at: place.at });
  }

  #turn(place: Place): OpenTurn {
    return this.#turns.at(-1) ?? this.#open(place, null);
  }

  #open({ at }: Place, model: string | null): OpenTurn {
    const entries: TranscriptEntry[] = [];
    const turn = { hasBoundary: false, startedAt: at, model, end: null, entries, usage: null };
    this.#turns.push(turn);
    return turn;
  }
}
