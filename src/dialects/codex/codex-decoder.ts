import type { Fact, RefoldEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Envelope } from "../../events/slices.js";
import { derivedUlid, ulidOfForeign } from "../shared/derived-ids.js";
import { composeEvent, HistoryFacts } from "../shared/event-facts.js";
import { EventStamps } from "../shared/event-stamps.js";
import { type Evidence, ignoreEvidence } from "../shared/evidence.js";
import { foreignForm } from "../shared/foreign-form.js";
import type { DecodableObject } from "../shared/object-reader.js";
import type { DecodedLine, DecoderOptions, LineDecoder } from "../shared/session-form.js";
import { contextFact, type CopiedLine, factsOfLine, type SettledLine } from "./line-facts.js";
import { entersLedger, keptLine, type LineMeaning } from "./line-meaning.js";
import { readLineMeaning } from "./read-line.js";
import { Reconstruction, type Rollback, type Settlement } from "./reconstruction/reconstruction.js";
import { factsOfStart, readThreadStart, type ThreadStart } from "./session-meta.js";
import { ThreadNames } from "./thread-names.js";
import { envelopeOf, PolicyRecord, readTurnContext } from "./turn-context.js";

/** Contexts that are kept at hand for a later line to settle; older ones are read again. */
const CONTEXTS_AT_HAND = 8;

/**
 * Makes one event of each object of a rollout, in order. What Codex would only settle later is said
 * by the line that settles it, in its event's `derived` (docs/semantics.md §12.11).
 */
export class CodexDecoder implements LineDecoder {
  #policies: PolicyRecord;
  readonly #history = new HistoryFacts();
  readonly #contexts = new Map<number, JsonObject>();
  #thread: Thread | null = null;
  /** Hash of the instructions that a later file said newest; null: none did. */
  #instructions: string | null = null;
  readonly #names = new ThreadNames();
  /** Where the next line goes on; null: after the line before it. */
  #rewindTo: number | null = null;
  #ordinal = 0;
  /** Of the line that is decoded. */
  #evidence: readonly Evidence[] = NO_EVIDENCE;
  readonly #keep = (one: Evidence): void => {
    this.#evidence = [...this.#evidence, one];
  };

  constructor(private readonly options: DecoderOptions) {
    this.#policies = new PolicyRecord(options.toolOutputLimit);
  }

  get head(): number {
    return this.#ordinal;
  }

  decode(object: DecodableObject): DecodedLine | Promise<DecodedLine> {
    const { value } = object;
    const ordinal = this.#ordinal++;
    this.#evidence = NO_EVIDENCE;
    const isBare = this.#thread?.isBare ?? value.payload === undefined;
    const options = { isBare, policy: this.#policies.newest, keep: this.#keep };
    const meaning = this.#newMeaning(readLineMeaning(value, ordinal, options), value);
    this.#names.note(ordinal, meaning);
    const thread = (this.#thread ??= startThread(object, this.options.own ?? object, meaning));
    if (meaning.role.kind === "context") this.#noteContext(ordinal, value);
    const settlement = this.#rewound(thread.reconstruction.next(meaning.role));
    const line = { ordinal, meaning, settlement };
    const evidence = this.#evidence;
    const earlier = this.#earlierLines(line, thread);
    if (!(earlier instanceof Promise)) {
      return { event: this.#eventOf(line, value, { thread, earlier }), evidence };
    }
    return earlier.then((lines) => {
      return { event: this.#eventOf(line, value, { thread, earlier: lines }), evidence };
    });
  }

  async rewind(earlier: AsyncIterable<JsonObject | null>): Promise<void> {
    if (this.#thread === null) return;
    const { isBare } = this.#thread;
    this.#policies = new PolicyRecord(this.options.toolOutputLimit);
    this.#contexts.clear();
    this.#names.clear();
    this.#instructions = null;
    let thread = rewoundThread(this.#thread, false);
    let ordinal = 0;
    this.#rewindTo = 0;
    for await (const value of earlier) {
      if (value === null) thread.reconstruction.skip();
      else {
        const options = { isBare, policy: this.#policies.newest, keep: ignoreEvidence };
        const meaning = this.#newMeaning(readLineMeaning(value, ordinal, options), value);
        if (ordinal === 0) thread = rewoundThread(thread, entersLedger(meaning.role));
        this.#names.note(ordinal, meaning);
        if (meaning.role.kind === "context") this.#noteContext(ordinal, value);
        thread.reconstruction.next(meaning.role);
        thread.turns.turnOf(ordinal, meaning);
        this.#rewindTo = ordinal;
      }
      ordinal++;
    }
    this.#thread = thread;
  }

  /**
   * Each file of a thread says its instructions: those that it says again are no news. Nor are another
   * thread's tools.
   */
  #newMeaning(meaning: LineMeaning, { payload }: JsonObject): LineMeaning {
    if (meaning.fact?.type === "tools.declared") {
      const threadId = isJsonObject(payload) ? payload.thread_id : null;
      const isOwn = threadId === this.#thread?.start.data.source.foreignId;
      return isOwn ? meaning : keptLine(meaning.kind, "it is of another thread");
    }
    if (meaning.fact?.type !== "instructions.set") return meaning;
    const { hash } = meaning.fact.data;
    if (hash === (this.#instructions ?? this.#thread?.instructions)) return keptLine(meaning.kind);
    this.#instructions = hash;
    return meaning;
  }

  /** The first line after a rewind takes back what is in between. */
  #rewound(settlement: Settlement): Settlement {
    const to = this.#rewindTo;
    this.#rewindTo = null;
    if (to === null || settlement.rollback !== null) return settlement;
    const rollback = { to, clears: false, copies: [], usage: null, compactions: 0 };
    return { ...settlement, rollback };
  }

  #eventOf(
    line: SettledLine,
    value: JsonObject,
    { thread, earlier }: { readonly thread: Thread; readonly earlier: EarlierLines },
  ): RefoldEvent {
    const { ordinal, meaning, settlement } = line;
    const context = contextFact(settlement, earlier.envelope);
    const { rollback } = settlement;
    const name = rollback === null ? null : this.#names.after(rollback.to);
    const said = factsOfLine(line, { copies: earlier.copies, context, name }, this.#history);
    const facts = ordinal === 0 ? factsOfStart(thread.start, said) : said;
    const { offset, id, at } = thread.stamps.next(ordinal, value.timestamp);
    const turn = thread.turns.turnOf(ordinal, meaning) ?? undefined;
    const isPlain = facts.holes.length > 0 && isPlainForm(value, facts.own, at);
    const foreign = isPlain ? null : foreignForm(value, facts.holes);
    return composeEvent({ offset, id, at, turn }, facts, foreign);
  }

  #noteContext(ordinal: number, { payload }: JsonObject): void {
    if (!isJsonObject(payload)) return;
    const context = readTurnContext(payload);
    if (context !== null) this.#policies.note(ordinal, context);
    this.#contexts.set(ordinal, payload);
    const [oldest] = this.#contexts.keys();
    if (oldest !== undefined && this.#contexts.size > CONTEXTS_AT_HAND) {
      this.#contexts.delete(oldest);
    }
  }

  /** What the line's event needs of lines before it. */
  #earlierLines({ settlement }: SettledLine, thread: Thread): EarlierLines | Promise<EarlierLines> {
    const { baseline, rollback } = settlement;
    const copies = rollback === null ? NO_LINES : repeatedLines(rollback);
    const contextLine = baseline?.line ?? null;
    if (copies.length === 0) {
      if (contextLine === null) return NOTHING_EARLIER;
      const payload = this.#contexts.get(contextLine);
      if (payload !== undefined) return { envelope: envelopeOf(payload), copies: [] };
    }
    return this.#recallLines(copies, contextLine, thread);
  }

  async #recallLines(
    lines: readonly number[],
    contextLine: number | null,
    { isBare }: Thread,
  ): Promise<EarlierLines> {
    const copies: CopiedLine[] = [];
    for (const ordinal of lines) {
      const object = await this.options.recall(ordinal);
      const options = { isBare, policy: this.#policies.at(ordinal), keep: ignoreEvidence };
      const { fact, compaction } = readLineMeaning(object, ordinal, options);
      copies.push({ ordinal, fact, compaction });
    }
    if (contextLine === null) return { envelope: null, copies };
    const { payload } = await this.options.recall(contextLine);
    return { envelope: isJsonObject(payload) ? envelopeOf(payload) : null, copies };
  }
}

/** Holds of every line of one thread. */
interface Thread {
  readonly start: ThreadStart;
  /** Hash of those that it begins with. */
  readonly instructions: string | undefined;
  /** The bare form of 2025. */
  readonly isBare: boolean;
  readonly stamps: EventStamps;
  readonly turns: TurnIds;
  readonly reconstruction: Reconstruction;
}

interface EarlierLines {
  /** Of the context that the line settles. */
  readonly envelope: Envelope | null;
  readonly copies: readonly CopiedLine[];
}

const NO_EVIDENCE: readonly Evidence[] = [];
const NO_LINES: readonly number[] = [];
const NOTHING_EARLIER: EarlierLines = { envelope: null, copies: [] };

/** The lines that are said again after a rollback, oldest first. */
function repeatedLines({ copies, usage }: Rollback): readonly number[] {
  return usage === null ? copies : [...copies, usage].sort((one, other) => one - other);
}

/** @param own says whose thread it is: of a history that began in another file, not its first line */
function startThread(object: DecodableObject, own: DecodableObject, meaning: LineMeaning): Thread {
  const start = { ...readThreadStart(object), data: readThreadStart(own).data };
  const { threadId } = start.data;
  const said = start.derived.find((fact) => fact.type === "instructions.set");
  return {
    start,
    instructions: said?.data.hash,
    isBare: object.value.payload === undefined,
    stamps: new EventStamps(threadId),
    turns: new TurnIds(threadId),
    reconstruction: new Reconstruction(entersLedger(meaning.role)),
  };
}

/** The same thread before any of its lines. @param firstIsInLedger the first has items itself */
function rewoundThread(thread: Thread, firstIsInLedger: boolean): Thread {
  const { threadId } = thread.start.data;
  const reconstruction = new Reconstruction(firstIsInLedger);
  return { ...thread, turns: new TurnIds(threadId), reconstruction };
}

const PLAIN_KEYS = ["timestamp", "type", "payload"];

/** The form that needs nothing beside the event: `{timestamp, type: "response_item", payload}`. */
function isPlainForm(value: JsonObject, own: Fact, at: string): boolean {
  if (own.type !== "item.recorded" || value.timestamp !== at) return false;
  if (value.type !== "response_item") return false;
  let place = 0;
  for (const key in value) if (key !== PLAIN_KEYS[place++]) return false;
  return true; // there is no item without a payload
}

/** Which turn each line belongs to: from the line that starts one to the line that ends it. */
class TurnIds {
  #running: string | null = null;

  constructor(private readonly threadId: string) {}

  /** @returns the ULID of the line's turn; null: it stands outside of turns */
  turnOf(line: number, { role, fact }: LineMeaning): string | null {
    if (role.kind === "started") {
      this.#running =
        role.turnId === null
          ? derivedUlid(`${this.threadId}:turn:${line}`)
          : ulidOfForeign(role.turnId, this.threadId);
    }
    const turn = this.#running;
    if (fact?.type === "turn.completed" || fact?.type === "turn.aborted") this.#running = null;
    return turn;
  }
}
