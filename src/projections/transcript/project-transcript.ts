import { tokensOfBytes } from "../../events/bytes.js";
import type { BlobReader, EventSource } from "../../events/event-source.js";
import type { Accountant, EventMembers, Fact, LogEvent, RefoldEvent } from "../../events/event.js";
import type { InputImage, RecordedItem } from "../../events/item.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { Usage } from "../../events/slices.js";
import type { PriceTable } from "../../models/prices.js";
import { TurnFold, type UndoneTurns } from "../../reducers/outline.js";
import { readTurns, type TurnReader } from "../../reducers/turn-list.js";
import { countedFacts } from "../../reducers/reduce.js";
import { survives, survivingRanges } from "../../reducers/spine.js";
import { addUsage, newlyUsed } from "../../reducers/usage.js";
import { sum } from "../figures.js";
import type { WalkOptions } from "../walk-log.js";
import { imageUrl } from "./image-url.js";
import { LogSummary } from "./log-summary.js";
import {
  describeFact,
  describeImage,
  describeItem,
  type Transcript,
  type TranscriptEntry,
  type TranscriptTurn,
} from "./transcript.js";

export interface TranscriptOptions extends WalkOptions {
  /** Where pictures are, for a transcript that shows them; absent: they are described. */
  readonly blobs?: BlobReader;
  /** Default: the known ones. */
  readonly prices?: PriceTable;
  /**
   * Tells by the first event which of another tool's lines are copies, and which model each request ran
   * under: `accountantOf` of `refold/sessions`. Absent: the facts tell, and all that a log holds is its own.
   */
  readonly accountantOf?: (first: LogEvent) => Accountant;
}

/**
 * A thread as people read it: every item that survives, whether or not a compaction has taken it
 * from the ledger since, in turns, with what happened to the history in between.
 * @param source read again where a foreign rollback took turns
 */
export async function projectTranscript(
  source: EventSource,
  { to, blobs, prices, accountantOf }: TranscriptOptions = {},
): Promise<Transcript> {
  const { Pricing } = await import("../pricing.js"); // its table is large
  const range = to === undefined ? {} : { to };
  const open = (known: UndoneTurns) =>
    new LogReader(known, new LogSummary(new Pricing(prices), accountantOf));
  const reader = await readTurns(source, range, open);
  const { turns, events, undone } = reader;
  const ranges = survivingRanges(turns.rollbacks, events.length - 1);
  const builder = new TranscriptBuilder(new TurnFold(undone));
  let discarded = 0;
  for (const event of events) {
    if (survives(ranges, event.offset)) builder.take(event);
    else discarded += 1;
  }
  if (blobs !== undefined) await builder.readImages(blobs);
  return { ...builder.finish(), ...reader.summary.finish(), discardedEvents: discarded };
}

class LogReader implements TurnReader {
  readonly turns: TurnFold;
  readonly events: LogEvent[] = [];

  constructor(
    readonly undone: UndoneTurns,
    readonly summary: LogSummary,
  ) {
    this.turns = new TurnFold(undone);
  }

  take(event: LogEvent): void {
    this.turns.take(event);
    this.events.push(event);
    this.summary.take(event);
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

interface OpenEntry extends TranscriptEntry {
  readonly imageUrls: (string | null)[];
}

type Header = Pick<Transcript, "threadId" | "title" | "cwd" | "startedAt">;

/** Stands for the index of a turn where none has begun. */
const PREAMBLE = -1;

/** Puts a transcript together from the events that survive, oldest first. */
class TranscriptBuilder {
  readonly #open = new Map<number, OpenTurn>();
  readonly #toolNames = new Map<string, string>();
  readonly #images: { readonly entry: OpenEntry; readonly images: readonly InputImage[] }[] = [];
  #header: Header = { threadId: null, title: null, cwd: null, startedAt: null };

  constructor(private readonly turns: TurnFold) {}

  take(event: LogEvent): void {
    this.turns.enter(event);
    if (!isKnownEvent(event)) return;
    for (const fact of countedFacts(event)) {
      this.turns.add(fact, event);
      this.#add(fact, event);
    }
  }

  async readImages(blobs: BlobReader): Promise<void> {
    for (const { entry, images } of this.#images) {
      for (const image of images) entry.imageUrls.push(await imageUrl(image, blobs));
    }
  }

  finish(): Header & Pick<Transcript, "turns"> {
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
    return { ...this.#header, turns: turns.map(withTokens) };
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
    const note = noteOf(fact, place);
    if (note !== null) this.#turn(place).entries.push(note);
  }

  #addItem(recorded: RecordedItem, place: Place): void {
    const turn = this.#turn(place);
    const read = itemEntry(recorded, place, this.#toolNames);
    if (read === null) return;
    const { entry, images } = read;
    if (entry.speaker === "call" && entry.callId !== null && entry.name !== null) {
      this.#toolNames.set(entry.callId, entry.name);
    }
    turn.entries.push(entry);
    if (images.length > 0) this.#images.push({ entry, images });
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

/** An entry, and the pictures that it describes. */
export interface ReadEntry {
  readonly entry: OpenEntry;
  readonly images: readonly InputImage[];
}

/**
 * What people read of one event that survives.
 * @param toolNames by the ids of calls, for outputs
 */
export function entriesOf(
  event: RefoldEvent,
  toolNames: ReadonlyMap<string, string>,
): readonly ReadEntry[] {
  return countedFacts(event).flatMap((fact) => {
    const items = readItems(fact);
    if (items.length > 0) {
      return items.flatMap((recorded) => itemEntry(recorded, event, toolNames) ?? []);
    }
    const note = noteOf(fact, event);
    return note === null ? [] : [{ entry: note, images: [] }];
  });
}

/** How many entries that makes. */
export function countEntries(event: RefoldEvent): number {
  return entriesOf(event, NO_NAMES).length;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The items of a fact that people read. */
export function readItems(fact: Fact): readonly RecordedItem[] {
  if (fact.type === "item.recorded") return [fact.data];
  return fact.type === "context.injected" ? fact.data.items : [];
}

function itemEntry(
  { item, origin, failed, bounded, countedBytes }: RecordedItem,
  place: Place,
  toolNames: ReadonlyMap<string, string>,
): ReadEntry | null {
  const described = describeItem(item, origin);
  if (described === null) return null;
  const { callId, name, images } = described;
  const entry = {
    ...described,
    images: images.map(describeImage),
    imageUrls: [],
    offset: place.offset,
    at: place.at,
    name: name ?? (callId === null ? null : (toolNames.get(callId) ?? null)),
    failed: failed === true,
    cutTokens: bounded?.removedTokens ?? 0,
    tokens: tokensOfBytes(countedBytes),
  };
  return { entry, images };
}

function noteOf(fact: Fact, { offset, at }: Place): OpenEntry | null {
  const note = describeFact(fact);
  if (note === null) return null;
  const none = { callId: null, images: [], imageUrls: [], failed: false, cutTokens: 0, tokens: 0 };
  return { ...note, ...none, name: fact.type, offset, at };
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
