import type { RequestContext } from "../request-context.js";
import type { AnthropicBody, AnthropicOutputConfig, AnthropicThinkingConfig } from "./body.js";

type Effort = NonNullable<AnthropicOutputConfig["effort"]>;

const EFFORTS: readonly Effort[] = ["low", "medium", "high", "xhigh", "max"];

/** Budgets for models that take no effort, in tokens; our own figures. */
const BUDGETS: Readonly<Record<Effort, number>> = {
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 24_576,
  max: 32_000,
};
const LEAST_BUDGET = 1024;

interface ThinkingSettings {
  readonly thinking?: AnthropicThinkingConfig;
  readonly effort?: Effort;
}

/** The thinking settings that were asked for, as far as the model takes them. */
export function toThinking(context: RequestContext, maxTokens: number): ThinkingSettings {
  const { reasoning } = context;
  if (reasoning === undefined) return {};
  if (context.has("no-reasoning")) {
    context.leaveOut(`${context.model.id} does not think`);
    return {};
  }
  if (reasoning.effort === "none" || reasoning.effort === "minimal") return disabled(context);
  const effort = EFFORTS.find((known) => known === reasoning.effort);
  if (reasoning.effort !== undefined && effort === undefined) {
    const known = EFFORTS.join(", ");
    context.leaveOut(`effort ${reasoning.effort} is not one of ${known}`);
  }
  const display = reasoning.summary === true ? { display: "summarized" as const } : {};
  if (context.has("thinking-adaptive-refused")) {
    const budget = Math.min(reasoning.budgetTokens ?? BUDGETS[effort ?? "medium"], maxTokens - 1);
    if (budget >= LEAST_BUDGET) {
      return { thinking: { type: "enabled", budget_tokens: budget, ...display } };
    }
    context.leaveOut("thinking needs at least 1,024 tokens of the answer's");
    return {};
  }
  if (reasoning.budgetTokens !== undefined) {
    context.leaveOut("a thinking budget: the model decides itself");
  }
  const thinking = { type: "adaptive" as const, ...display };
  return effort === undefined ? { thinking } : { thinking, effort };
}

/**
 * Takes manual thinking off a body that continues a round of tool calls without the thinking block
 * that began it (it was another provider's, or is bound to a history that was edited): the API
 * refuses such a request.
 */
export function withoutImpossibleThinking(context: RequestContext, body: AnthropicBody): void {
  if (body.thinking?.type !== "enabled") return;
  const last = body.messages.findLast((message) => message.role === "assistant");
  if (last === undefined || !last.content.some((block) => block.type === "tool_use")) return;
  const first = last.content[0]?.type;
  if (first === "thinking" || first === "redacted_thinking") return;
  delete body.thinking;
  context.leaveOut("thinking: the running round of calls began without it");
}

function disabled(context: RequestContext): ThinkingSettings {
  if (!context.has("thinking-disabled-refused")) return { thinking: { type: "disabled" } };
  context.leaveOut(`${context.model.id} always thinks: least effort instead`);
  return { effort: "low" };
}
