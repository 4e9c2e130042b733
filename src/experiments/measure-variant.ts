import { fullToolName, isToolCall } from "../events/calls.js";
import type { EventSource } from "../events/event-source.js";
import type { Fact, FactOf } from "../events/event.js";
import { projectPrompt } from "../projections/prompt/project-prompt.js";
import { forgottenBy } from "../projections/views/forgetting.js";
import type { WalkedEvent } from "../projections/walk-log.js";
import { countedFacts } from "../reducers/reduce.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { STRATEGIES } from "../runtime/compaction/settings.js";
import { type RequestPoint, RequestPoints } from "../runtime/models/recorded/request-points.js";
import { continuationOf, type ExperimentBase, rangesBehind, walkRanges } from "./base.js";
import type { Experiment, VariantMeasures } from "./experiment.js";
import { EDIT_REASON } from "./item-edits.js";
import type { Variant } from "./plan.js";
import { differenceBetween, firstDifference, nextRequest, promptMeasures } from "./requests.js";
import type { NextRequest } from "./requests.js";

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
  const { blobs } = experiment.store;
  const request = await nextRequest({ state: base.state, base: base.state }, {}, blobs);
  const counted = await measureThread(continuationOf(base, experiment.turns));
  const measured = { threadId: base.threadId, state: base.state, source: base.source };
  const measures: VariantMeasures = {
    ...figures(experiment, counted, { request, base: request }),
    firstDifference: null,
    ...promptMeasures(request, request),
    own: await ownMeasures(experiment, measured),
  };
  return { base, request, measures };
}

/** A variant's fork, by what its log says; what was rolled back does not count. */
export async function measureVariant(
  experiment: Experiment,
  { base, request }: MeasuredBase,
  fork: {
    readonly threadId: string;
    readonly variant: Variant;
    readonly state: ThreadState;
    readonly source: EventSource;
  },
): Promise<VariantMeasures> {
  const { mode, turns, store } = experiment;
  const ranges = await rangesBehind(fork.source, base.offset);
  const walk = (): AsyncGenerator<WalkedEvent> => walkRanges(fork.source, base.state, ranges);
  const states = { state: fork.state, base: base.state };
  const next = await nextRequest(states, fork.variant, store.blobs);
  const counted = await measureThread(walk());
  return {
    ...figures(experiment, counted, { request: next, base: request }),
    firstDifference:
      mode === "project"
        ? differenceBetween(request.prompt, next.prompt, { offset: base.offset, request: 1 })
        : await firstDifference(continuationOf(base, turns), walk()),
    ...promptMeasures(request, next),
    own: await ownMeasures(experiment, fork),
  };
}

/** Where nothing is asked, the next request is what there is to count. */
function figures(
  { mode }: Experiment,
  counted: ThreadMeasures,
  { request, base }: { readonly request: NextRequest; readonly base: NextRequest },
): ThreadMeasures {
  if (mode !== "project") return counted;
  const { keptCache } = promptMeasures(base, request);
  const cachedTokens = Math.min(request.prompt.tokens, Math.round(keptCache * base.prompt.tokens));
  return { ...counted, inputTokens: request.prompt.tokens, cachedTokens };
}

async function ownMeasures(
  { metrics = {} }: Experiment,
  measured: {
    readonly threadId: string;
    readonly state: ThreadState;
    readonly source: EventSource;
  },
): Promise<VariantMeasures["own"]> {
  const own: Record<string, number | null> = {};
  for (const [name, { measure }] of Object.entries(metrics)) own[name] = await measure(measured);
  return own;
}

/** What happened in a part of a log, in figures. */
type ThreadMeasures = Pick<
  VariantMeasures,
  | "inputTokens"
  | "cachedTokens"
  | "outputTokens"
  | "requests"
  | "compactions"
  | "forgottenBytes"
  | "toolCalls"
  | "timeMs"
>;

/** Counts what surviving events say; where nobody reported any cost, what goes in is estimated. */
async function measureThread(walked: AsyncIterable<WalkedEvent>): Promise<ThreadMeasures> {
  const count = new Count();
  for await (const one of walked) count.take(one);
  return count.finish();
}

class Count {
  readonly #points = new RequestPoints();
  readonly #tools = new Map<string, number>();
  #tokens = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
  #requests = 0;
  #compactions = 0;
  #forgottenBytes = 0;
  #timeMs: number | null = null;
  #estimatedTokens = 0;
  #hasReports = false;

  take(walked: WalkedEvent): void {
    const { event } = walked;
    const point = this.#points.take(walked);
    if (point !== null) {
      this.#requests += 1;
      this.#estimatedTokens += this.#hasReports ? 0 : estimateOf(point);
    }
    for (const { items, kind } of forgottenBy(walked)) {
      if (kind !== "rolled-back") this.#forgottenBytes += sum(items.map(({ bytes }) => bytes));
    }
    for (const fact of countedFacts(event)) this.#takeFact(fact);
  }

  finish(): ThreadMeasures {
    const estimated = { ...this.#tokens, inputTokens: this.#estimatedTokens };
    return {
      ...(this.#hasReports ? this.#tokens : estimated),
      requests: this.#requests,
      compactions: this.#compactions,
      forgottenBytes: this.#forgottenBytes,
      toolCalls: Object.fromEntries([...this.#tools].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      timeMs: this.#timeMs,
    };
  }

  #takeFact(fact: Fact): void {
    if (isCompaction(fact)) this.#compactions += 1;
    if (fact.type === "turn.completed" || fact.type === "turn.aborted") {
      const { durationMs } = fact.data;
      if (durationMs !== null) this.#timeMs = (this.#timeMs ?? 0) + durationMs;
    }
    if (fact.type === "usage.reported") this.#takeUsage(fact.data);
    const tool = calledTool(fact);
    if (tool !== null) this.#tools.set(tool, (this.#tools.get(tool) ?? 0) + 1);
  }

  /** One that stands in an earlier one's place takes that one back. */
  #takeUsage({ usage, revised }: FactOf<"usage.reported">["data"]): void {
    this.#hasReports = true;
    this.#tokens.inputTokens += usage.input - (revised?.input ?? 0);
    this.#tokens.cachedTokens += usage.cachedInput - (revised?.cachedInput ?? 0);
    this.#tokens.outputTokens += usage.output - (revised?.output ?? 0);
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
