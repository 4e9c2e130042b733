import { assertNever } from "../../errors.js";
import type { Fact, FactOf, LogEvent, RefoldEvent } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { countedFacts } from "../../reducers/reduce.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { addUsage, NO_USAGE } from "../../reducers/usage.js";
import {
  EMPTY_LEDGER,
  type ExportLedger,
  isEdit,
  type SpellableEntry,
} from "../shared/export-ledger.js";
import { type ExportReport, titleOf, type WrittenEvent } from "../shared/write-thread.js";
import { CLEARED_OUTPUT } from "./compaction.js";
import type { TranscriptLines } from "./transcript-lines.js";
import { isWithin } from "./usage.js";
import type { WrittenTranscript } from "./written-transcript.js";

interface ThreadWriterParts {
  readonly ledger: ExportLedger;
  readonly transcript: WrittenTranscript;
  readonly lines: TranscriptLines;
  readonly report: ExportReport;
  /** Whether the imported lines name the session that is written, so that their title is its title. */
  readonly isOwnFile: boolean;
}

/**
 * Nothing in a transcript leads back to before a compaction that kept messages in their place, or that
 * is the first thing said: what was spent since stays in its sum.
 */
export const SUM_GOES_ON = "usage that was rolled back";
/** A session that was resumed may count from nothing again: a transcript's sum goes on. */
export const TOTALS_BEGAN_ANEW = "running totals that began anew";
const OTHER_SETTINGS = "settings but for model and folder";

/**
 * Writes events of our own as lines of a transcript. What is appended becomes messages, a rollback
 * another branch of the tree; whatever else changes the history becomes a compaction's boundary with
 * the whole ledger behind it, as does every place where the transcript, read again, would give another.
 */
export class ThreadWriter {
  /** By offset: the line that a thread which goes back there goes on behind. */
  readonly #leaves: (string | null)[] = [];
  /** What was spent before running totals began anew; and the same by offset. */
  #spentBefore = NO_USAGE;
  readonly #spentBefores: Usage[] = [];
  /** The title that the lines give; undefined: nothing of our own was written yet. */
  #title: string | null | undefined;

  constructor(private readonly parts: ThreadWriterParts) {}

  /** An imported event: its line was written and taken already. */
  passOver(leaf: string | null): void {
    this.#leaves.push(leaf);
    this.#spentBefores.push(this.#spentBefore);
    this.parts.lines.goOnBehind(leaf);
  }

  /** @returns the lines that are settled by now; some wait for what comes */
  async write(written: WrittenEvent): Promise<readonly JsonObject[]> {
    const { event, before } = written;
    const { lines, report } = this.parts;
    lines.begin(event.at, before);
    this.#followTotals(written);
    if (isKnownEvent(event)) await this.#writeEvent(event, written);
    else report.add(event.type, event.offset);
    this.#name(written);
    this.#leaves.push(lines.leaf);
    return lines.taken();
  }

  /** @returns what the end of the thread needs, so that it is what the transcript ends with */
  async finish({ event, after }: WrittenEvent): Promise<readonly JsonObject[]> {
    const { lines, transcript, report } = this.parts;
    lines.begin(event.at, after);
    lines.settle();
    const isLive = transcript.live.ledger === this.#wanted(event);
    if (!isLive || !isWithin(transcript.live.total, this.#spent(after))) {
      await this.#branch(event, after, true);
    }
    lines.flush();
    lines.spend();
    if (!isWithin(transcript.live.total, this.#spent(after))) report.add(SUM_GOES_ON, event.offset);
    if (this.#spentBefore !== NO_USAGE) report.add(TOTALS_BEGAN_ANEW, event.offset);
    return lines.taken();
  }

  /** By a thread's own sum, and by what came before that began anew. */
  #spent({ usage }: ThreadState): Usage {
    return addUsage(this.#spentBefore, usage.total);
  }

  #followTotals({ event, before, after }: WrittenEvent): void {
    const to = isKnownEvent(event) ? rollbackOf(event) : null;
    if (to !== null) this.#spentBefore = this.#spentBefores[to] ?? NO_USAGE;
    else if (!isWithin(before.usage.total, after.usage.total)) {
      this.#spentBefore = this.#spent(before);
    }
    this.#spentBefores.push(this.#spentBefore);
  }

  #wanted({ offset }: LogEvent): number {
    return this.parts.ledger.at(offset);
  }

  async #writeEvent(event: RefoldEvent, { after }: WrittenEvent): Promise<void> {
    const { lines } = this.parts;
    const facts = countedFacts(event);
    const to = rollbackOf(event);
    const edits = facts.filter(({ type }) => isEdit(type));
    const isRewritten = edits.length > 0 || (to !== null && !this.#goBack(to, after));
    for (const fact of facts) {
      await this.#writeFact(fact, event, { after, isRewritten });
    }
    if (edits.length > 0) await this.#edit(edits, event, after);
    else if (isRewritten) await this.#branch(event, after, false);
    lines.spent(this.#spent(after));
    if (lines.ledger !== this.#wanted(event)) await this.#compact(null, after);
  }

  /** @returns false when no line stands where the thread goes back to: within an answer */
  #goBack(to: number, after: ThreadState): boolean {
    const { lines, transcript, ledger } = this.parts;
    lines.settle();
    lines.spent(this.#spent(after));
    const leaf = this.#leaves[to] ?? null;
    const place = transcript.placeBehind(leaf);
    lines.goOnBehind(leaf);
    return place.ledger === ledger.at(to) && isWithin(place.total, this.#spent(after));
  }

  /**
   * What stands in the ledger again, behind the newest line above that holds its beginning.
   * @param anew at least its end, for that makes the branch the live one
   */
  async #branch(event: LogEvent, state: ThreadState, anew: boolean): Promise<void> {
    const { lines, transcript } = this.parts;
    const entries = state.ledger.entries.toArray();
    const beginnings = this.#beginnings(entries);
    const wanted = this.#wanted(event);
    const from = transcript.placeBehind(lines.leaf);
    const isNothing = anew && wanted === EMPTY_LEDGER;
    if (isNothing && from.ledger === wanted) {
      lines.sayNothing();
      return;
    }
    for (const place of transcript.placesAbove(lines.leaf)) {
      if (!isWithin(place.total, this.#spent(state))) continue;
      if (place.compactions < from.compactions) {
        lines.goOnBehind(place.uuid);
        return this.#compact(null, state);
      }
      const count = beginnings.get(place.ledger);
      if (count === undefined || (anew && place.ledger === wanted && count > 0)) continue;
      lines.goOnBehind(place.uuid);
      if (isNothing) lines.sayNothing();
      return this.#writeEntries(entries.slice(count));
    }
    return this.#compact(null, state);
  }

  /** How many of the entries each of the ledgers on the way holds. */
  #beginnings(entries: readonly SpellableEntry[]): ReadonlyMap<number, number> {
    let ledger = EMPTY_LEDGER;
    const found = new Map([[ledger, 0]]);
    for (const [index, entry] of entries.entries()) {
      ledger = this.parts.ledger.extend(ledger, entry);
      found.set(ledger, index + 1);
    }
    return found;
  }

  async #edit(edits: readonly Fact[], event: LogEvent, after: ThreadState): Promise<void> {
    const { lines } = this.parts;
    const [only, ...others] = edits;
    if (only?.type === "outputs.cleared" && others.length === 0) {
      const callIds = clearedCalls(only, after);
      if (callIds !== null && lines.ledger !== this.#wanted(event)) {
        lines.flush();
        lines.clearOutputs(callIds, this.#wanted(event));
        return;
      }
    }
    const isChanged = lines.ledger !== this.#wanted(event);
    const compaction = edits.findLast(({ type }) => type === "history.compacted");
    if (compaction?.type === "history.compacted") await this.#compact(compaction, after);
    else if (isChanged) await this.#compact(null, after);
  }

  /** A boundary, and behind it the ledger as it stands. @param compaction null: it was another edit */
  async #compact(
    compaction: FactOf<"history.compacted"> | null,
    state: ThreadState,
  ): Promise<void> {
    const { lines } = this.parts;
    lines.settle();
    const isByHand = compaction === null || compaction.data.trigger === "manual";
    const trigger = isByHand ? "manual" : "auto";
    lines.bound({ trigger, preTokens: compaction?.data.tokensBefore ?? null });
    await this.#writeEntries(state.ledger.entries.toArray());
  }

  /** Again: what of them is lost was told where they were recorded. */
  async #writeEntries(entries: readonly SpellableEntry[]): Promise<void> {
    for (const entry of entries) await this.parts.lines.say(entry);
  }

  async #writeFact(
    fact: Fact,
    event: RefoldEvent,
    { after, isRewritten }: { readonly after: ThreadState; readonly isRewritten: boolean },
  ): Promise<void> {
    const { lines } = this.parts;
    switch (fact.type) {
      case "item.recorded":
        return this.#record(fact.data, event, isRewritten);
      case "context.injected":
        lines.goIn(after);
        return this.#inject(fact, event, isRewritten);
      case "turn.started":
        lines.goIn(after);
        return;
      case "usage.reported":
        this.#count(fact, event, this.#spent(after));
        return;
      case "turn.completed":
        if (fact.data.durationMs !== null) lines.turnEnded(fact.data.durationMs);
        return;
      case "notice.logged":
        lines.notice(fact.data);
        return;
      case "turn.aborted":
      case "thread.configured":
      case "instructions.set":
      case "tools.declared":
      case "request.sent":
      case "snapshot.taken":
      case "snapshot.restored":
      case "foreign.kept":
        this.#leaveOut(fact.type, event);
        return;
      case "thread.started": // the lines say it, each of them
      case "thread.forked":
      case "thread.renamed": // its title is written where it is another
      case "history.compacted": // the ledger behind them is written
      case "history.trimmed":
      case "history.cleared":
      case "history.rolled-back":
      case "outputs.cleared":
      case "images.replaced":
        return;
      default:
        assertNever(fact);
    }
  }

  async #inject(
    { data }: FactOf<"context.injected">,
    event: RefoldEvent,
    isRewritten: boolean,
  ): Promise<void> {
    for (const recorded of data.items) await this.#record(recorded, event, isRewritten);
    if (data.mode !== "observed") this.#leaveOut(OTHER_SETTINGS, event);
  }

  /** A title counts on every branch: one that a rollback brings back is told again. */
  #name({ event, before, after }: WrittenEvent): void {
    if (this.#title === undefined) this.#title = this.parts.isOwnFile ? titleOf(before) : null;
    const title = titleOf(after);
    if (title === this.#title) return;
    this.#title = title;
    if (title === null) this.#leaveOut("titles taken away", event);
    else this.parts.lines.rename(title);
  }

  #leaveOut(what: string, { offset }: LogEvent): void {
    this.parts.report.add(what, offset);
  }

  async #record(recorded: RecordedItem, event: RefoldEvent, isRewritten: boolean): Promise<void> {
    const { report } = this.parts;
    if (recorded.bounded !== undefined) report.add("originals of bounded outputs", event.offset);
    const { lines } = this.parts;
    const { lost } = isRewritten ? lines.spelling(recorded) : await lines.say(recorded);
    if (lost !== null) report.add(lost, event.offset);
  }

  #count({ data }: FactOf<"usage.reported">, event: RefoldEvent, total: Usage): void {
    const { lines } = this.parts;
    if (data.usage.reasoning > 0) this.#leaveOut("counts of reasoning tokens", event);
    if (data.revised === undefined && lines.isMore(total)) lines.count(total);
    else lines.spent(total);
  }
}

/**
 * The calls whose outputs a microcompaction has to name, so that a reader clears what was cleared.
 * @param after the state behind the clearing
 * @returns null when none can say it: the placeholder is another, or a call has outputs that stay
 */
function clearedCalls(
  { data }: FactOf<"outputs.cleared">,
  { ledger }: ThreadState,
): readonly string[] | null {
  if (data.placeholder !== CLEARED_OUTPUT) return null;
  const cleared = new Set<string>();
  const kept = new Set<string>();
  for (const { item } of ledger.entries) {
    if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") continue;
    (item.output === CLEARED_OUTPUT ? cleared : kept).add(item.call_id);
  }
  const callIds = [...cleared];
  return callIds.length === 0 || callIds.some((id) => kept.has(id)) ? null : callIds;
}
