import type { Fact, FactOf } from "../events/event.js";
import { rollbackOf } from "../events/known-event.js";
import { projectPrompt } from "../projections/prompt/project-prompt.js";
import type { WalkedEvent } from "../projections/walk-log.js";
import { type PlacedFact, placedFacts } from "../reducers/reduce.js";
import { SpendMeter } from "../reducers/usage.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { type RequestPoint, RequestPoints } from "../runtime/models/recorded/request-points.js";
import { bodyHash } from "../runtime/sent-request.js";
import { runningTotals } from "../runtime/turn.js";
import {
  copiedCompaction,
  type CopiedFact,
  copiedItem,
  RefMap,
  ReplayUsage,
} from "./copied-facts.js";
import { promptFragments, requestFor } from "./requests.js";
import { startFact, tellingFact, variantTarget } from "./variant-settings.js";
import type { VariantThread } from "./variant-thread.js";

/**
 * Goes on in a variant's fork as the base went on: its users say the same, its models and tools answer
 * the same, under the variant's settings. Nothing is asked and nothing is run; what would have been
 * asked is recorded as the variant's own request.
 */
export async function replayVariant(
  thread: VariantThread,
  continuation: AsyncIterable<WalkedEvent>,
): Promise<void> {
  const replay = new Replay(thread);
  for await (const walked of continuation) {
    thread.about.signal.throwIfAborted();
    await replay.take(walked);
  }
  await replay.flush();
}

class Replay {
  readonly #points = new RequestPoints();
  readonly #refs: RefMap;
  readonly #usage: ReplayUsage;
  readonly #meter = new SpendMeter();
  #waiting: CopiedFact[] = [];
  #turn: string | undefined;
  /** False until a turn of the fork has told the variant's facts. */
  #hasTold = false;
  #requests = 0;

  constructor(private readonly thread: VariantThread) {
    const { base } = thread.about;
    this.#turn = base.state.turns.running?.turn;
    this.#refs = new RefMap(base.offset);
    this.#usage = new ReplayUsage(base.state);
  }

  async take(walked: WalkedEvent): Promise<void> {
    const { event } = walked;
    if (event.turn !== undefined && event.turn !== this.#turn) {
      await this.flush();
      this.#turn = event.turn;
    }
    const point = this.#points.take(walked);
    if (point !== null) await this.#ask(point);
    const isRollback = rollbackOf(event) !== null && event.derived === undefined;
    for (const placed of isRollback ? [] : placedFacts(event, walked.before)) {
      const copied = await this.#copied(placed, walked); // which may write what waited
      this.#waiting.push(...copied);
    }
  }

  /** Writes what waits, as one batch. */
  async flush(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const facts = waiting.map(({ fact }) => fact);
    const { events } = await this.thread.log.commit(() => ({ facts, turn: this.#turn }));
    this.#refs.note(waiting, events);
  }

  /** A request of the base: the variant's in its place. */
  async #ask({ state: recorded, fragments }: RequestPoint): Promise<void> {
    await this.flush();
    const { log, task, about } = this.thread;
    if (this.#requests > 0) await this.thread.compactIfDue();
    this.#requests += 1;
    const target = variantTarget(task.variant, about.base.state);
    const all = [...fragments, ...promptFragments(task.variant)];
    const prompt = projectPrompt(log.state, target, { fragments: all });
    const { body, provider } = await requestFor(prompt, log.store.blobs);
    this.#usage.ask(recorded, log.state);
    const data: FactOf<"request.sent">["data"] = {
      upTo: prompt.upTo,
      target: { serializer: provider, replayed: true, ...target },
      fragments: all.map((fragment) => ({ ...fragment })),
      body: bodyHash(body),
      estimatedTokens: prompt.tokens,
    };
    this.#waiting.push(bare({ type: "request.sent", data }));
  }

  async #copied(placed: PlacedFact, walked: WalkedEvent): Promise<readonly CopiedFact[]> {
    const { fact, refAt } = placed;
    const { edits, task } = this.thread;
    const { instructions, tools, compaction } = task.variant;
    switch (fact.type) {
      case "turn.started":
        return this.#started(fact, walked);
      case "context.injected":
        return this.#told(fact, { refAt, before: walked.before });
      case "item.recorded":
        return copiedItem(fact.data, refAt(), edits);
      case "usage.reported":
        return this.#reported(fact.data);
      case "turn.completed":
      case "turn.aborted":
        return this.#ended(fact);
      case "history.compacted":
        return this.#compacted({ fact, refAt }, walked.after);
      case "history.trimmed":
      case "outputs.cleared":
      case "images.replaced":
      case "history.cleared":
        return this.#edited(fact);
      case "instructions.set":
        return instructions === undefined ? [bare({ type: fact.type, data: fact.data })] : [];
      case "tools.declared":
        return tools === undefined ? [bare({ type: fact.type, data: fact.data })] : [];
      case "thread.configured":
        return compaction === undefined ? [bare({ type: fact.type, data: fact.data })] : [];
      case "thread.started":
      case "thread.forked":
      case "thread.renamed":
      case "request.sent": // made anew
      case "history.rolled-back": // what it discarded was never copied
      case "snapshot.taken":
      case "snapshot.restored":
      case "notice.logged":
      case "foreign.kept":
        return [];
    }
  }

  /** A variant with compactions of its own has none of the base's. */
  async #compacted(
    placed: Parameters<typeof copiedCompaction>[0],
    after: ThreadState,
  ): Promise<readonly CopiedFact[]> {
    const { edits, log, task } = this.thread;
    if (task.variant.compaction !== undefined) return [];
    await this.flush();
    const known = { refs: this.#refs, state: log.state, edits };
    return [copiedCompaction(placed, after, known)];
  }

  async #started(
    { data }: FactOf<"turn.started">,
    { before }: WalkedEvent,
  ): Promise<readonly CopiedFact[]> {
    await this.flush();
    if (before.turns.running === null) await this.thread.compactIfDue("");
    const start = this.thread.turnStart(data.envelope);
    return [bare(startFact(start)), ...this.#tellings(data.envelope)];
  }

  /** The variant's facts, told once; and again when the base tells everything again. */
  #tellings(envelope: FactOf<"turn.started">["data"]["envelope"]): readonly CopiedFact[] {
    if (this.#hasTold) return [];
    this.#hasTold = true;
    const telling = tellingFact(this.thread.turnStart(envelope));
    return telling === null ? [] : [bare(telling)];
  }

  #told(
    { data }: FactOf<"context.injected">,
    { refAt, before }: { refAt: PlacedFact["refAt"]; before: ThreadState },
  ): readonly CopiedFact[] {
    const refs = data.items.map((_, index) => refAt(index));
    const envelope = data.envelope ?? before.turns.running?.envelope ?? {};
    const own = startFact(this.thread.turnStart(envelope));
    // What a foreign session says of its turn is here, and not where the turn starts.
    const isObserved = (data.envelope ?? null) !== null && own.type === "turn.started";
    const observed = isObserved ? { envelope: own.data.envelope } : {};
    const fact: Fact = { type: "context.injected", data: { ...data, ...observed } };
    if (data.mode === "full") this.#hasTold = false;
    return [{ fact, refs }, ...(data.mode === "full" ? this.#tellings(envelope) : [])];
  }

  async #ended(fact: FactOf<"turn.completed" | "turn.aborted">): Promise<readonly CopiedFact[]> {
    await this.flush();
    const data = { ...fact.data, totals: runningTotals(this.thread.log.state) };
    const isWhole = fact.type === "turn.completed";
    return [bare(isWhole ? { type: "turn.completed", data } : { type: "turn.aborted", data })];
  }

  async #edited(
    fact: FactOf<"history.trimmed" | "outputs.cleared" | "images.replaced" | "history.cleared">,
  ): Promise<readonly CopiedFact[]> {
    await this.flush();
    const { state } = this.thread.log;
    const historyVersion = state.log.historyVersion + 1;
    if (fact.type === "history.cleared") {
      return [bare({ type: fact.type, data: { ...fact.data, historyVersion } })];
    }
    const refs = this.#refs.within(state, fact.data.refs);
    switch (fact.type) {
      case "history.trimmed":
        return [bare({ type: fact.type, data: { ...fact.data, refs, historyVersion } })];
      case "outputs.cleared":
        return [bare({ type: fact.type, data: { ...fact.data, refs, historyVersion } })];
      case "images.replaced":
        return [bare({ type: fact.type, data: { ...fact.data, refs, historyVersion } })];
    }
  }

  /** A report that says the one before over again is none of the variant's. */
  #reported(recorded: FactOf<"usage.reported">["data"]): readonly CopiedFact[] {
    const spent = this.#meter.take(recorded);
    if (spent === null) return [];
    const { request, before } = spent;
    const data = {
      usage: this.#usage.costOf(request),
      ...{ contextWindow: recorded.contextWindow, request: null },
      ...(before && { revised: this.#usage.costOf(before) }),
    };
    return [bare({ type: "usage.reported", data })];
  }
}

function bare(fact: Fact): CopiedFact {
  return { fact, refs: [] };
}
