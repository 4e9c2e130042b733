import type { EventSource } from "../../events/event-source.js";
import type { Fact, RefoldEvent } from "../../events/event.js";
import { ulidToUuid } from "../../events/ids.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import { countedFacts, factsOf } from "../../reducers/reduce.js";
import { elementsFrom } from "../../reducers/sequence.js";
import type { LedgerEntry, Sequence, ThreadState } from "../../reducers/thread-state.js";
import { NO_USAGE, subtractUsage } from "../../reducers/usage.js";
import { ExportLedger, isEdit } from "../shared/export-ledger.js";
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
import { EntryWriter, UNKNOWN } from "./entry-writer.js";
import { piForm } from "./pi-form.js";
import { changeSettings, NO_SETTINGS, versionOf } from "./session-start.js";
import { lossesOf, piSpelling } from "./spelling.js";
import { WrittenSession } from "./written-session.js";

/** What pi writes. */
const VERSION = 3;

/**
 * Writes a thread as a pi session, whoever recorded it. What was imported from one whose entries have
 * ids is written byte for byte; what came after it, and all of any other thread, as entries that open
 * as a session with the same ledger (docs/pi.md).
 *
 * @param source the thread's events through its ancestors; read twice, and more for rollbacks
 * @returns the file's bytes, in parts
 * @throws {RefoldError} `blob-missing`: the bytes of an image, or of an imported line, are gone
 */
export function writePi(
  source: EventSource,
  options: ThreadExport,
): AsyncGenerator<Uint8Array, void, undefined> {
  return writeThread(source, options, { form: piForm, Writer: PiWriter });
}

/**
 * Writes events of our own as entries of a pi session. Whatever changes the history, a rollback or an
 * edit, goes on after the place that shows the longest beginning of what the history is then.
 */
class PiWriter implements ThreadWriter {
  readonly ledger: ExportLedger;
  readonly importedEnd: number;
  readonly first: JsonObject | null;
  readonly #session: WrittenSession;
  readonly #entries: EntryWriter;
  /** What the entries say was spent. */
  #spent = NO_USAGE;

  constructor(private readonly start: ExportStart) {
    const { threadId, state, blobs, firstObject, at } = start;
    const spelling = piSpelling();
    this.ledger = new ExportLedger(spelling);
    this.#session = new WrittenSession(threadId);
    const { ledger } = this;
    this.#entries = new EntryWriter({ blobs, ledger, session: this.#session, spelling });
    // Entries can only follow lines that have ids: pi writes a file of version 1 anew itself.
    const hasIds = firstObject !== null && versionOf(firstObject) >= 2;
    this.importedEnd = hasIds ? start.importedEnd : 0;
    const header = { type: "session", version: VERSION, id: ulidToUuid(threadId), timestamp: at };
    this.first = hasIds && isOwnFile(start) ? null : { ...header, cwd: state.thread?.cwd ?? "" };
  }

  follow(entry: JsonObject, { event, after, spent }: WrittenEvent): void {
    this.#spent = spent;
    const id = textAt(entry, "id");
    if (entry.type === "session" || id === null) return;
    const session = this.#session;
    const parent = session.placeAt(textAt(entry, "parentId") ?? "") ?? session.root;
    const { model = null, provider = null, effort = null } = after.baseline?.envelope ?? {};
    session.add({
      id,
      parent,
      isCompaction: entry.type === "compaction",
      ledger: this.ledger.at(event.offset),
      settings: { ...NO_SETTINGS, model, provider, effort },
    });
  }

  async write(written: WrittenEvent): Promise<readonly JsonObject[]> {
    const { event } = written;
    const { report } = this.start;
    if (isKnownEvent(event)) {
      for (const fact of countedFacts(event)) this.#note(fact, event);
      await this.#follow(event, written);
    } else report.add(event.type, event.offset);
    return this.#entries.take();
  }

  finish({ event }: WrittenEvent): Promise<readonly JsonObject[]> {
    this.#entries.settle(event.at);
    return Promise.resolve(this.#entries.take());
  }

  /** The ledger, the settings, and what was used. */
  async #follow(event: RefoldEvent, written: WrittenEvent): Promise<void> {
    const { before, after } = written;
    const facts = factsOf(event);
    const isRewritten = rollbackOf(event) !== null || facts.some(isEdit);
    if (!isRewritten) this.#tellSettings(event, after); // so that an answer names its model
    const wanted = this.ledger.at(event.offset);
    if (this.#session.tip.ledger !== wanted) await this.#reach(wanted, facts, written);
    if (isRewritten) this.#tellSettings(event, after);
    this.#name(event, titleOf(before), titleOf(after));
    if (written.spent === this.#spent) return;
    this.#entries.addUsage(event.at, subtractUsage(written.spent, this.#spent));
    this.#spent = written.spent;
  }

  async #reach(
    wanted: number,
    facts: readonly Fact[],
    { event: { at, offset }, before, after }: WrittenEvent,
  ): Promise<void> {
    const session = this.#session;
    const known = session.placeOf(wanted);
    if (known !== undefined) {
      this.#entries.goTo(known);
      return;
    }
    const { entries } = after.ledger;
    const compaction = facts.findLast((fact) => fact.type === "history.compacted");
    if (compaction !== undefined) {
      const { tokensBefore } = compaction.data;
      if (this.#entries.compact(at, { entries: entries.toArray(), wanted, tokensBefore })) return;
    }
    const { ledger } = session.tip;
    const added = [...elementsFrom(entries, before.ledger.entries.length)];
    // Perhaps the new entries after the tip are all that is missing.
    const isAppended =
      this.ledger.at(offset - 1) === ledger && this.ledger.extendAll(ledger, added) === wanted;
    const missing = isAppended ? added : elementsFrom(entries, this.#rejoin(wanted, entries));
    for (const entry of missing) await this.#entries.addItem(at, entry);
  }

  /** Goes to the place that shows most of a ledger. @returns how many of its entries are there */
  #rejoin(wanted: number, entries: Sequence<LedgerEntry>): number {
    for (const { ledger, count } of this.ledger.beginnings(wanted, entries)) {
      const found = this.#session.placeOf(ledger);
      if (found === undefined) continue;
      this.#entries.goTo(found);
      return count;
    }
    this.#entries.goTo(this.#session.root);
    return 0;
  }

  #name({ at, offset }: RefoldEvent, before: string | null, name: string | null): void {
    if (name === before) return;
    if (name === null) this.start.report.add("titles taken away", offset);
    else this.#entries.add("session_info", at, { name });
  }

  #tellSettings({ at }: RefoldEvent, { baseline }: ThreadState): void {
    if (baseline === null) return;
    const { model = null, provider = UNKNOWN, effort = null } = baseline.envelope;
    const { settings } = this.#session.tip;
    const wanted = changeSettings(settings, {
      ...(model !== null && { model, provider }),
      ...(effort !== null && { effort }),
    });
    if (wanted !== settings) this.#entries.addSettings(at, settings, wanted);
  }

  /** Lists what of a fact a pi session has no place for. */
  #note(fact: Fact, { offset, at }: RefoldEvent): void {
    const { report } = this.start;
    switch (fact.type) {
      case "item.recorded":
        for (const what of lossesOf(fact.data)) report.add(what, offset);
        return;
      case "context.injected":
        for (const what of fact.data.items.flatMap(lossesOf)) report.add(what, offset);
        return;
      case "usage.reported":
        report.addUsage(fact.data, offset);
        this.#entries.addAside(at, fact.data);
        if (fact.data.usage.reasoning > 0) report.add("counts of reasoning tokens", offset);
        if (fact.data.contextWindow !== null) report.add("context windows", offset);
        return;
      case "turn.started": // a user's message begins a turn
      case "turn.completed":
        return;
      default:
        report.addFact(fact.type, offset);
    }
  }
}
