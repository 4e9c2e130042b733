import { fullToolName, isToolCall } from "../events/calls.js";
import type { Fact, FactOf } from "../events/event.js";
import { ModelAtWork, Pricing } from "../projections/pricing.js";
import { projectPrompt } from "../projections/prompt/project-prompt.js";
import { addSpend, emptySpend } from "../projections/stats/tally.js";
import { forgottenBy } from "../projections/views/forgetting.js";
import type { WalkedEvent } from "../projections/walk-log.js";
import { countedFacts } from "../reducers/reduce.js";
import { NO_USAGE, SpendMeter } from "../reducers/usage.js";
import { STRATEGIES } from "../runtime/compaction/settings.js";
import { type RequestPoint, RequestPoints } from "../runtime/models/recorded/request-points.js";
import { continuationOf, type ExperimentBase, rangesBehind, walkRanges } from "./base.js";
import type { Experiment, MeasuredThread, VariantMeasures } from "./experiment.js";
import { EDIT_REASON } from "./item-edits.js";
import type { Variant } from "./plan.js";
import {
  differenceBetween,
  firstDifference,
  type NextRequest,
  nextRequest,
  promptMeasures,
} from "./requests.js";

/** What a variant is measured against. */
export interface MeasuredBase {
  readonly base: ExperimentBase;
  /** The base's next request at the fork. */
  readonly request: NextRequest;
  readonly measures: VariantMeasures;
}

/** The base itself, in the same figures: as it was recorded. */
export async function measureBase(
  experiment: Experiment,
  base: ExperimentBase,
): Promise<MeasuredBase> {
  const { threadId, state, source } = base;
  const request = await nextRequest({ state, base: state }, {}, experiment.store.blobs);
  const counted = await measureThread(continuationOf(base, experiment.turns), {
    pricing: new Pricing(experiment.prices),
    model: request.prompt.target.model,
  });
  const measured = { threadId, state, source, request, counted };
  const measures = await measuresOf(experiment, request, { ...measured, firstDifference: null });
  return { base, request, measures };
}

/** A variant's fork, by what its log says; what was rolled back does not count. */
export async function measureVariant(
  experiment: Experiment,
  { base, request }: MeasuredBase,
  fork: MeasuredThread & { readonly variant: Variant },
): Promise<VariantMeasures> {
  const { mode, turns, store, prices } = experiment;
  const ranges = await rangesBehind(fork.source, base.offset);
  const walk = (): AsyncGenerator<WalkedEvent> => walkRanges(fork.source, base.state, ranges);
  const next = await nextRequest({ ...fork, base: base.state }, fork.variant, store.blobs);
  const { model } = next.prompt.target;
  const counted = await measureThread(walk(), { pricing: new Pricing(prices), model });
  const place = { offset: base.offset, request: 1 };
  const difference =
    mode === "project"
      ? differenceBetween(request.prompt, next.prompt, place)
      : await firstDifference(continuationOf(base, turns), walk());
  const measured = { ...fork, request: next, counted, firstDifference: difference };
  return measuresOf(experiment, request, measured);
}

interface Measured extends MeasuredThread, Pick<VariantMeasures, "firstDifference"> {
  readonly request: NextRequest;
  readonly counted: ThreadMeasures;
}

/** @param base the base's next request, which this one is held against */
async function measuresOf(
  { mode, metrics = {}, prices }: Experiment,
  base: NextRequest,
  { request, counted, firstDifference, threadId, state, source }: Measured,
): Promise<VariantMeasures> {
  const { prompt } = request;
  const measures = promptMeasures(base, request);
  const cachedTokens = Math.min(prompt.tokens, Math.round(measures.keptCache * base.prompt.tokens));
  const pricing = new Pricing(prices);
  const asked = { ...NO_USAGE, input: prompt.tokens, cachedInput: cachedTokens };
  const cost = pricing.costOf(asked, prompt.target.model)?.total ?? null; // of what goes in alone
  const own: Record<string, number | null> = {};
  for (const [name, { measure }] of Object.entries(metrics)) {
    own[name] = await measure({ threadId, state, source });
  }
  return {
    ...counted,
    // Where nothing is asked, the next request is what there is to count.
    ...(mode === "project" && {
      ...{ inputTokens: prompt.tokens, cachedTokens },
      ...{ cost, unpricedModels: [...pricing.unpriced] },
    }),
    ...{ firstDifference, ...measures, own },
  };
}

/** What happened in a part of a log, in figures. */
type ThreadMeasures = Pick<
  VariantMeasures,
  | ("inputTokens" | "cachedTokens" | "outputTokens" | "requests")
  | ("compactions" | "forgottenBytes" | "toolCalls" | "timeMs")
  | ("cost" | "unpricedModels")
>;

/** What a request costs, and which model had the first. */
interface Prices {
  readonly pricing: Pricing;
  readonly model: string | null;
}

/** Counts what surviving events say; where nobody reported any cost, what goes in is estimated. */
async function measureThread(
  walked: AsyncIterable<WalkedEvent>,
  prices: Prices,
): Promise<ThreadMeasures> {
  const count = new Count(prices);
  for await (const one of walked) count.take(one);
  return count.finish();
}

class Count {
  readonly #points = new RequestPoints();
  readonly #tools = new Map<string, number>();
  readonly #figures: {
    -readonly [
      Name in "requests" | "compactions" | "forgottenBytes" | "timeMs"
    ]: ThreadMeasures[Name];
  } = { requests: 0, compactions: 0, forgottenBytes: 0, timeMs: null };
  readonly #meter = new SpendMeter();
  readonly #model = new ModelAtWork();
  readonly #pricing: Pricing;
  readonly #spend = emptySpend();
  #estimatedTokens = 0;
  #hasReports = false;

  constructor({ pricing, model }: Prices) {
    this.#pricing = pricing;
    this.#model.enter([], 0, model);
  }

  take(walked: WalkedEvent): void {
    const point = this.#points.take(walked);
    if (point !== null) {
      this.#figures.requests += 1;
      this.#estimatedTokens += this.#hasReports ? 0 : estimateOf(point);
    }
    for (const { items, kind } of forgottenBy(walked)) {
      if (kind === "rolled-back") continue;
      for (const { bytes } of items) this.#figures.forgottenBytes += bytes;
    }
    const facts = countedFacts(walked.event);
    this.#model.enter(facts, walked.event.offset);
    for (const fact of facts) this.#takeFact(fact);
  }

  finish(): ThreadMeasures {
    const { timeMs, ...figures } = this.#figures;
    const { input, cachedInput, output, cost, unpriced } = this.#spend;
    return {
      ...figures,
      ...{ inputTokens: input, cachedTokens: cachedInput, outputTokens: output },
      cost: this.#hasReports && unpriced === 0 ? cost : null,
      unpricedModels: [...this.#pricing.unpriced],
      ...(!this.#hasReports && { inputTokens: this.#estimatedTokens }),
      toolCalls: Object.fromEntries([...this.#tools].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      timeMs,
    };
  }

  #takeFact(fact: Fact): void {
    const figures = this.#figures;
    if (isCompaction(fact)) figures.compactions += 1;
    if (fact.type === "turn.completed" || fact.type === "turn.aborted") {
      const { durationMs } = fact.data;
      if (durationMs !== null) figures.timeMs = (figures.timeMs ?? 0) + durationMs;
    }
    if (fact.type === "usage.reported") this.#takeUsage(fact.data);
    const tool = calledTool(fact);
    if (tool !== null) this.#tools.set(tool, (this.#tools.get(tool) ?? 0) + 1);
  }

  #takeUsage(data: FactOf<"usage.reported">["data"]): void {
    const spent = this.#meter.take(data);
    if (spent === null) return; // the report before, over again
    this.#hasReports = true;
    addSpend(this.#spend, this.#pricing.spendOf(spent, this.#model.of(data)));
  }
}

function estimateOf({ state, fragments }: RequestPoint): number {
  return projectPrompt(state, {}, { fragments }).tokens;
}

function isCompaction(fact: Fact): boolean {
  switch (fact.type) {
    case "history.compacted":
      return fact.data.reason !== EDIT_REASON;
    case "history.trimmed":
      return STRATEGIES.some((name) => name === fact.data.strategy);
    case "outputs.cleared":
      return true;
    default:
      return false;
  }
}

function calledTool(fact: Fact): string | null {
  if (fact.type !== "item.recorded") return null;
  const { item } = fact.data;
  return isToolCall(item) ? fullToolName(item) : null;
}
