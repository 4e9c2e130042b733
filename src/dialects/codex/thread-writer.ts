import type { Fact, FactOf, LogEvent, RefoldEvent } from "../../events/event.js";
import { ulidToUuid } from "../../events/ids.js";
import type { RecordedItem } from "../../events/item.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { RunningTurn } from "../../events/slices.js";
import { countedFacts } from "../../reducers/reduce.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { derivedUlid } from "../shared/derived-ids.js";
import { restoreItem } from "../shared/encode-kept.js";
import { type ExportLedger, isEdit, type LedgerIds } from "../shared/export-ledger.js";
import type { BlobReader } from "../shared/kept-bytes.js";
import type { ExportReport, WrittenEvent } from "../shared/write-thread.js";
import { contextKey, contextPayload } from "./turn-context.js";
import {
  type EntryItems,
  eventLine,
  itemPayload,
  lineOf,
  nameLine,
  tokenCountLine,
  turnAbortedLine,
  turnCompletedLine,
  turnStartedLine,
  usageKey,
  userMessageLine,
  withSummaryPrefix,
} from "./written-lines.js";
import type { WrittenRollout } from "./written-rollout.js";

export interface ThreadWriterParts {
  readonly threadId: string;
  readonly blobs: BlobReader;
  readonly ids: LedgerIds;
  readonly ledger: ExportLedger;
  readonly items: EntryItems;
  readonly rollout: WrittenRollout;
  readonly report: ExportReport;
  /** The base instructions that the file's first line holds; null: none. */
  readonly instructions: string | null;
}

/**
 * Writes events of our own as lines of a rollout. Whatever Codex has no line for but changes the
 * history becomes a `compacted` line with the whole ledger; so does every place where the rollout,
 * read again, would give another history.
 */
export class ThreadWriter {
  #lines: JsonObject[] = [];

  constructor(private readonly parts: ThreadWriterParts) {}

  /** @returns the lines that say what the event says */
  async write({ event, before, after }: WrittenEvent): Promise<readonly JsonObject[]> {
    if (isKnownEvent(event)) await this.#writeEvent(event, before, after);
    else this.parts.report.add(event.type, event.offset);
    return this.#taken();
  }

  /** @returns the lines that the end of the thread needs, so that it is what the rollout ends with */
  async finish(event: LogEvent, state: ThreadState): Promise<readonly JsonObject[]> {
    const { rollout, ledger } = this.parts;
    if (rollout.ledger !== ledger.at(event.offset)) await this.#compact(event, state, null);
    this.#tellAgain(event, state);
    const isBaselineRight = rollout.baseline === null || rollout.baseline === baselineKey(state);
    if (!isBaselineRight) await this.#compact(event, state, null);
    this.#writeUsage(event.at, state);
    this.#writeTitle(event.at, state);
    return this.#taken();
  }

  async #writeEvent(event: RefoldEvent, before: ThreadState, after: ThreadState): Promise<void> {
    const to = rollbackOf(event);
    if (to !== null) this.#rollBack(event.at, this.parts.ledger.at(to));
    const facts = countedFacts(event);
    for (const fact of facts) await this.#writeFact(fact, event, after);
    const compaction = facts.findLast(({ type }) => type === "history.compacted") ?? null;
    const isEdited = to !== null || facts.some(({ type }) => isEdit(type));
    const differs = this.parts.rollout.ledger !== this.parts.ledger.at(event.offset);
    if (compaction !== null || (isEdited && differs)) {
      await this.#compact(event, after, compaction);
    }
    const isTold = facts.some(({ type }) => type === "context.injected");
    if (isTold && after.baseline !== before.baseline) this.#writeContext(event, after);
    else if (isEdited) this.#tellAgain(event, after);
    const isCounted = isEdited || facts.some(({ type }) => type === "usage.reported");
    if (isCounted) this.#writeUsage(event.at, after);
    this.#writeTitle(event.at, after);
  }

  /** A whole number of turns as such; anything else is made good when the event was written. */
  #rollBack(at: string, ledger: number): void {
    const { rollout } = this.parts;
    if (rollout.ledger === ledger) return;
    const turns = rollout.turnsBackTo(ledger);
    if (turns !== null) this.#add(eventLine(at, "thread_rolled_back", { num_turns: turns }));
  }

  async #writeFact(fact: Fact, event: RefoldEvent, after: ThreadState): Promise<void> {
    const { at, offset } = event;
    const { report, rollout } = this.parts;
    switch (fact.type) {
      case "turn.started":
        this.#startTurn(fact, event);
        return;
      case "turn.completed":
      case "turn.aborted":
        if (rollout.isDiscarded) return;
        this.#add(
          fact.type === "turn.completed"
            ? turnCompletedLine(at, rollout.turnId)
            : turnAbortedLine(at, rollout.turnId, fact.data.reason),
        );
        return;
      case "item.recorded":
        return this.#writeItem(fact.data, event, after);
      case "context.injected":
        for (const recorded of fact.data.items) await this.#writeItem(recorded, event, after);
        return;
      case "instructions.set":
        if (fact.data.text !== this.parts.instructions) report.add(fact.type, offset);
        return;
      case "notice.logged":
        this.#writeNotice(fact, event);
        return;
      case "usage.reported":
        if (fact.data.usage.cacheWrite > 0) report.add("counts of cache writes", offset);
        return;
      case "thread.configured":
      case "tools.declared":
      case "request.sent":
      case "snapshot.taken":
      case "snapshot.restored":
      case "foreign.kept":
        report.add(fact.type, offset);
        return;
      case "thread.started": // the file's first line says it, and its title a line behind it
      case "thread.forked":
      case "thread.renamed":
      case "history.compacted": // the ledger behind them is written
      case "history.trimmed":
      case "history.cleared":
      case "history.rolled-back":
      case "outputs.cleared":
      case "images.replaced":
        return;
    }
  }

  #startTurn({ data }: FactOf<"turn.started">, { at, offset, turn }: RefoldEvent): void {
    const turnId = data.foreignId ?? (turn === undefined ? this.#madeTurnId(offset) : uuid(turn));
    this.#add(turnStartedLine(at, turnId, data.envelope.contextWindow ?? null));
  }

  async #writeItem(recorded: RecordedItem, event: RefoldEvent, after: ThreadState): Promise<void> {
    const { rollout, ids, blobs, report } = this.parts;
    this.#startIfDiscarded(event, after);
    if (recorded.failed === true) report.add("marks of failed tool calls", event.offset);
    const { payload, isOriginal } = await itemPayload(recorded, { rollout, ids, blobs });
    if (!isOriginal) report.add("originals of bounded outputs", event.offset);
    this.#add(lineOf(event.at, "response_item", payload));
    if (recorded.origin === "user") this.#add(userMessageLine(event.at, recorded.item));
  }

  #writeNotice({ data }: FactOf<"notice.logged">, { at, offset }: RefoldEvent): void {
    const { level, message } = data;
    if (level === "info") this.parts.report.add("notice.logged (info)", offset);
    else this.#add(eventLine(at, level, { message }));
  }

  /** The whole ledger, as a checkpoint. @param compaction null: it was none, but has no other line */
  async #compact(event: LogEvent, state: ThreadState, compaction: Fact | null): Promise<void> {
    const isOpened = this.#startIfDiscarded(event, state);
    const entries = state.ledger.entries.toArray();
    const list = await Promise.all(entries.map((entry) => this.#replacement(entry)));
    const summary = compaction?.type === "history.compacted" ? compaction.data.summary : null;
    const message = summary === null ? "" : withSummaryPrefix(summary);
    this.#add(lineOf(event.at, "compacted", { message, replacement_history: list }));
    if (isOpened && state.turns.running === null) {
      this.#add(turnCompletedLine(event.at, this.parts.rollout.turnId));
    }
  }

  /** Verbatim, as Codex takes such a list over: outputs as they were bounded. */
  #replacement(entry: LedgerEntry): Promise<unknown> {
    return restoreItem({ item: this.parts.items.itemOf(entry) }, this.parts.blobs);
  }

  /** The baseline, where it is another by now; in a user's turn only, for no other context counts. */
  #tellAgain(event: LogEvent, state: ThreadState): void {
    const { rollout } = this.parts;
    const wanted = baselineKey(state);
    if (wanted === null || wanted === rollout.baseline || !rollout.isUserTurn) return;
    this.#writeContext(event, state);
  }

  #writeContext(event: LogEvent, state: ThreadState): void {
    if (state.baseline === null) return;
    this.#startIfDiscarded(event, state);
    const payload = contextPayload(state.baseline.envelope, this.parts.rollout.turnId);
    if (payload === null) this.parts.report.add("contexts without a model", event.offset);
    else this.#add(lineOf(event.at, "turn_context", payload));
  }

  /** Where what was written tells another usage, to us or to Codex, which goes by the newest report. */
  #writeUsage(at: string, { usage }: ThreadState): void {
    const { rollout } = this.parts;
    const wanted = usageKey(usage);
    if (usageKey(rollout.usage) === wanted && usageKey(rollout.newestUsage) === wanted) return;
    this.#add(tokenCountLine(at, usage));
  }

  /** Where what was written tells another title, to us or to Codex, which goes by the newest one. */
  #writeTitle(at: string, { thread }: ThreadState): void {
    const { rollout, threadId } = this.parts;
    const wanted = thread?.title ?? null;
    if (rollout.title === wanted && rollout.newestTitle === wanted) return;
    this.#add(nameLine(at, threadId, wanted));
  }

  /** Behind a rollback nothing counts until a turn starts. @returns true when one was started */
  #startIfDiscarded({ at, offset }: LogEvent, { turns, usage }: ThreadState): boolean {
    if (!this.parts.rollout.isDiscarded) return false;
    const { running } = turns;
    const turnId = running === null ? this.#madeTurnId(offset) : idOf(running);
    this.#add(turnStartedLine(at, turnId, usage.contextWindow));
    return true;
  }

  #madeTurnId(offset: number): string {
    const { threadId, rollout } = this.parts;
    return uuid(derivedUlid(`${threadId}:exported:${offset}:${rollout.lines}`));
  }

  #add(line: JsonObject): void {
    this.parts.rollout.take(line);
    this.#lines.push(line);
  }

  #taken(): readonly JsonObject[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }
}

function idOf({ foreignId, turn }: RunningTurn): string {
  return foreignId ?? uuid(turn);
}

function uuid(ulid: string): string {
  return ulidToUuid(ulid);
}

function baselineKey({ baseline }: ThreadState): string | null {
  return baseline === null ? null : contextKey(baseline.envelope);
}
