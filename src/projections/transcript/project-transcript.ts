import { tokensOfBytes } from "../../events/bytes.js";
import type { EventSource } from "../../events/event-source.js";
import type { EventMembers, Fact, LogEvent } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { Usage } from "../../events/slices.js";
import { TurnFold, type UndoneTurns } from "../../reducers/outline.js";
import { readTurns, type TurnReader } from "../../reducers/read-turns.js";
import { countedFacts } from "../../reducers/reduce.js";
import { survives, survivingRanges } from "../../reducers/spine.js";
import { addUsage, newlyUsed } from "../../reducers/usage.js";
import { sum } from "../figures.js";
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
 * @param source read again where a foreign rollback took turns
 */
export async function projectTranscript(
  source: EventSource,
  { to }: WalkOptions = {},
): Promise<Transcript> {
  const range = to === undefined ? {} : { to };
  const { turns, events, undone } = await readTurns(source, range, (known) => new LogReader(known));
  const ranges = survivingRanges(turns.rollbacks, events.length - 1);
  const builder = new TranscriptBuilder(new TurnFold(undone));
  let discarded = 0;
  for (const event of events) {
    if (survives(ranges, event.offset)) builder.take(event);
    else discarded += 1;
  }
  return builder.finish(discarded);
}

class LogReader implements TurnReader {
  readonly turns: TurnFold;
  readonly events: LogEvent[] = [];

  constructor(readonly undone: UndoneTurns) {
    this.turns = new TurnFold(undone);
  }

  take(event: LogEvent): void {
    this.turns.take(event);
    this.events.push(event);
  }
}

type Place = Pick<EventMembers, "offset" | "at">;

interface OpenTurn {
  readonly startedAt: string;
  readonly model: string | null;
  end: string | null;
  readonly entries: TranscriptEntry[];
  usage: Usage | null;
}

/** Stands for the index of a turn where none has begun. */
const PREAMBLE = -1;

/** Puts a transcript together from the events that survive, oldest first. */
class TranscriptBuilder {
  readonly #open = new Map<number, OpenTurn>();
  readonly #toolNames = new Map<string, string>();
  #header: Omit<Transcript, "turns" | "discardedEvents"> = {
    threadId: null,
    title: null,
    cwd: null,
    startedAt: null,
  };

  constructor(private readonly turns: TurnFold) {}

  take(event: LogEvent): void {
    this.turns.enter(event);
    if (!isKnownEvent(event)) return;
    for (const fact of countedFacts(event)) {
      this.turns.add(fact, event);
      this.#add(fact, event);
    }
  }

  finish(discardedEvents: number): Transcript {
    const outlines = this.turns.finish();
    const turns = outlines.flatMap(({ number, discardedAt }, index) => {
      const turn = this.#open.get(index);
      return turn === undefined || discardedAt !== null ? [] : [{ ...turn, number }];
    });
    const preamble = this.#open.get(PREAMBLE);
    const first = outlines.find(({ discardedAt }) => discardedAt === null);
    if (preamble !== undefined) {
      const leading = { ...preamble, number: null };
      if (first?.begunBy === "boundary") turns.unshift(joined(leading, turns.shift()));
      else turns.unshift(leading);
    }
    return { ...this.#header, turns: turns.map(withTokens), discardedEvents };
  }

  #add(fact: Fact, place: Place): void {
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
        this.#turn(place, fact.data.envelope.model);
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

  #addItem({ item, origin, failed, bounded, countedBytes }: RecordedItem, place: Place): void {
    const turn = this.#turn(place);
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

  #turn({ at }: Place, model: string | null = null): OpenTurn {
    const index = this.turns.current ?? PREAMBLE;
    let turn = this.#open.get(index);
    if (turn === undefined) {
      turn = { startedAt: at, model, end: null, entries: [], usage: null };
      this.#open.set(index, turn);
    }
    return turn;
  }
}

type NumberedTurn = OpenTurn & { readonly number: number | null };

/** In a log without `turn.started`, what is before the first turn is read as part of it. */
function joined(preamble: NumberedTurn, turn: NumberedTurn | undefined): NumberedTurn {
  if (turn === undefined) return preamble;
  return {
    ...turn,
    startedAt: preamble.startedAt,
    end: turn.end ?? preamble.end,
    entries: [...preamble.entries, ...turn.entries],
    usage: preamble.usage === null ? turn.usage : addUsage(turn.usage, preamble.usage),
  };
}

function withTokens(turn: NumberedTurn): TranscriptTurn {
  return { ...turn, tokens: sum(turn.entries.map(({ tokens }) => tokens)) };
}
