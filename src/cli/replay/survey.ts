import { noSuchOffset } from "../../reducers/errors.js";
import { callName } from "../../events/calls.js";
import type { Fact, FactOf, LogEvent, RefoldEvent } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import { isKnownEvent } from "../../events/known-event.js";
import { countedFacts } from "../../reducers/reduce.js";
import { type Rollback, survivingRanges } from "../../reducers/spine.js";
import { isBoundaryOrigin } from "../../reducers/turns.js";
import { addUsage, SpendMeter } from "../../reducers/usage.js";
import type { Session } from "../../sessions/session.js";
import type { Progress } from "../output/progress.js";
import { itemWords, withoutEditorContext } from "./item-rows.js";
import { emptyOutline, type SessionOutline, TurnEnds, type TurnOutline } from "./outline.js";

/**
 * Reads a session once and says what is in it: who, when, its turns, what was rolled back and what it
 * cost. Keeps no event; memory grows with the number of turns.
 */
export async function surveySession(events: AsyncIterable<LogEvent>): Promise<SessionOutline> {
  const survey = new Survey();
  for await (const event of events) survey.add(event);
  return survey.finish();
}

const WORDS_LENGTH = 200;

/** What has been learned so far. */
class Survey {
  readonly #outline = emptyOutline();
  readonly #spent = new SpendMeter();
  /** Offsets of items that a foreign session's rollback took from the ledger, with its own. */
  readonly #surgery = new Map<number, number>();
  readonly #ends = new TurnEnds();
  readonly #titles: { readonly offset: number; readonly title: string | null }[] = [];
  /** A session that says when turns start has no others. */
  #hasLifecycle = false;
  #turn: TurnOutline | null = null;
  /** Where the context began that a boundary may follow; null: something else came since. */
  #contextFrom: number | null = null;

  add(event: LogEvent): void {
    const outline = this.#outline;
    outline.startedAt ??= event.at;
    outline.endedAt = event.at;
    outline.events += 1;
    outline.lastOffset = event.offset;
    const before = this.#turn;
    if (isKnownEvent(event)) {
      for (const fact of countedFacts(event)) this.#addFact(event, fact);
    } else {
      increment(outline.unknown, event.type);
    }
    const turn = this.#turn;
    if (turn === null || (turn !== before && turn.begunAt !== event.offset)) return;
    this.#ends.reach(turn, event);
  }

  finish(): SessionOutline {
    const outline = this.#outline;
    const discardedBy = survivorsOf(outline.rollbacks);
    let number = 0;
    for (const turn of outline.turns) {
      const surgery = turn.boundaries.map((offset) => this.#surgery.get(offset) ?? null)[0] ?? null;
      turn.rolledBackAt = discardedBy(turn.begunAt) ?? surgery;
      this.#ends.settle(turn, (offset) => discardedBy(offset) === null);
      if (turn.rolledBackAt !== null) continue;
      turn.boundaryOffset = turn.boundaries.find((offset) => discardedBy(offset) === null) ?? null;
      if (turn.boundaryOffset !== null) turn.number = number += 1;
    }
    outline.title =
      this.#titles.findLast(({ offset }) => discardedBy(offset) === null)?.title ?? null;
    for (const compaction of outline.compactions) {
      compaction.rolledBackAt = discardedBy(compaction.offset);
    }
    return outline;
  }

  #addFact(event: RefoldEvent, fact: Fact): void {
    const outline = this.#outline;
    switch (fact.type) {
      case "turn.started":
        this.#hasLifecycle = true;
        this.#begin(event, fact.data.foreignId ?? event.turn ?? null);
        this.#meetModel(fact.data.envelope.model);
        break;
      case "turn.completed":
      case "turn.aborted":
        this.#contextFrom = null;
        if (this.#turn !== null) this.#ends.end(this.#turn, event.offset, fact);
        break;
      case "context.injected":
        this.#meetModel(fact.data.envelope?.model ?? fact.data.previousTurn?.model ?? undefined);
        for (const recorded of fact.data.items) this.#addItem(event, recorded);
        break;
      case "item.recorded":
        this.#addItem(event, fact.data);
        break;
      case "usage.reported":
        this.#addUsage(fact);
        break;
      case "foreign.kept":
        increment(outline.kept, fact.data.kind);
        break;
      case "outputs.cleared":
      case "images.replaced":
      case "history.cleared":
        this.#contextFrom = null;
        outline.edits += 1;
        break;
      case "history.trimmed":
        this.#addTrim(event, fact);
        break;
      case "history.compacted":
        this.#addCompaction(event, fact);
        break;
      case "history.rolled-back":
        this.#addRollback(event, fact);
        break;
      default:
        this.#addSetting(fact, event.offset); // of no count
    }
  }

  /** What the thread says of itself; facts that say nothing here change nothing. */
  #addSetting(fact: Fact, offset: number): void {
    const outline = this.#outline;
    switch (fact.type) {
      case "thread.started":
        outline.threadId = fact.data.threadId;
        outline.foreignId = fact.data.source.foreignId ?? null;
        outline.source = [fact.data.source.dialect, fact.data.source.version ?? ""]
          .join(" ")
          .trim();
        outline.parent = fact.data.source.parent?.threadId ?? null;
        outline.cwd = fact.data.cwd;
        this.#titles.push({ offset, title: fact.data.title });
        break;
      case "thread.forked":
        outline.threadId = fact.data.threadId;
        outline.forkedFrom = { threadId: fact.data.from.threadId, offset: fact.data.from.offset };
        if (fact.data.title !== undefined) this.#titles.push({ offset, title: fact.data.title });
        break;
      case "thread.renamed":
        this.#titles.push({ offset, title: fact.data.title });
        break;
      default:
        break;
    }
  }

  #addRollback(event: RefoldEvent, { data }: FactOf<"history.rolled-back">): void {
    const { rollbacks } = this.#outline;
    rollbacks.push({ offset: event.offset, to: data.to, turns: data.turns ?? null });
    // What follows goes on from where the thread was at `to`.
    const discardedBy = survivorsOf(rollbacks);
    const surviving = this.#outline.turns.filter(({ begunAt }) => discardedBy(begunAt) === null);
    this.#turn = surviving.at(-1) ?? null;
    this.#hasLifecycle = surviving.some(({ begunBy }) => begunBy === "start");
    this.#contextFrom = null;
    this.#ends.rolledBack();
  }

  /** Without lifecycle events a turn begins with the context that leads to what the user says. */
  #beginWithContext(event: RefoldEvent): void {
    const from = this.#contextFrom ?? event.offset;
    if (this.#turn !== null) this.#ends.cut(this.#turn, from - 1);
    const turn = this.#begin({ ...event, offset: from }, null);
    turn.begunAt = event.offset;
    turn.begunBy = "boundary";
  }

  #begin(event: Pick<RefoldEvent, "offset" | "at" | "turn">, turnId: string | null): TurnOutline {
    this.#turn = {
      number: null,
      offset: event.offset,
      endOffset: event.offset,
      startedAt: event.at,
      endedAt: event.at,
      turnId,
      model: this.#turn?.model ?? this.#outline.models.at(-1) ?? null,
      begunAt: event.offset,
      begunBy: "start",
      boundaries: [],
      boundaryOffset: null,
      rolledBackAt: null,
      words: "",
      items: 0,
      toolCalls: 0,
      failedCalls: 0,
      requests: 0,
      outputTokens: 0,
      lastTotal: null,
      compactions: 0,
      end: null,
      durationMs: null,
    };
    this.#outline.turns.push(this.#turn);
    return this.#turn;
  }

  #meetModel(model: string | undefined): void {
    if (model === undefined) return;
    if (!this.#outline.models.includes(model)) this.#outline.models.push(model);
    if (this.#turn !== null) this.#turn.model = model;
  }

  #addItem(event: RefoldEvent, { item, origin, failed }: RecordedItem): void {
    const outline = this.#outline;
    const isBoundary = isBoundaryOrigin(origin);
    if (isBoundary && !this.#hasLifecycle) this.#beginWithContext(event);
    this.#contextFrom = origin === "runtime" ? (this.#contextFrom ?? event.offset) : null;
    const turn = this.#turn;
    outline.items += 1;
    if (failed === true) outline.failedCalls += 1;
    const tool = callName(item);
    if (tool !== null) increment(outline.tools, tool);
    if (turn === null) return;
    turn.items += 1;
    if (tool !== null) turn.toolCalls += 1;
    if (failed === true) turn.failedCalls += 1;
    if (!isBoundary) return;
    if (turn.words === "") turn.words = beginningOf(withoutEditorContext(itemWords(item)));
    turn.boundaries.push(event.offset);
  }

  #addUsage({ data }: FactOf<"usage.reported">): void {
    const outline = this.#outline;
    outline.contextWindow = data.contextWindow ?? outline.contextWindow;
    const spent = this.#spent.take(data);
    if (spent === null) return; // the report before, over again
    const { usage: added, isNewRequest } = spent;
    outline.usage = outline.usage === null ? added : addUsage(outline.usage, added);
    if (this.#turn === null) return;
    if (isNewRequest) this.#turn.requests += 1;
    this.#turn.outputTokens += added.output;
    this.#turn.lastTotal = data.usage.total;
  }

  #addTrim(event: RefoldEvent, { data }: FactOf<"history.trimmed">): void {
    this.#contextFrom = null;
    this.#outline.edits += 1;
    if (data.reason !== "foreign-rollback") return;
    for (const ref of data.refs) {
      this.#surgery.set(typeof ref === "number" ? ref : ref[0], event.offset);
    }
  }

  #addCompaction(event: RefoldEvent, { data }: FactOf<"history.compacted">): void {
    this.#contextFrom = null;
    if (this.#turn !== null) this.#turn.compactions += 1;
    this.#outline.compactions.push({
      offset: event.offset,
      trigger: data.trigger,
      tokensBefore: data.tokensBefore,
      tokensAfter: data.tokensAfter,
      rolledBackAt: null,
    });
  }
}

/** A copy: a mere slice would keep the whole text in memory, for every turn. */
function beginningOf(text: string): string {
  return Buffer.from(text.slice(0, WORDS_LENGTH), "utf16le").toString("utf16le");
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/**
 * Surveys a session up to an offset, with a bar where it takes long.
 * @throws {RefoldError} `offset-out-of-range`: the session ends before it
 */
export async function surveyUpTo(
  session: Session,
  at: number | undefined,
  progress: Progress,
): Promise<SessionOutline> {
  progress.start("reading", session.sizeBytes);
  const outline = await surveySession(session.source.read(at === undefined ? {} : { to: at }));
  progress.stop();
  const head = outline.lastOffset === null ? 0 : outline.lastOffset + 1;
  if (at !== undefined && at >= head) throw noSuchOffset(at, head);
  outline.damage = session.damage();
  return outline;
}

/**
 * Which rollback took an offset away (law 1).
 * @param rollbacks all of the log, oldest first
 * @returns for an offset the offset of the rollback that discards it; null: it survives
 */
export function survivorsOf(rollbacks: readonly Rollback[]): (offset: number) => number | null {
  const ranges = survivingRanges(rollbacks, Infinity);
  return (offset) => {
    const range = ranges.find(({ to }) => offset <= to);
    // Every range but the first begins with the event that rolled back to the one before it.
    return range === undefined || range.from <= offset ? null : range.from;
  };
}
