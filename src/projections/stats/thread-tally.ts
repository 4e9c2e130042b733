import { utf8Bytes } from "../../events/bytes.js";
import { callName } from "../../events/calls.js";
import type { EventAccount, Fact, LogEvent, RefoldEvent } from "../../events/event.js";
import { isPartsOutput } from "../../events/item-images.js";
import type { RecordedItem, ToolOutput } from "../../events/item.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { UsageReported } from "../../events/usage.js";
import type { PriceTable } from "../../models/prices.js";
import { TurnFold } from "../../reducers/outline.js";
import { countedFacts } from "../../reducers/reduce.js";
import { FOREIGN_ROLLBACK } from "../../reducers/turns.js";
import { SpendMeter } from "../../reducers/usage.js";
import { ModelAtWork, Pricing } from "../pricing.js";
import {
  addSize,
  addSpend,
  earlier,
  emptySpend,
  emptyTally,
  emptyToolUse,
  emptyTypeSize,
  entry,
  later,
  type Spend,
  type Tally,
  type TypeSize,
  UNKNOWN_MODEL,
} from "./tally.js";

export interface TallyOptions {
  /** The path or id by which the thread is read. */
  readonly name: string;
  /** RFC 3339: what happened before is not counted. */
  readonly since?: string;
  readonly prices?: PriceTable;
  /** Only what happened while this model, or one whose name begins so, was at work. */
  readonly model?: string;
}

/** An event as it is counted. */
export interface CountedEvent {
  readonly event: LogEvent;
  readonly account: EventAccount;
  /** True also where another file holds the line and it was counted there. */
  readonly isCopy: boolean;
  /** As stored, with its line feed; 0: in another file, which the thread's history begins in. */
  readonly bytes: number;
}

const NO_FACTS: readonly Fact[] = [];

/**
 * Counts one thread in one pass over its own events, in their order. Nothing is folded: what was
 * rolled back was paid for and counts. Memory grows with the number of calls.
 */
export class ThreadTally {
  readonly #tally = emptyTally();
  readonly #work: WorkTally;
  /** By type and kind: to put both into one text for each event costs more than to count it. */
  readonly #types = new Map<string, Map<string, TypeSize>>();
  #threadId: string | null = null;
  #project: string | null = null;
  #isFork = false;
  readonly #model = new ModelAtWork();
  readonly #turns = new TurnFold();

  constructor(private readonly options: TallyOptions) {
    this.#work = new WorkTally(this.#tally, new Pricing(options.prices));
  }

  take(counted: CountedEvent): void {
    const { event, isCopy } = counted;
    const { model, repeated, aside } = counted.account;
    const known = isKnownEvent(event) ? event : null;
    const facts = known === null ? NO_FACTS : newFacts(known, repeated);
    this.#model.enter(facts, event.offset, model);
    const { current } = this.#model;
    if (current !== null) this.#tally.models.add(current);
    for (const fact of facts) this.#project ??= folderIn(fact);
    this.#countEvent(counted, known);
    this.#turns.enter(event);
    for (const fact of facts) {
      if (known !== null) this.#countTurns(known, fact, isCopy);
      this.#take(event, fact, { model: current, isCopy });
    }
    for (const { fact, model: other } of aside) {
      if (other !== null) this.#tally.models.add(other);
      this.#take(event, fact, { model: other, isCopy });
    }
  }

  finish(): Tally {
    const tally = this.#tally;
    for (const [type, kinds] of this.#types) {
      for (const [kind, size] of kinds) {
        tally.types.set(kind === "" ? type : `${type} ${kind}`, size);
      }
    }
    const { firstAt, lastAt, turns, events, bytes, spend } = tally;
    if (firstAt === null || lastAt === null) return tally;
    tally.threads = 1;
    tally.forks = this.#isFork ? 1 : 0;
    const whole = emptySpend();
    for (const one of spend.values()) addSpend(whole, one);
    const { name } = this.options;
    const about = { name, threadId: this.#threadId, project: this.#project };
    const size = { ...about, firstAt, lastAt, turns, events, bytes, spend: whole };
    tally.sizes.set(this.#threadId ?? name, size);
    return tally;
  }

  #isAsked(at: string, model: string | null): boolean {
    const { since, model: asked } = this.options;
    if (since !== undefined && at < since) return false;
    return asked === undefined || (model !== null && model.startsWith(asked));
  }

  #countEvent({ event, bytes, isCopy }: CountedEvent, known: RefoldEvent | null): void {
    if (!this.#isAsked(event.at, this.#model.current) || (isCopy && bytes === 0)) return;
    const tally = this.#tally;
    const kinds = entry(this.#types, event.type, () => new Map<string, TypeSize>());
    const size = entry(kinds, kindOf(known), emptyTypeSize);
    size.events += 1;
    size.bytes += bytes;
    tally.bytes += bytes;
    if (isCopy) tally.copiedEvents += 1;
    else tally.events += 1;
    if (!isCopy) this.#reach(event.at);
  }

  #reach(at: string): void {
    const tally = this.#tally;
    if (at === tally.lastAt) return;
    tally.firstAt = earlier(tally.firstAt, at);
    tally.lastAt = later(tally.lastAt, at);
  }

  #countTurns(event: RefoldEvent, fact: Fact, isCopy: boolean): void {
    const before = this.#turns.length;
    this.#turns.add(fact, event);
    if (isCopy || !this.#isAsked(event.at, this.#model.current)) return;
    this.#tally.turns += this.#turns.length - before;
  }

  #take(
    { at }: LogEvent,
    fact: Fact,
    { model, isCopy }: { readonly model: string | null; readonly isCopy: boolean },
  ): void {
    const tally = this.#tally;
    const counts = !isCopy && this.#isAsked(at, model);
    switch (fact.type) {
      case "thread.started":
        this.#threadId ??= fact.data.threadId;
        this.#project ??= fact.data.cwd;
        break;
      case "thread.forked":
        this.#threadId = fact.data.threadId;
        this.#isFork = true;
        break;
      case "context.injected":
        for (const recorded of fact.data.items) this.#work.takeItem(recorded, counts);
        break;
      case "item.recorded":
        this.#work.takeItem(fact.data, counts);
        break;
      case "usage.reported": {
        const asked = this.#model.of(fact.data);
        const isCounted = !isCopy && this.#isAsked(at, asked);
        if (isCounted) this.#reach(at);
        this.#work.takeUsage(fact.data, { at, model: asked, counts: isCounted });
        break;
      }
      case "history.compacted":
        if (counts) tally.compactions += 1;
        break;
      case "history.rolled-back":
        if (counts) tally.rollbacks += 1;
        break;
      case "history.trimmed":
        if (counts && fact.data.reason === FOREIGN_ROLLBACK) tally.rollbacks += 1;
        break;
      default:
        break; // of no count
    }
  }
}

/** The facts that an event brings, in their order; those that it only says again are none. */
function newFacts(event: RefoldEvent, repeated: readonly Fact[]): readonly Fact[] {
  const facts = countedFacts(event);
  return repeated.length === 0 ? facts : facts.filter((fact) => !repeated.includes(fact));
}

/** The folder that a turn worked in; null: the fact does not say it. */
export function folderIn(fact: Fact): string | null {
  if (fact.type !== "turn.started" && fact.type !== "context.injected") return null;
  return fact.data.envelope?.cwd ?? null;
}

/** The kind of an event's item or foreign line; empty: its type says it all. */
function kindOf(event: RefoldEvent | null): string {
  if (event?.type === "item.recorded") return event.data.item.type;
  return event?.type === "foreign.kept" ? event.data.kind : "";
}

/** Under which name outputs are counted whose call is not in the thread. */
const UNKNOWN_TOOL = "unknown";

/** The quarter of an hour that a time is in: `2026-04-01T10:15`. Zones differ by whole quarters. */
function slotOf(at: string): string {
  const minutes = Number(at.slice(14, 16)) || 0;
  return `${at.slice(0, 14)}${String(minutes - (minutes % 15)).padStart(2, "0")}`;
}

/** Counts what a thread's turns did: calls, outputs, and what its requests cost. */
class WorkTally {
  readonly #meter = new SpendMeter();
  readonly #tools = new Map<string, string>();

  /** Where the newest request counts: the next mostly counts there too. */
  #newest: { readonly slot: string; readonly model: string; readonly spend: Spend } | null = null;

  constructor(
    private readonly tally: Tally,
    private readonly pricing: Pricing,
  ) {}

  /** @param counts false: the item is only remembered, for what comes later */
  takeItem({ item, failed, bounded }: RecordedItem, counts: boolean): void {
    const tool = callName(item);
    if (tool !== null) {
      const callId = "call_id" in item ? item.call_id : null;
      if (typeof callId === "string") this.#tools.set(callId, tool);
      if (counts) entry(this.tally.tools, tool, emptyToolUse).calls += 1;
      return;
    }
    if (!counts || !isPartsOutput(item)) return;
    const caller = this.#tools.get(item.call_id) ?? UNKNOWN_TOOL;
    const use = entry(this.tally.tools, caller, emptyToolUse);
    if (failed === true) use.failures += 1;
    addSize(use.outputs, bounded?.originalBytes ?? outputBytes(item.output));
  }

  /** @param work when and under which model; null: nobody named it */
  takeUsage(
    data: UsageReported["data"],
    work: { readonly at: string; readonly model: string | null; readonly counts: boolean },
  ): void {
    const spent = this.#meter.take(data);
    if (spent === null || !work.counts) return;
    const { at, model } = work;
    const spend = this.#spendOf(slotOf(at), model ?? UNKNOWN_MODEL);
    addSpend(spend, this.pricing.spendOf(spent, model));
  }

  #spendOf(slot: string, model: string): Spend {
    const newest = this.#newest;
    if (newest?.slot === slot && newest.model === model) return newest.spend;
    const spend = entry(this.tally.spend, `${slot}${model}`, emptySpend);
    this.#newest = { slot, model, spend };
    return spend;
  }
}

/** UTF-8 bytes of the texts, and of the images' payloads. */
function outputBytes(output: ToolOutput): number {
  if (typeof output === "string") return utf8Bytes(output);
  return output.reduce((sum, part) => {
    if (part.type === "input_text") return sum + utf8Bytes(part.text);
    return sum + (part.blob?.payloadBytes ?? utf8Bytes(part.image_url));
  }, 0);
}
