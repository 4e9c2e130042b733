import type { EventSource } from "../../events/event-source.js";
import type { Fact, FactOf, LogEvent, RefoldEvent } from "../../events/event.js";
import { ulidToUuid } from "../../events/ids.js";
import type { RecordedItem } from "../../events/item.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { UsageReported } from "../../events/usage.js";
import { countedFacts } from "../../reducers/reduce.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { isBoundaryOrigin } from "../../reducers/turns.js";
import { addUsage, isAside, newlyUsed, NO_USAGE, subtractUsage } from "../../reducers/usage.js";
import { derivedUlid } from "../shared/derived-ids.js";
import { restoreItem, restoreWhole } from "../shared/evidence.js";
import { ExportLedger, isEdit } from "../shared/export-ledger.js";
import {
  type ExportStart,
  isOwnFile,
  PROVIDER_LEFT,
  type ThreadExport,
  type ThreadWriter,
  writeThread,
  type WrittenEvent,
} from "../shared/write-thread.js";
import { isCount } from "../shared/json.js";
import { codexForm } from "./codex-form.js";
import { sessionMetaLine } from "./session-meta.js";
import { contextKey, contextPayload } from "./turn-context.js";
import {
  eventLine,
  lineOf,
  nameLine,
  CodexSpelling,
  tokenCountLine,
  turnAbortedLine,
  turnCompletedLine,
  turnStartedLine,
  usageKey,
  userMessageLine,
  withSummaryPrefix,
} from "./written-lines.js";
import { WrittenRollout } from "./written-rollout.js";

/**
 * Writes a thread as a Codex rollout, whoever recorded it. What was imported from one is written byte
 * for byte; what came after it, and all of any other thread, as lines that open as a rollout with the
 * same ledger (docs/codex-export.md).
 *
 * @param source the thread's events through its ancestors; read twice, and more for rollbacks
 * @returns the file's bytes, in parts
 * @throws {RefoldError} `blob-missing`: the bytes of an image, or of an imported line, are gone
 */
export function writeCodex(
  source: EventSource,
  options: ThreadExport,
): AsyncGenerator<Uint8Array, void, undefined> {
  return writeThread(source, options, { form: codexForm, Writer: CodexWriter });
}

/**
 * Writes events of our own as lines of a rollout. Whatever Codex has no line for but changes the
 * history becomes a `compacted` line with the whole ledger; so does every place where the rollout,
 * read again, would give another history.
 */
class CodexWriter implements ThreadWriter {
  readonly ledger: ExportLedger;
  readonly importedEnd: number;
  readonly first: JsonObject | null;
  readonly #spelling: CodexSpelling;
  readonly #rollout: WrittenRollout;
  #lines: JsonObject[] = [];
  /** The thread says where its turns start. */
  #hasTurns = false;
  /** A turn was begun by a message, and has not ended. */
  #isInUserTurn = false;
  /** What was spent by now, and what of it the lines say. */
  #spent = NO_USAGE;
  #spentSaid = NO_USAGE;
  /** Of the newest line, in a file whose lines have ordinals; Codex refuses a line there without one. */
  #ordinal: number | null = null;

  constructor(private readonly start: ExportStart) {
    this.importedEnd = start.importedEnd;
    this.#spelling = new CodexSpelling(start.importedEnd);
    this.ledger = new ExportLedger((entry) =>
      this.#spelling.itemsOf(entry).map((item) => ({ item })),
    );
    this.#rollout = new WrittenRollout(this.ledger.ids);
    this.first = firstLine(start);
    if (this.first !== null) this.#rollout.take(this.first);
  }

  follow(object: JsonObject, { event, spent }: WrittenEvent): void {
    this.#spent = this.#spentSaid = spent;
    if (this.first === null && isCount(object.ordinal)) this.#ordinal = object.ordinal;
    this.#hasTurns ||= event.type === "turn.started";
    this.#rollout.take(object, this.ledger.at(event.offset));
  }

  async write({ event, before, after, spent }: WrittenEvent): Promise<readonly JsonObject[]> {
    this.#spent = spent;
    if (isKnownEvent(event)) await this.#writeEvent(event, before, after);
    else this.start.report.add(event.type, event.offset);
    return this.#taken();
  }

  async finish({ event, after }: WrittenEvent): Promise<readonly JsonObject[]> {
    const rollout = this.#rollout;
    if (!rollout.hasLedger(this.ledger.at(event.offset))) {
      await this.#compact(event, after, null);
    }
    this.#tellAgain(event, after);
    const { baseline } = rollout.state;
    if (baseline !== null && baseline !== baselineKey(after)) {
      await this.#compact(event, after, null);
    }
    this.#writeUsage(event.at, after);
    this.#writeTitle(event.at, after);
    this.#endUserTurn(event.at);
    return this.#taken();
  }

  async #writeEvent(event: RefoldEvent, before: ThreadState, after: ThreadState): Promise<void> {
    const to = rollbackOf(event);
    if (to !== null) this.#rollBack(event.at, this.ledger.at(to));
    const facts = countedFacts(event);
    for (const fact of facts) await this.#writeFact(fact, event, after);
    const compaction = facts.findLast(({ type }) => type === "history.compacted") ?? null;
    const isEdited = to !== null || facts.some(isEdit);
    const differs = !this.#rollout.hasLedger(this.ledger.at(event.offset));
    if (compaction !== null || (isEdited && differs)) await this.#compact(event, after, compaction);
    const isTold = facts.some(({ type }) => type === "context.injected");
    if (isTold && after.baseline !== before.baseline) this.#writeContext(event, after);
    else if (isEdited) this.#tellAgain(event, after);
    const isCounted = isEdited || facts.some(({ type }) => type === "usage.reported");
    if (isCounted) this.#writeUsage(event.at, after);
    this.#writeTitle(event.at, after);
  }

  /** A whole number of turns as such; anything else is made good when the event was written. */
  #rollBack(at: string, ledger: number): void {
    if (this.#rollout.hasLedger(ledger)) return;
    const turns = this.#rollout.turnsBackTo(ledger);
    if (turns !== null) this.#add(eventLine(at, "thread_rolled_back", { num_turns: turns }));
  }

  async #writeFact(fact: Fact, event: RefoldEvent, after: ThreadState): Promise<void> {
    const { at, offset } = event;
    const { report, state } = this.start;
    const { turnId, isDiscarded } = this.#rollout;
    switch (fact.type) {
      case "turn.started":
        this.#startTurn(fact, event);
        return;
      case "turn.completed":
        if (!isDiscarded) this.#add(turnCompletedLine(at, turnId));
        return;
      case "turn.aborted":
        if (!isDiscarded) this.#add(turnAbortedLine(at, turnId, fact.data.reason));
        return;
      case "item.recorded":
        return this.#writeItem(fact.data, event, after);
      case "context.injected":
        for (const recorded of fact.data.items) await this.#writeItem(recorded, event, after);
        return;
      case "instructions.set": {
        const written = this.first === null ? null : state.thread?.instructions?.text;
        if (fact.data.text !== written) report.add(fact.type, offset);
        return;
      }
      case "notice.logged": {
        const { level, message } = fact.data;
        if (level === "info") report.add("notice.logged (info)", offset);
        else this.#add(eventLine(at, level, { message }));
        return;
      }
      case "usage.reported":
        report.addUsage(fact.data, offset);
        if (fact.data.usage.cacheWrite > 0) report.add("counts of cache writes", offset);
        if (isAside(fact.data)) this.#writeAside(at, fact.data, after);
        return;
      case "thread.forked": // the file's first line says it
        return;
      default:
        report.addFact(fact.type, offset);
    }
  }

  /** In a thread without starts of turns each message of the user's begins one; Codex counts starts. */
  #startUserTurn({ at, offset }: RefoldEvent, { usage }: ThreadState): void {
    this.#endUserTurn(at);
    this.#isInUserTurn = true;
    this.#add(turnStartedLine(at, this.#madeTurnId(offset), usage.contextWindow));
  }

  #endUserTurn(at: string): void {
    const { turnId, isDiscarded } = this.#rollout;
    if (this.#isInUserTurn && !isDiscarded) this.#add(turnCompletedLine(at, turnId));
    this.#isInUserTurn = false;
  }

  #startTurn({ data }: FactOf<"turn.started">, { at, offset, turn }: RefoldEvent): void {
    this.#endUserTurn(at);
    this.#hasTurns = true;
    const madeId = turn === undefined ? this.#madeTurnId(offset) : ulidToUuid(turn);
    const window = data.envelope.contextWindow ?? null;
    this.#add(turnStartedLine(at, data.foreignId ?? madeId, window));
  }

  /** A bounded output is written whole, if a reader will bound it to the very same. */
  async #writeItem(recorded: RecordedItem, event: RefoldEvent, after: ThreadState): Promise<void> {
    const { report, blobs } = this.start;
    const { bounded, origin } = recorded;
    const [item] = this.#spelling.itemsOf(recorded);
    if (item === undefined) {
      report.add("reasoning that is not OpenAI's", event.offset);
      return;
    }
    if (!this.#hasTurns && isBoundaryOrigin(origin)) this.#startUserTurn(event, after);
    this.#startIfDiscarded(event, after);
    if (recorded.failed === true) report.add("marks of failed tool calls", event.offset);
    const whole = bounded === undefined ? null : await restoreWhole(recorded, blobs);
    const isWhole = whole !== null && this.#rollout.keyOf(whole) === this.ledger.ids.keyOf(item);
    if (bounded !== undefined && !isWhole) report.add("originals of bounded outputs", event.offset);
    const payload = isWhole ? whole : await restoreItem({ item }, blobs);
    this.#add(lineOf(event.at, "response_item", payload));
    if (origin === "user") this.#add(userMessageLine(event.at, item));
  }

  /** The whole ledger, as a checkpoint. @param compaction null: it was none, but has no other line */
  async #compact(event: LogEvent, state: ThreadState, compaction: Fact | null): Promise<void> {
    const isOpened = this.#rollout.losesCheckpoint;
    if (isOpened) this.#startAnew(event, state);
    const list: unknown[] = [];
    for (const entry of state.ledger.entries) {
      // Verbatim, as Codex takes such a list over: outputs as they were bounded.
      for (const item of this.#spelling.itemsOf(entry)) {
        list.push(await restoreItem({ item }, this.start.blobs));
      }
    }
    const summary = compaction?.type === "history.compacted" ? compaction.data.summary : null;
    const message = summary === null ? "" : withSummaryPrefix(summary);
    this.#add(lineOf(event.at, "compacted", { message, replacement_history: list }));
    if (isOpened && state.turns.running === null) {
      this.#add(turnCompletedLine(event.at, this.#rollout.turnId));
    }
  }

  /** The baseline, if it is another by now; in a user's turn only, for no other context counts. */
  #tellAgain(event: LogEvent, state: ThreadState): void {
    const wanted = baselineKey(state);
    if (wanted === null || wanted === this.#rollout.state.baseline || !this.#rollout.isUserTurn) {
      return;
    }
    this.#writeContext(event, state);
  }

  #writeContext(event: LogEvent, state: ThreadState): void {
    if (state.baseline === null) return;
    this.#startIfDiscarded(event, state);
    const isOwn = state.thread?.source.dialect === "refold";
    const payload = contextPayload(state.baseline.envelope, this.#rollout.turnId, isOwn);
    if (payload === null) this.start.report.add("contexts without a model", event.offset);
    else this.#add(lineOf(event.at, "turn_context", payload));
  }

  /**
   * If what was written tells another usage, to us or to Codex, which goes by the newest report. Its
   * running total never goes down: what a discarded turn cost was paid too.
   */
  #writeUsage(at: string, state: ThreadState): void {
    const { state: written, newestUsage } = this.#rollout;
    const total = addUsage(newestUsage.total, subtractUsage(this.#spent, this.#spentSaid));
    const usage = { ...state.usage, total };
    const wanted = usageKey(usage);
    if (usageKey(written.usage) === wanted && usageKey(newestUsage) === wanted) return;
    this.#spentSaid = this.#spent;
    this.#add(tokenCountLine(at, usage));
  }

  /**
   * What a request beside the conversation cost. Codex goes by the newest report, so the one before it is
   * said again after this.
   */
  #writeAside(at: string, data: UsageReported["data"], { usage }: ThreadState): void {
    const last = newlyUsed(data);
    const total = addUsage(this.#rollout.newestUsage.total, last);
    this.#add(tokenCountLine(at, { ...usage, last, total }));
  }

  /** If what was written tells another title: the newest one counts. */
  #writeTitle(at: string, { thread }: ThreadState): void {
    const { newestTitle } = this.#rollout;
    const wanted = thread?.title ?? null;
    if (newestTitle === wanted) return;
    this.#add(nameLine(at, this.start.threadId, wanted));
  }

  /** After a rollback nothing counts until a turn starts. */
  #startIfDiscarded(event: LogEvent, state: ThreadState): void {
    if (this.#rollout.isDiscarded) this.#startAnew(event, state);
  }

  #startAnew({ at, offset }: LogEvent, { turns, usage }: ThreadState): void {
    const { running } = turns;
    const turnId =
      running === null ? this.#madeTurnId(offset) : (running.foreignId ?? ulidToUuid(running.turn));
    this.#add(turnStartedLine(at, turnId, usage.contextWindow));
  }

  #madeTurnId(offset: number): string {
    const place = `${this.start.threadId}:exported:${offset}:${this.#rollout.lines}`;
    return ulidToUuid(derivedUlid(place));
  }

  #add(line: JsonObject): void {
    this.#rollout.take(line);
    this.#lines.push(this.#ordinal === null ? line : numbered(line, ++this.#ordinal));
  }

  #taken(): readonly JsonObject[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }
}

/** The members in Codex's order. */
function numbered({ timestamp, ...line }: JsonObject, ordinal: number): JsonObject {
  return { timestamp, ordinal, ...line };
}

function firstLine(start: ExportStart): JsonObject | null {
  if (isOwnFile(start)) {
    if (start.modelProvider !== undefined) start.report.add(PROVIDER_LEFT, 0);
    return null;
  }
  if (start.firstObject !== null && start.firstObject.payload === undefined) {
    // A bare file's first line says how the others are read: none can be before it.
    start.report.add("the fork's own id", start.importedEnd);
    return null;
  }
  return sessionMetaLine(start.state, start);
}

function baselineKey({ baseline }: ThreadState): string | null {
  return baseline === null ? null : contextKey(baseline.envelope);
}
