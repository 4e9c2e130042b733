import { callName } from "../events/calls.js";
import type { EventSource } from "../events/event-source.js";
import type { Accountant, Fact, FactOf, LogEvent, RefoldEvent } from "../events/event.js";
import type { RecordedItem } from "../events/item.js";
import { isKnownEvent, UNKNOWN_KIND } from "../events/known-event.js";
import type { Usage } from "../events/slices.js";
import { asksNobody } from "./experiment-mark.js";
import {
  type OutlinedTurn,
  type Steering,
  TurnFold,
  type UndoneTurns,
} from "../reducers/outline.js";
import { type OutlineRange, readTurns, type TurnReader } from "../reducers/turn-list.js";
import { countedFacts } from "../reducers/reduce.js";
import { type Rollback, survivorsOf } from "../reducers/spine.js";
import { addUsage, isAside, knownWindow, SpendMeter } from "../reducers/usage.js";
import { ModelAtWork, Pricing } from "../projections/pricing.js";
import { addSpend, emptySpend, type Spend } from "../projections/stats/tally.js";
import type { SessionDamage } from "./session.js";

/** A turn as `replay` shows it, and its line of `replay --json`. */
export interface TurnOutline extends TurnWork {
  /** Counts surviving user turns from 1; null: rolled back, or no user turn. */
  readonly number: number | null;
  /** First offset of the turn. */
  readonly offset: number;
  /** Last offset of the turn. */
  readonly endOffset: number;
  readonly startedAt: string;
  readonly endedAt: string;
  /** As the session spells it, else the ULID; null: the session names no turns. */
  readonly turnId: string | null;
  /** Where its user, or an instructing agent, spoke first; null: nowhere that survives. */
  readonly boundaryOffset: number | null;
  /** Offset of the event that rolled it back; null: it survives. */
  readonly rolledBackAt: number | null;
  /** The beginning of the user's first words. */
  readonly words: string;
  /** What was said to it while it ran. */
  readonly steering: readonly Steering[];
  readonly end: { readonly kind: "completed" | "aborted"; readonly reason: string | null } | null;
  readonly durationMs: number | null;
}

/** What was done in a turn, rolled back or not. */
interface TurnWork {
  model: string | null;
  items: number;
  toolCalls: number;
  failedCalls: number;
  requests: number;
  outputTokens: number;
  /** Tokens in the window after its last request; null: none was reported. */
  lastTotal: number | null;
  compactions: number;
}

export interface RollbackOutline extends Rollback {
  /** How many turns were asked for; null: it was asked for by offset. */
  readonly turns: number | null;
}

export interface CompactionOutline {
  readonly offset: number;
  readonly trigger: string;
  readonly tokensBefore: number | null;
  readonly tokensAfter: number | null;
  readonly rolledBackAt: number | null;
}

/** A whole session at a glance: made by one pass, bounded by the number of its turns. */
export interface SessionOutline extends SessionFacts {
  readonly title: string | null;
  readonly turns: readonly TurnOutline[];
  readonly compactions: readonly CompactionOutline[];
  damage: readonly SessionDamage[];
}

interface SessionFacts {
  threadId: string | null;
  foreignId: string | null;
  source: string | null;
  /** The thread that this one was forked from, or whose sub-agent it is. */
  parent: string | null;
  forkedFrom: { readonly threadId: string; readonly offset: number } | null;
  cwd: string | null;
  /** Every model that a turn ran under, in the order of their first turn. */
  readonly models: string[];
  startedAt: string | null;
  endedAt: string | null;
  /** Events that were read. */
  events: number;
  /** Offset of the last one; null: there is none. */
  lastOffset: number | null;
  items: number;
  readonly rollbacks: RollbackOutline[];
  /** Trimmings, clearings and replacements of images. */
  edits: number;
  /** Calls by the name of their tool. */
  readonly tools: Map<string, number>;
  failedCalls: number;
  /** Sum of all reports, rolled back or not; null: none. */
  usage: Usage | null;
  /** Of the thread's own requests. */
  spend: Spend;
  /**
   * Before the thread was forked, or as its session copied it from the one that it goes on from; null: it
   * is no fork, or its own events are all that was read.
   */
  inheritedSpend: Spend | null;
  /** A variant of an experiment whose requests went to nobody. */
  asksNobody: boolean;
  contextWindow: number | null;
  /** Lines of the session that have no other meaning, by their kind. */
  readonly kept: Map<string, number>;
  /** Events of types, and lines of kinds, that this version does not know, by these. */
  readonly unknown: Map<string, number>;
}

/**
 * Reads a session and reports what is in it: who, when, its turns, what was rolled back and what it
 * cost. Keeps no event; memory grows with the number of turns.
 */
export async function surveySession(
  source: EventSource,
  range: OutlineRange = {},
  counting: SpendCounting = {},
): Promise<SessionOutline> {
  return (await readTurns(source, range, (undone) => new Survey(undone, counting))).finish();
}

/** What requests cost. */
export interface SpendCounting {
  /** Default: by the known prices. */
  readonly pricing?: Pricing | undefined;
  /** Tells whose each is and which model it ran under, as lists and sums count it; absent: the facts tell. */
  readonly accountantOf?: (first: LogEvent) => Accountant;
}

export function emptyOutline(): SessionOutline {
  return new Survey(new Map(), {}).finish();
}

/** What reads a log for its outline: takes its events oldest first. */
export class Survey implements TurnReader {
  readonly turns: TurnFold;
  readonly #facts: SessionFacts = {
    ...{ threadId: null, foreignId: null, source: null, parent: null, forkedFrom: null },
    ...{ cwd: null, startedAt: null, endedAt: null, lastOffset: null, usage: null },
    ...{ contextWindow: null, events: 0, items: 0, edits: 0, failedCalls: 0 },
    ...{ spend: emptySpend(), inheritedSpend: null, asksNobody: false },
    ...{ models: [], rollbacks: [], tools: new Map(), kept: new Map(), unknown: new Map() },
  };
  /** By the index of their turn. */
  readonly #work: TurnWork[] = [];
  readonly #spent = new SpendMeter();
  readonly #pricing: Pricing;
  readonly #accountantOf: SpendCounting["accountantOf"];
  readonly #model = new ModelAtWork();
  #accountant: Accountant | undefined;
  /** The event that was taken last is one that the session copied. */
  #isCopy = false;
  readonly #titles: { readonly offset: number; readonly title: string | null }[] = [];
  readonly #compactions: Omit<CompactionOutline, "rolledBackAt">[] = [];

  constructor(undone: UndoneTurns, { pricing = new Pricing(), accountantOf }: SpendCounting) {
    this.turns = new TurnFold(undone);
    this.#pricing = pricing;
    this.#accountantOf = accountantOf;
  }

  take(event: LogEvent): void {
    const facts = this.#facts;
    facts.startedAt ??= event.at;
    facts.endedAt = event.at;
    facts.events += 1;
    facts.lastOffset = event.offset;
    facts.asksNobody ||= asksNobody(event);
    this.turns.enter(event);
    if (isKnownEvent(event)) {
      const counted = countedFacts(event);
      this.#accountant ??= this.#accountantOf?.(event);
      const account = this.#accountant?.take(event);
      this.#isCopy = account?.isCopy ?? false;
      if (this.#isCopy) facts.inheritedSpend ??= emptySpend();
      this.#model.enter(counted, event.offset, account?.model);
      for (const fact of counted) {
        this.#addFact(event, fact, account?.repeated.includes(fact) === true);
      }
    } else {
      increment(facts.unknown, event.type);
    }
  }

  finish(): SessionOutline {
    const discardedBy = survivorsOf(this.turns.rollbacks);
    const isCounted = ({ offset }: { readonly offset: number }) => discardedBy(offset) === null;
    return {
      ...this.#facts,
      title: this.#titles.findLast(isCounted)?.title ?? null,
      turns: this.turns
        .finish()
        .map((turn, index) => turnOutline(turn, this.#work[index] ?? noWork(null))),
      compactions: this.#compactions.map((compaction) => ({
        ...compaction,
        rolledBackAt: discardedBy(compaction.offset),
      })),
      damage: [],
    };
  }

  /** What was done in the newest turn that survives so far; null: none has begun. */
  get #current(): TurnWork | null {
    return this.#work[this.turns.current ?? -1] ?? null;
  }

  /** @param isRepeated it was said before, and a request is not to be counted again */
  #addFact(event: RefoldEvent, fact: Fact, isRepeated: boolean): void {
    const facts = this.#facts;
    const { offset } = event;
    const model = this.#current?.model ?? facts.models.at(-1) ?? null;
    this.turns.add(fact, event);
    while (this.#work.length < this.turns.length) this.#work.push(noWork(model));
    const turn = this.#current;
    switch (fact.type) {
      case "turn.started":
        this.#meetModel(fact.data.envelope.model);
        break;
      case "context.injected":
        this.#meetModel(fact.data.envelope?.model ?? fact.data.previousTurn?.model ?? undefined);
        for (const recorded of fact.data.items) this.#addItem(recorded);
        break;
      case "item.recorded":
        this.#addItem(fact.data);
        break;
      case "usage.reported":
        this.#addUsage(fact, isRepeated);
        break;
      case "foreign.kept":
        increment(facts.kept, fact.data.kind);
        if (fact.data.reason === UNKNOWN_KIND) increment(facts.unknown, fact.data.kind);
        break;
      case "outputs.cleared":
      case "images.replaced":
      case "history.cleared":
      case "history.trimmed":
        facts.edits += 1;
        break;
      case "history.compacted": {
        const { trigger, tokensBefore, tokensAfter } = fact.data;
        if (turn !== null) turn.compactions += 1;
        this.#compactions.push({ offset, trigger, tokensBefore, tokensAfter });
        break;
      }
      case "history.rolled-back":
        facts.rollbacks.push({ offset, to: fact.data.to, turns: fact.data.turns ?? null });
        break;
      default:
        this.#addSetting(fact, offset);
    }
  }

  /** What the thread says of itself; other facts change nothing. */
  #addSetting(fact: Fact, offset: number): void {
    const facts = this.#facts;
    switch (fact.type) {
      case "thread.started": {
        const { threadId, source, cwd, title } = fact.data;
        facts.threadId = threadId;
        facts.foreignId = source.foreignId ?? null;
        facts.source = [source.dialect, source.version ?? ""].join(" ").trim();
        facts.parent = source.parent?.threadId ?? null;
        facts.cwd = cwd;
        this.#titles.push({ offset, title });
        break;
      }
      case "thread.forked": {
        const { threadId, from, title } = fact.data;
        facts.threadId = threadId;
        facts.forkedFrom = { threadId: from.threadId, offset: from.offset };
        if (facts.inheritedSpend !== null) addSpend(facts.spend, facts.inheritedSpend);
        [facts.inheritedSpend, facts.spend] = [facts.spend, emptySpend()];
        if (title !== undefined) this.#titles.push({ offset, title });
        break;
      }
      case "thread.renamed":
        this.#titles.push({ offset, title: fact.data.title });
        break;
      default:
        break;
    }
  }

  #meetModel(model: string | undefined): void {
    if (model === undefined) return;
    const { models } = this.#facts;
    if (!models.includes(model)) models.push(model);
    const turn = this.#current;
    if (turn !== null) turn.model = model;
  }

  #addItem({ item, failed }: RecordedItem): void {
    const facts = this.#facts;
    const tool = callName(item);
    facts.items += 1;
    if (failed === true) facts.failedCalls += 1;
    if (tool !== null) increment(facts.tools, tool);
    const turn = this.#current;
    if (turn === null) return;
    turn.items += 1;
    if (tool !== null) turn.toolCalls += 1;
    if (failed === true) turn.failedCalls += 1;
  }

  #addUsage({ data }: FactOf<"usage.reported">, isRepeated: boolean): void {
    const facts = this.#facts;
    facts.contextWindow = knownWindow(data.contextWindow) ?? facts.contextWindow;
    const spent = this.#spent.take(data);
    if (spent === null) return; // the report before, over again
    const turn = this.#current;
    if (turn !== null && !isAside(data)) turn.lastTotal = data.usage.total;
    if (isRepeated) return;
    const model = this.#model.of(data);
    const whole = this.#isCopy ? (facts.inheritedSpend ??= emptySpend()) : facts.spend;
    addSpend(whole, this.#pricing.spendOf(spent, model));
    facts.usage = facts.usage === null ? spent.usage : addUsage(facts.usage, spent.usage);
    if (turn === null) return;
    if (spent.isNewRequest) turn.requests += 1;
    turn.outputTokens += spent.usage.output;
  }
}

function noWork(model: string | null): TurnWork {
  const counts = { items: 0, toolCalls: 0, failedCalls: 0, requests: 0, outputTokens: 0 };
  return { model, ...counts, lastTotal: null, compactions: 0 };
}

/** In the order in which `replay --json` writes the members. */
function turnOutline(turn: OutlinedTurn, work: TurnWork): TurnOutline {
  const { number, boundary, discardedAt, end } = turn;
  const { model, ...counts } = work;
  return {
    number,
    offset: turn.fromOffset,
    endOffset: turn.toOffset,
    startedAt: turn.startedAt,
    endedAt: turn.endedAt,
    turnId: turn.foreignId ?? turn.turn,
    model,
    boundaryOffset: discardedAt === null ? (boundary?.offset ?? null) : null,
    rolledBackAt: discardedAt,
    words: (boundary ?? turn.discardedSaying?.boundary)?.words ?? "",
    steering: turn.steering,
    ...counts,
    end: end && { kind: end.kind, reason: end.reason },
    durationMs: end?.durationMs ?? null,
  };
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
