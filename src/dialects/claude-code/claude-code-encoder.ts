import type { EventSource } from "../../events/event-source.js";
import type { Fact, FactOf, LogEvent, RefoldEvent } from "../../events/event.js";
import { ulidToUuid } from "../../events/ids.js";
import { isPartsOutput } from "../../events/item-images.js";
import type { RecordedItem } from "../../events/item.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { countedFacts } from "../../reducers/reduce.js";
import { elementsFrom } from "../../reducers/sequence.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { isAside } from "../../reducers/usage.js";
import { EMPTY_LEDGER, ExportLedger, isEdit } from "../shared/export-ledger.js";
import { textAt } from "../shared/json.js";
import {
  type ExportStart,
  isOwnFile,
  type ThreadExport,
  type ThreadWriter,
  titleOf,
  writeThread,
  type WrittenEvent,
} from "../shared/write-thread.js";
import { claudeCodeForm } from "./claude-code-form.js";
import { CLEARED_OUTPUT } from "./compaction.js";
import { EntrySpelling } from "./spelling.js";
import { TranscriptLines } from "./transcript-lines.js";
import { WrittenTranscript } from "./written-transcript.js";

/**
 * Writes a thread as a Claude Code transcript, whoever recorded it. What was imported from one is
 * written byte for byte; what came after it, and all of any other thread, as lines that open as a
 * transcript with the same ledger (docs/claude-code-export.md).
 *
 * @param source the thread's events through its ancestors; read twice, and more for rollbacks
 * @returns the file's bytes, in parts
 * @throws {RefoldError} `blob-missing`: the bytes of an image, or of an imported line, are gone
 */
export function writeClaudeCode(
  source: EventSource,
  options: ThreadExport,
): AsyncGenerator<Uint8Array, void, undefined> {
  return writeThread(source, options, { form: claudeCodeForm, Writer: ClaudeCodeWriter });
}

const OTHER_SETTINGS = "settings but for model and folder";

/**
 * Writes events of our own as lines of a transcript. What is appended becomes messages, a rollback
 * another branch of the tree; whatever else changes the history becomes a compaction's boundary with
 * the whole ledger after it, as does every place where the transcript, read again, would give another.
 */
class ClaudeCodeWriter implements ThreadWriter {
  readonly ledger: ExportLedger;
  readonly importedEnd: number;
  readonly first: JsonObject | null;
  readonly #spelling = new EntrySpelling();
  readonly #transcript: WrittenTranscript;
  readonly #lines: TranscriptLines;
  /** What else the imported lines say, that a line after them has to say too. */
  readonly #others: Record<string, unknown> = {};
  /** By offset: the line that a thread which goes back there goes on after. */
  readonly #leaves: (string | null)[] = [];
  /** The title that the lines give; undefined: nothing of our own was written yet. */
  #title: string | null | undefined;

  constructor(private readonly start: ExportStart) {
    const { state, threadId, blobs, version, at } = start;
    this.importedEnd = start.importedEnd;
    this.ledger = new ExportLedger((entry) => this.#spelling.itemsOf(entry));
    this.#transcript = new WrittenTranscript(this.ledger);
    // As the imported lines spell them; a fork's session is its own.
    const [foreignId, agentId] = state.thread?.source.foreignId?.split("/") ?? [];
    const isOwn = isOwnFile(start);
    const sessionId = (isOwn ? foreignId : undefined) ?? ulidToUuid(threadId);
    if (start.importedEnd > 0 && agentId !== undefined) {
      Object.assign(this.#others, { isSidechain: true, agentId });
    }
    const common = { sessionId, cwd: state.thread?.cwd ?? "", version, others: this.#others };
    const parts = { transcript: this.#transcript, ledger: this.ledger, spelling: this.#spelling };
    this.#lines = new TranscriptLines({ threadId, common, blobs, ...parts });
    this.first = isOwn ? null : { type: "mode", mode: "normal", sessionId, timestamp: at };
    if (this.first !== null) this.#transcript.take(this.first);
  }

  follow(object: JsonObject, { event }: WrittenEvent): void {
    this.#transcript.take(object, this.ledger.at(event.offset));
    const leaf = this.#transcript.live.uuid;
    this.#leaves.push(leaf);
    this.#lines.goOnAfter(leaf);
    const gitBranch = textAt(object, "gitBranch");
    if (gitBranch !== null) Object.assign(this.#others, { gitBranch });
  }

  async write(written: WrittenEvent): Promise<readonly JsonObject[]> {
    const { event, before } = written;
    this.#lines.begin(event.at, before);
    if (isKnownEvent(event)) await this.#writeEvent(event, written);
    else this.#leaveOut(event.type, event);
    this.#name(written);
    this.#leaves.push(this.#lines.leaf);
    return this.#lines.taken();
  }

  async finish({ event, after }: WrittenEvent): Promise<readonly JsonObject[]> {
    const lines = this.#lines;
    lines.begin(event.at, after);
    lines.settle();
    const isLive = this.#transcript.live.ledger === this.ledger.at(event.offset);
    if (!isLive) await this.#branch(event, after, true);
    lines.flush();
    lines.spend();
    return lines.taken();
  }

  async #writeEvent(event: RefoldEvent, { after, spent }: WrittenEvent): Promise<void> {
    const lines = this.#lines;
    const facts = countedFacts(event);
    const to = rollbackOf(event);
    const edits = facts.filter(isEdit);
    const isRewritten = edits.length > 0 || (to !== null && !this.#goBack(to));
    for (const fact of facts) await this.#writeFact(fact, event, { after, spent, isRewritten });
    if (edits.length > 0) await this.#edit(edits, event, after);
    else if (isRewritten) await this.#branch(event, after, false);
    lines.spent(spent);
    if (lines.ledger !== this.ledger.at(event.offset)) await this.#compact(null, after);
  }

  /** @returns false if no line is where the thread goes back to: within an answer */
  #goBack(to: number): boolean {
    const lines = this.#lines;
    lines.settle();
    const leaf = this.#leaves[to] ?? null;
    lines.goOnAfter(leaf);
    return lines.ledger === this.ledger.at(to);
  }

  /**
   * What is in the ledger again, after the newest line above that holds its beginning.
   * @param anew at least its end, for that makes the branch the live one
   */
  async #branch(event: LogEvent, state: ThreadState, anew: boolean): Promise<void> {
    const lines = this.#lines;
    const transcript = this.#transcript;
    const { entries } = state.ledger;
    const wanted = this.ledger.at(event.offset);
    const countIn = this.#beginnings(wanted, entries);
    const from = transcript.placeAfter(lines.leaf);
    const isNothing = anew && wanted === EMPTY_LEDGER;
    if (isNothing && from.ledger === wanted) {
      lines.sayNothing();
      return;
    }
    for (const place of transcript.placesAbove(lines.leaf)) {
      if (place.compactions < from.compactions) {
        lines.goOnAfter(place.uuid);
        break;
      }
      const count = countIn(place.ledger);
      if (count === undefined || (anew && place.ledger === wanted && count > 0)) continue;
      lines.goOnAfter(place.uuid);
      if (isNothing) lines.sayNothing();
      // What of them is lost was reported where they were recorded.
      for (const entry of elementsFrom(entries, count)) await lines.say(entry);
      return;
    }
    return this.#compact(null, state);
  }

  /**
   * How many of the entries a ledger holds that is a beginning of theirs; undefined: it is none. Ledgers
   * are asked for the longest first; only as many entries are looked at as theirs is longer by.
   */
  #beginnings(
    wanted: number,
    entries: ThreadState["ledger"]["entries"],
  ): (ledger: number) => number | undefined {
    const { ids } = this.ledger;
    const beginnings = this.ledger.beginnings(wanted, entries);
    const counts = new Map<number, number>();
    let next = beginnings.next();
    return (ledger) => {
      for (; next.done !== true; next = beginnings.next()) {
        const { value } = next;
        if (ids.lengthOf(value.ledger) < ids.lengthOf(ledger)) break;
        if (!counts.has(value.ledger)) counts.set(value.ledger, value.count);
      }
      return counts.get(ledger);
    };
  }

  /** @returns false if no line above holds just this: it is no beginning of what was said there */
  #goUpTo(wanted: number): boolean {
    const lines = this.#lines;
    lines.settle();
    const { ids } = this.ledger;
    const { compactions } = this.#transcript.placeAfter(lines.leaf);
    for (const place of this.#transcript.placesAbove(lines.leaf)) {
      const isShorter = ids.lengthOf(place.ledger) < ids.lengthOf(wanted);
      if (place.compactions < compactions || isShorter) return false;
      if (place.ledger !== wanted) continue;
      lines.goOnAfter(place.uuid);
      return lines.ledger === wanted;
    }
    return false;
  }

  async #edit(edits: readonly Fact[], event: LogEvent, after: ThreadState): Promise<void> {
    const lines = this.#lines;
    const wanted = this.ledger.at(event.offset);
    const [only, ...others] = edits;
    if (only?.type === "outputs.cleared" && others.length === 0) {
      const callIds = clearedCalls(only, after);
      if (callIds !== null && lines.ledger !== wanted) {
        lines.flush();
        lines.clearOutputs(callIds, wanted);
        return;
      }
    }
    if (edits.every(({ type }) => type === "history.trimmed") && this.#goUpTo(wanted)) return;
    const isChanged = lines.ledger !== wanted;
    const compaction = edits.findLast(({ type }) => type === "history.compacted");
    if (compaction?.type === "history.compacted") await this.#compact(compaction, after);
    else if (isChanged) await this.#compact(null, after);
  }

  /** A boundary, and after it the ledger as it is. @param compaction null: it was another edit */
  async #compact(
    compaction: FactOf<"history.compacted"> | null,
    state: ThreadState,
  ): Promise<void> {
    this.#lines.settle();
    const isByHand = compaction === null || compaction.data.trigger === "manual";
    this.#lines.bound(isByHand ? "manual" : "auto", compaction?.data.tokensBefore ?? null);
    // Words of the user's that stay in the history begin no turn a second time.
    for (const entry of state.ledger.entries) {
      await this.#lines.say({ ...entry, origin: "runtime" });
    }
  }

  async #writeFact(
    fact: Fact,
    event: RefoldEvent,
    {
      after,
      spent,
      isRewritten,
    }: Pick<WrittenEvent, "after" | "spent"> & { readonly isRewritten: boolean },
  ): Promise<void> {
    const lines = this.#lines;
    switch (fact.type) {
      case "item.recorded":
        return this.#record(fact.data, event, isRewritten);
      case "context.injected":
        lines.goIn(after);
        for (const recorded of fact.data.items) await this.#record(recorded, event, isRewritten);
        if (fact.data.mode !== "observed") this.#leaveOut(OTHER_SETTINGS, event);
        return;
      case "turn.started":
        lines.goIn(after);
        return;
      case "usage.reported":
        this.#count(fact, event, spent);
        return;
      case "turn.completed":
        if (fact.data.durationMs !== null) lines.turnEnded(fact.data.durationMs);
        return;
      case "notice.logged":
        lines.notice(fact.data);
        return;
      case "thread.forked": // the lines say it, each of them
        return;
      default:
        this.start.report.addFact(fact.type, event.offset);
    }
  }

  /** A title counts on every branch: one that a rollback brings back is told again. */
  #name({ event, before, after }: WrittenEvent): void {
    // The imported lines' title is this session's only if they name it.
    this.#title ??= isOwnFile(this.start) ? titleOf(before) : null;
    const title = titleOf(after);
    if (title === this.#title) return;
    this.#title = title;
    if (title === null) this.#leaveOut("titles taken away", event);
    else this.#lines.rename(title);
  }

  #leaveOut(what: string, { offset }: LogEvent): void {
    this.start.report.add(what, offset);
  }

  async #record(recorded: RecordedItem, event: RefoldEvent, isRewritten: boolean): Promise<void> {
    if (recorded.bounded !== undefined) this.#leaveOut("originals of bounded outputs", event);
    const { lost } = isRewritten ? this.#spelling.of(recorded) : await this.#lines.say(recorded);
    if (lost !== null) this.#leaveOut(lost, event);
  }

  #count({ data }: FactOf<"usage.reported">, event: RefoldEvent, total: Usage): void {
    this.start.report.addUsage(data, event.offset);
    if (data.usage.reasoning > 0) this.#leaveOut("counts of reasoning tokens", event);
    if (isAside(data)) this.#lines.spendAside(data);
    else if (data.revised === undefined && this.#lines.isMore(total)) this.#lines.count(total);
    else this.#lines.spent(total);
  }
}

/**
 * The calls whose outputs a microcompaction has to name, so that a reader clears what was cleared.
 * @param after the state after the clearing
 * @returns null if none can say it: the placeholder is another, or a call has outputs that stay
 */
function clearedCalls(
  { data }: FactOf<"outputs.cleared">,
  { ledger }: ThreadState,
): readonly string[] | null {
  if (data.placeholder !== CLEARED_OUTPUT) return null;
  const cleared = new Set<string>();
  const kept = new Set<string>();
  for (const { item } of ledger.entries) {
    if (!isPartsOutput(item)) continue;
    (item.output === CLEARED_OUTPUT ? cleared : kept).add(item.call_id);
  }
  const callIds = [...cleared];
  return callIds.length === 0 || callIds.some((id) => kept.has(id)) ? null : callIds;
}
