import type { Fact, FactOf, LogEvent, RefoldEvent } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import { countedFacts, factsOf } from "../../reducers/reduce.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { isEdit } from "../shared/export-ledger.js";
import { type ExportReport, titleOf, type WrittenEvent } from "../shared/write-thread.js";
import { EntryWriter, type EntryWriterParts, UNKNOWN } from "./entry-writer.js";
import { changeSettings } from "./session-start.js";
import { isInline } from "./spelling.js";
import { addedUsage } from "./usage.js";

interface SessionWriterParts extends EntryWriterParts {
  readonly report: ExportReport;
}

/**
 * Writes events of our own as entries of a pi session. Whatever changes the history, a rollback or an
 * edit, goes on behind the place that shows the longest beginning of what the history is then.
 */
export class SessionWriter {
  readonly #entries: EntryWriter;

  constructor(private readonly parts: SessionWriterParts) {
    this.#entries = new EntryWriter(parts);
  }

  /** @returns the lines that are whole by now */
  async write({ event, before, after }: WrittenEvent): Promise<readonly JsonObject[]> {
    const { report } = this.parts;
    if (isKnownEvent(event)) {
      for (const fact of countedFacts(event)) {
        this.#note(fact, event);
      }
      await this.#follow(event, before, after);
    } else report.add(event.type, event.offset);
    return this.#entries.take();
  }

  /** @returns the lines that the end of the thread needs, so that a reader goes on where it does */
  finish(event: LogEvent): readonly JsonObject[] {
    this.#entries.settle(event.at);
    return this.#entries.take();
  }

  /** The ledger, the settings, and what was used. */
  async #follow(event: RefoldEvent, before: ThreadState, after: ThreadState): Promise<void> {
    const { ledger, session } = this.parts;
    const facts = factsOf(event);
    const wanted = ledger.at(event.offset);
    const isRewritten = rollbackOf(event) !== null || facts.some(({ type }) => isEdit(type));
    if (!isRewritten) this.#tellSettings(event, after); // so that an answer names its model
    if (session.tip.ledger !== wanted) {
      const compaction = facts.findLast(({ type }) => type === "history.compacted");
      await this.#reach(wanted, { event, before, after, compaction: compaction ?? null });
    }
    if (isRewritten) this.#tellSettings(event, after);
    this.#name(event, titleOf(before), titleOf(after));
    for (const fact of facts) {
      if (fact.type === "usage.reported") {
        const used = addedUsage(fact, before, after);
        if (used !== null) this.#entries.addUsage(event.at, used);
      }
    }
  }

  async #reach(
    wanted: number,
    {
      event,
      before,
      after,
      compaction,
    }: WrittenEvent & {
      readonly event: RefoldEvent;
      readonly compaction: Fact | null;
    },
  ): Promise<void> {
    const { ledger, session } = this.parts;
    const known = session.placeOf(wanted);
    if (known !== undefined) {
      this.#entries.goTo(known);
      return;
    }
    const entries = after.ledger.entries.toArray();
    if (compaction?.type === "history.compacted") {
      const isWritten = this.#entries.compact(event.at, { entries, wanted, data: compaction.data });
      if (isWritten) return;
    }
    const start = before.ledger.entries.length;
    const isAppended =
      ledger.at(event.offset - 1) === session.tip.ledger && start <= entries.length;
    const from =
      isAppended && this.#extends(start, entries, wanted) ? start : this.#rejoin(entries);
    for (const entry of entries.slice(from)) await this.#entries.addItem(event.at, entry);
  }

  /** Whether the new entries behind the tip are all that is missing. */
  #extends(start: number, entries: readonly LedgerEntry[], wanted: number): boolean {
    const { ledger, session } = this.parts;
    const added = entries.slice(start);
    return added.reduce((all, entry) => ledger.extend(all, entry), session.tip.ledger) === wanted;
  }

  /** Goes to the place that shows most of a ledger. @returns how many of its entries stand there */
  #rejoin(entries: readonly LedgerEntry[]): number {
    const { ledger, session } = this.parts;
    let place = session.root;
    let count = 0;
    let shown = session.root.ledger;
    for (const [index, entry] of entries.entries()) {
      shown = ledger.extend(shown, entry);
      const found = session.placeOf(shown);
      if (found === undefined) continue;
      place = found;
      count = index + 1;
    }
    this.#entries.goTo(place);
    return count;
  }

  #name({ at, offset }: RefoldEvent, before: string | null, name: string | null): void {
    if (name === before) return;
    if (name === null) this.parts.report.add("titles taken away", offset);
    else this.#entries.add("session_info", at, { name });
  }

  #tellSettings({ at }: RefoldEvent, { baseline }: ThreadState): void {
    if (baseline === null) return;
    const { model = null, provider = UNKNOWN, effort = null } = baseline.envelope;
    const { settings } = this.parts.session.tip;
    const wanted = changeSettings(settings, {
      ...(model !== null && { model, provider }),
      ...(effort !== null && { effort }),
    });
    if (wanted !== settings) this.#entries.addSettings(at, settings, wanted);
  }

  /** Lists what has no place. */
  #note(fact: Fact, { offset }: RefoldEvent): void {
    const { report } = this.parts;
    for (const what of notCarried(fact)) report.add(what, offset);
  }
}

/** What of a fact a pi session has no place for. */
function notCarried(fact: Fact): readonly string[] {
  switch (fact.type) {
    case "item.recorded":
      return lossesOf(fact.data);
    case "context.injected":
      return fact.data.items.flatMap((recorded: RecordedItem) => lossesOf(recorded));
    case "usage.reported":
      return usageLosses(fact);
    case "thread.forked":
    case "thread.configured":
    case "instructions.set":
    case "tools.declared":
    case "request.sent":
    case "snapshot.taken":
    case "snapshot.restored":
    case "notice.logged":
    case "foreign.kept":
    case "turn.aborted":
      return [fact.type];
    case "thread.started": // the header says it
    case "thread.renamed": // an entry says it
    case "turn.started": // a user's message begins a turn
    case "turn.completed":
    case "history.compacted": // the ledger behind them is written
    case "history.trimmed":
    case "history.cleared":
    case "history.rolled-back":
    case "outputs.cleared":
    case "images.replaced":
      return [];
  }
}

function usageLosses({ data }: FactOf<"usage.reported">): readonly string[] {
  const reasoning = data.usage.reasoning > 0 ? ["counts of reasoning tokens"] : [];
  return data.contextWindow === null ? reasoning : [...reasoning, "context windows"];
}

/** What of an item a pi session has no place for, in the words of the report. */
function lossesOf({ item, bounded }: RecordedItem): readonly string[] {
  const losses: string[] = [];
  if (bounded !== undefined) losses.push("originals of bounded outputs");
  switch (item.type) {
    case "web_search_call":
    case "image_generation_call":
    case "ghost_snapshot":
    case "compaction":
    case "compaction_summary":
    case "other":
      losses.push(`${item.type} items`);
      break;
    case "local_shell_call":
    case "tool_search_call":
    case "tool_search_output":
      if (typeof item.call_id !== "string") losses.push("calls without an id");
      break;
    case "message": {
      if (item.content.length === 0) losses.push("messages without content");
      const images = item.content.filter((part) => part.type === "input_image");
      const isShown = item.role !== "assistant" && images.every(isInline);
      if (images.length > 0 && !isShown) losses.push("images that are not in base 64");
      break;
    }
    case "function_call_output":
    case "custom_tool_call_output": {
      const parts = typeof item.output === "string" ? [] : item.output;
      const isShown = parts.every((part) => part.type !== "input_image" || isInline(part));
      if (!isShown) losses.push("images that are not in base 64");
      break;
    }
    case "reasoning":
    case "function_call":
    case "custom_tool_call":
      break;
  }
  return losses;
}
