import { unreachable } from "../../errors.js";
import type { Fact, RefoldEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Envelope } from "../../events/slices.js";
import { DerivedEventIds, derivedUlid, ulidOfForeign } from "../shared/derived-ids.js";
import type { Evidence, KeepEvidence } from "../shared/evidence.js";
import { composeEvent, foreignForm } from "../shared/foreign-form.js";
import type { ForeignObject } from "../shared/object-reader.js";
import type { DecodedLine, DecoderOptions, LineDecoder } from "../shared/session-form.js";
import { type EventTime, TimeReader, UNKNOWN_TIME } from "../shared/times.js";
import {
  type CopiedLine,
  factsOfLine,
  FactWriter,
  type LineFacts,
  type SettledLine,
  toldContext,
} from "./line-facts.js";
import { entersLedger, type LineMeaning } from "./line-meaning.js";
import { readLineMeaning } from "./read-line.js";
import { Reconstruction } from "./reconstruction/reconstruction.js";
import type { Rollback } from "./reconstruction/settlement.js";
import { factsOfStart, readThreadStart, type ThreadStart } from "./session-meta.js";
import { envelopeOf, PolicyRecord, readTurnContext } from "./turn-context.js";

type DecodableObject = Pick<ForeignObject, "value" | "text">;

/** Contexts that are kept at hand for a later line to settle; older ones are read again. */
const CONTEXTS_AT_HAND = 8;
const NO_EVIDENCE: readonly Evidence[] = [];

/**
 * Makes one event of each object of a rollout, in order. What Codex would only settle later is said
 * by the line that settles it, in its event's `derived` (docs/semantics.md §12.11).
 */
export class CodexDecoder implements LineDecoder {
  readonly #policies: PolicyRecord;
  readonly #facts = new FactWriter();
  readonly #contexts = new Map<number, JsonObject>();
  #thread: Thread | null = null;
  readonly #times = new TimeReader();
  #time: EventTime = UNKNOWN_TIME;
  #evidence = NO_EVIDENCE;
  readonly #keep: KeepEvidence = (one) => {
    this.#evidence = [...this.#evidence, one];
  };
  #ordinal = 0;

  constructor(private readonly options: DecoderOptions) {
    this.#policies = new PolicyRecord(options.toolOutputLimit);
  }

  /** The offset that the next event gets: the number of objects so far. */
  get head(): number {
    return this.#ordinal;
  }

  /** @returns a promise only where an earlier line has to be read again; wait for it */
  decode(object: DecodableObject): DecodedLine | Promise<DecodedLine> {
    const { value } = object;
    const ordinal = this.#ordinal++;
    this.#time = this.#times.read(value.timestamp) ?? this.#time;
    this.#evidence = NO_EVIDENCE;
    const isBare = this.#thread?.isBare ?? value.payload === undefined;
    const options = { isBare, policy: this.#policies.newest, keep: this.#keep };
    const meaning = readLineMeaning(value, ordinal, options);
    const thread = (this.#thread ??= startThread(object, meaning));
    if (meaning.role.kind === "context") this.#noteContext(ordinal, value);
    const settlement = thread.reconstruction.next(meaning.role);
    const line = { ordinal, meaning, settlement };
    const others = this.#earlierLines(line, thread);
    if (!(others instanceof Promise)) return this.#finish(line, value, others);
    return others.then((earlier) => this.#finish(line, value, earlier));
  }

  #finish(line: SettledLine, value: JsonObject, others: EarlierLines): DecodedLine {
    const thread = this.#thread;
    if (thread === null) throw unreachable("a line was finished before it was begun");
    const { envelope, copies } = others;
    const context = toldContext(line.settlement, envelope);
    const facts = factsOfLine(line, { copies, context }, this.#facts);
    const whole = line.ordinal === 0 ? factsOfStart(thread.start, facts) : facts;
    return { event: this.#event(line, value, { facts: whole, thread }), evidence: this.#evidence };
  }

  #noteContext(ordinal: number, { payload }: JsonObject): void {
    if (!isJsonObject(payload)) return;
    const context = readTurnContext(payload);
    if (context !== null) this.#policies.note(ordinal, context);
    this.#contexts.set(ordinal, payload);
    if (this.#contexts.size <= CONTEXTS_AT_HAND) return;
    for (const oldest of this.#contexts.keys()) {
      this.#contexts.delete(oldest);
      break;
    }
  }

  /** What the line's event needs of lines before it. */
  #earlierLines({ settlement }: SettledLine, thread: Thread): EarlierLines | Promise<EarlierLines> {
    const { baseline, rollback } = settlement;
    const copies = rollback === null ? NO_LINES : repeatedLines(rollback);
    if (baseline === null || baseline === undefined) {
      return copies.length === 0 ? NOTHING_EARLIER : this.#recallLines(copies, null, thread);
    }
    const payload = this.#contexts.get(baseline.line);
    if (payload === undefined || copies.length > 0) {
      return this.#recallLines(copies, baseline.line, thread);
    }
    return { envelope: envelopeOf(payload), copies: NO_COPIES };
  }

  async #recallLines(
    lines: readonly number[],
    contextLine: number | null,
    thread: Thread,
  ): Promise<EarlierLines> {
    const copies: CopiedLine[] = [];
    for (const ordinal of lines) {
      const object = await this.options.recall(ordinal);
      const policy = this.#policies.at(ordinal);
      const options = { isBare: thread.isBare, policy, keep: ignoreEvidence };
      const { fact, compaction } = readLineMeaning(object, ordinal, options);
      copies.push({ ordinal, fact, compaction });
    }
    if (contextLine === null) return { envelope: null, copies };
    const { payload } = await this.options.recall(contextLine);
    return { envelope: isJsonObject(payload) ? envelopeOf(payload) : null, copies };
  }

  #event(
    { ordinal, meaning }: SettledLine,
    value: JsonObject,
    { facts, thread }: { readonly facts: LineFacts; readonly thread: Thread },
  ): RefoldEvent {
    const { at, timeMs } = this.#time;
    const { own, derived, holes } = facts;
    const id = thread.ids.idOf(ordinal, timeMs);
    const turn = thread.turns.turnOf(ordinal, meaning) ?? undefined;
    const isPlain = holes.length > 0 && isPlainForm(value, own, at);
    const foreign = isPlain ? null : foreignForm(value, holes);
    return composeEvent({ offset: ordinal, id, at, turn }, own, { derived, foreign });
  }
}

/** Holds of every line of one thread. */
interface Thread {
  readonly start: ThreadStart;
  /** The bare form of 2025. */
  readonly isBare: boolean;
  readonly ids: DerivedEventIds;
  readonly turns: TurnIds;
  readonly reconstruction: Reconstruction;
}

interface EarlierLines {
  /** Of the context that the line settles. */
  readonly envelope: Envelope | null;
  readonly copies: readonly CopiedLine[];
}

const NO_LINES: readonly number[] = [];
const NO_COPIES: readonly CopiedLine[] = [];
const NOTHING_EARLIER: EarlierLines = { envelope: null, copies: NO_COPIES };

/** The lines that are said again behind a rollback, oldest first. */
function repeatedLines({ copies, usage }: Rollback): readonly number[] {
  return usage === null ? copies : [...copies, usage].sort((one, other) => one - other);
}

/** Whoever reads a line again has had its evidence already. */
const ignoreEvidence: KeepEvidence = () => undefined;

function startThread(object: DecodableObject, meaning: LineMeaning): Thread {
  const start = readThreadStart(object);
  const { threadId } = start.data;
  return {
    start,
    isBare: object.value.payload === undefined,
    ids: new DerivedEventIds(threadId),
    turns: new TurnIds(threadId),
    reconstruction: new Reconstruction(entersLedger(meaning.role)),
  };
}

/** The form that needs nothing beside the event: `{timestamp, type: "response_item", payload}`. */
function isPlainForm(value: JsonObject, own: Fact, at: string): boolean {
  if (own.type !== "item.recorded" || value.timestamp !== at) return false;
  if (value.type !== "response_item") return false;
  let place = 0;
  for (const key in value) if (key !== PLAIN_KEYS[place++]) return false;
  return true; // an item without a payload there is none
}

const PLAIN_KEYS = ["timestamp", "type", "payload"];

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
      return this.#running;
    }
    const turn = this.#running;
    if (fact?.type === "turn.completed" || fact?.type === "turn.aborted") this.#running = null;
    return turn;
  }
}
