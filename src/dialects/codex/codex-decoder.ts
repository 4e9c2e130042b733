import type { Envelope } from "../../events/envelope.js";
import type { Fact, RefoldEvent } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import { CURRENT_VERSIONS } from "../../events/versions.js";
import { isJsonObject } from "../../events/is-json-object.js";
import { DerivedEventIds } from "../derived-ids.js";
import { normaliseTime, UNKNOWN_TIME, type EventTime } from "../normalise-time.js";
import type { Evidence, KeepEvidence } from "../keeping/evidence.js";
import { FactWriter, toldContext } from "./fact-writer.js";
import { foreignForm } from "../keeping/foreign-form.js";
import type { LineMeaning } from "./line-meaning.js";
import type { ForeignObject } from "../reading/object-reader.js";
import type { DecodedLine, DecoderOptions, LineDecoder } from "../reading/session-form.js";
import { PolicyRecord } from "./policy-record.js";
import { readLineMeaning } from "./read-line.js";
import { entersLedger } from "./reconstruction/line-role.js";
import { Reconstruction } from "./reconstruction/reconstruction.js";
import { factsOfLine, type CopiedLine, type LineFacts, type SettledLine } from "./settled-line.js";
import { factsOfStart, readThreadStart, type ThreadStart } from "./session-meta.js";
import { envelopeOf, readTurnContext } from "./turn-context.js";
import { TurnIds } from "./turn-ids.js";

type DecodableObject = Pick<ForeignObject, "value" | "text">;

/** Contexts that are kept at hand for a later line to settle; older ones are read again. */
const CONTEXTS_AT_HAND = 8;

/**
 * Makes one event of each object of a rollout, in order. What Codex would only settle later is said
 * by the line that settles it, in its event's `derived` (semantics.md A §5).
 */
export class CodexDecoder implements LineDecoder {
  readonly #policies: PolicyRecord;
  readonly #facts = new FactWriter();
  readonly #contexts = new Map<number, JsonObject>();
  #thread: Thread | null = null;
  #time: EventTime = UNKNOWN_TIME;
  #ordinal = 0;

  constructor(private readonly options: DecoderOptions) {
    this.#policies = new PolicyRecord(options.toolOutputLimit);
  }

  /** The offset that the next event gets: the number of objects so far. */
  get head(): number {
    return this.#ordinal;
  }

  /** @returns a promise only where an earlier line has to be read again; wait for it */
  decode({ value, text }: DecodableObject): DecodedLine | Promise<DecodedLine> {
    const ordinal = this.#ordinal++;
    this.#time = normaliseTime(value.timestamp) ?? this.#time;
    const evidence: Evidence[] = [];
    const isBare = this.#thread?.isBare ?? value.payload === undefined;
    const policy = this.#policies.newest;
    const keep = (one: Evidence): void => void evidence.push(one);
    const meaning = readLineMeaning(value, ordinal, { isBare, policy, keep });
    const thread = (this.#thread ??= startThread({ value, text }, meaning));
    this.#noteContext(ordinal, value, meaning);
    const line = { ordinal, meaning, settlement: thread.reconstruction.next(meaning.role) };
    const finish = (others: EarlierLines): DecodedLine => {
      const facts = this.#factsOf(line, others, thread);
      return { event: this.#event({ ...line, value, facts }, thread), evidence };
    };
    const others = this.#earlierLines(line, thread);
    return others instanceof Promise ? others.then(finish) : finish(others);
  }

  #noteContext(ordinal: number, { payload }: JsonObject, { role }: LineMeaning): void {
    if (role.kind !== "context" || !isJsonObject(payload)) return;
    const context = readTurnContext(payload);
    if (context !== null) this.#policies.note(ordinal, context);
    this.#contexts.set(ordinal, payload);
    if (this.#contexts.size <= CONTEXTS_AT_HAND) return;
    for (const oldest of this.#contexts.keys()) {
      this.#contexts.delete(oldest);
      break;
    }
  }

  #factsOf(line: SettledLine, { envelope, copies }: EarlierLines, thread: Thread): LineFacts {
    const context = toldContext(line.settlement, envelope);
    const facts = factsOfLine(line, { copies, context }, this.#facts);
    return line.ordinal === 0 ? factsOfStart(thread.start, facts) : facts;
  }

  /** What the line's event needs of lines before it. */
  #earlierLines({ settlement }: SettledLine, thread: Thread): EarlierLines | Promise<EarlierLines> {
    const copies = settlement.rollback?.copies ?? NO_LINES;
    const { baseline } = settlement;
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

  #event(line: SettledLine & { value: JsonObject; facts: LineFacts }, thread: Thread): RefoldEvent {
    const { ordinal, value, facts } = line;
    const { at, timeMs } = this.#time;
    const { own, derived } = facts;
    const version = CURRENT_VERSIONS[own.type];
    const turn = thread.turns.turnOf(ordinal, line.meaning);
    return {
      offset: ordinal,
      id: thread.ids.idOf(ordinal, timeMs),
      at,
      ...own,
      ...(version > 1 && { v: version }),
      ...(turn !== null && { turn }),
      ...(derived.length > 0 && { derived: [...derived] }),
      ...(!isPlainForm(value, own, at) && { foreign: foreignForm(value, facts.holes) }),
    };
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
  const [first, second, third, ...more] = Object.keys(value);
  return first === "timestamp" && second === "type" && third === "payload" && more.length === 0;
}
