import { fullToolName, isToolCall } from "../../events/call-name.js";
import type { Fact, FactOf } from "../../events/event.js";
import type { WalkedEvent } from "../../projections/walk-log.js";
import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import { forgottenBy } from "../../projections/views/forgetting.js";
import { factsOf, isOwnFactFolded } from "../../reducers/fold-event.js";
import { STRATEGIES } from "../compaction/settings.js";
import type { VariantMeasures } from "./measures.js";
import { RequestPoints, type RequestPoint } from "./request-points.js";
import { EDIT_REASON } from "./rewritten-history.js";

/** What happened in a part of a log, in figures. */
export type ThreadMeasures = Pick<
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
export async function measureThread(walked: AsyncIterable<WalkedEvent>): Promise<ThreadMeasures> {
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
    const facts = factsOf(event);
    for (const fact of isOwnFactFolded(event) ? facts : facts.slice(1)) this.#takeFact(fact);
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
