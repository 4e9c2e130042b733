import type { EventAccount, Fact, LogEvent, RefoldEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { PriceTable } from "../../models/prices.js";
import { TurnFold } from "../../reducers/outline.js";
import { countedFacts } from "../../reducers/reduce.js";
import { FOREIGN_ROLLBACK } from "../../reducers/turns.js";
import { ModelAtWork, Pricing } from "../pricing.js";
import {
  addSpend,
  earlier,
  emptySpend,
  emptyTally,
  emptyTypeSize,
  entry,
  later,
  type Tally,
  type TypeSize,
} from "./tally.js";
import { slotOf, WorkTally } from "./work-tally.js";

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

/** Under which model a fact counts, and whether. */
interface FactPlace {
  readonly model: string | null;
  readonly isCopy: boolean;
  /** As the account says it. */
  readonly failed?: boolean | undefined;
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
  /** That began before a model was named: they count for the first one that is. */
  #turnsBeforeModel = 0;

  constructor(private readonly options: TallyOptions) {
    this.#work = new WorkTally(this.#tally, new Pricing(options.prices));
  }

  take(counted: CountedEvent): void {
    const { event, isCopy } = counted;
    const { model, repeated, aside, failed } = counted.account;
    const known = isKnownEvent(event) ? event : null;
    const facts = known === null ? NO_FACTS : newFacts(known, repeated);
    this.#model.enter(facts, event.offset, model);
    const { current } = this.#model;
    if (current !== null) {
      this.#tally.models.add(current);
      this.#settleTurnsBefore(current);
    }
    for (const fact of facts) this.#project ??= folderIn(fact);
    this.#countEvent(counted, known);
    this.#turns.enter(event);
    for (const fact of facts) {
      if (known !== null) this.#countTurns(known, fact, isCopy);
      this.#take(event, fact, { model: current, isCopy, failed });
    }
    for (const { fact, model: other } of aside) {
      if (other !== null) this.#tally.models.add(other);
      this.#take(event, fact, { model: other, isCopy });
    }
  }

  finish(): Tally {
    const tally = this.#tally;
    this.#settleTurnsBefore(null);
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
    return this.#isInTime(at) && this.#isOfAsked(model);
  }

  #isInTime(at: string): boolean {
    const { since } = this.options;
    return since === undefined || at >= since;
  }

  #isOfAsked(model: string | null): boolean {
    const { model: asked } = this.options;
    return asked === undefined || (model !== null && model.startsWith(asked));
  }

  /** Claude Code names a model in the answer, behind the message that begins the turn. */
  #settleTurnsBefore(model: string | null): void {
    if (this.#isOfAsked(model)) this.#tally.turns += this.#turnsBeforeModel;
    this.#turnsBeforeModel = 0;
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
    const begun = this.#turns.length - before;
    if (isCopy || !this.#isInTime(event.at)) return;
    if (this.#model.current === null) this.#turnsBeforeModel += begun;
    else if (this.#isOfAsked(this.#model.current)) this.#tally.turns += begun;
  }

  #take({ at }: LogEvent, fact: Fact, { model, isCopy, failed }: FactPlace): void {
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
        this.#work.takeItem(fact.data, counts, failed);
        break;
      case "usage.reported": {
        const asked = this.#model.of(fact.data);
        const isAsked = this.#isAsked(at, asked);
        if (isAsked && !isCopy) this.#reach(at);
        const place = { slot: slotOf(at), model: asked, isAsked };
        this.#work.takeUsage(fact.data, { place, isCopy });
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
