import { isJsonObject } from "../../../events/json.js";
import { defineProvider } from "../define-provider.js";
import { answerSchema, instructionTexts } from "../google/google.js";
import { GOOGLE_NAMES } from "../google/parts.js";
import type { RequestContext } from "../request-context.js";
import { chosenTool, functionSchema, ownTools, type SendableTool } from "../tools.js";
import { leadingInstructions, type Unit } from "../units.js";
import type { InteractionsBody, InteractionsConfig, InteractionsTool } from "./body.js";
import { foldInteractionEvent, InteractionAnswer, readInteraction } from "./response.js";
import { toSteps } from "./steps.js";

/** Google's Interactions API (Gemini API). */
export const googleInteractions = defineProvider({
  name: "google-interactions",
  maxIdLength: 64,
  write: toInteractionsBody,
  schema: InteractionAnswer,
  read: readInteraction,
  begun: { steps: [] },
  fold: foldInteractionEvent,
});

/** Parameters for `interactions.create` (streaming: `stream: true` is the client's to add). */
function toInteractionsBody(context: RequestContext, units: readonly Unit[]) {
  const leading = leadingInstructions(units);
  const { steps, origins } = toSteps(context, units.slice(leading.length));
  const system = instructionTexts(context, leading).map(({ text }) => text);
  const tools = ownTools(context, GOOGLE_NAMES).map((tool) => toTool(context, tool));
  const config = toConfig(context, tools);
  const schema = answerSchema(context, tools.length > 0);
  const body: InteractionsBody = {
    model: context.modelId,
    input: steps,
    store: false,
    ...(system.length > 0 && { system_instruction: system.join("\n\n") }),
    ...(tools.length > 0 && { tools }),
    ...(schema !== undefined && {
      response_format: { type: "text", mime_type: "application/json", schema },
    }),
    ...(Object.keys(config).length > 0 && { generation_config: config }),
  };
  return { body, origins, leading };
}

function toTool(context: RequestContext, tool: SendableTool): InteractionsTool {
  const schema = functionSchema(context, tool);
  const parameters = schema && withoutEmptyRequired(schema);
  return { type: "function", ...tool.named, ...(parameters !== undefined && { parameters }) };
}

/** The schema without `required` lists that require nothing: the API refuses them. */
function withoutEmptyRequired(schema: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(schema).filter(
    ([key, value]) => key !== "required" || !Array.isArray(value) || value.length > 0,
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutEmpty(value)]));
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  return isJsonObject(value) ? withoutEmptyRequired(value) : value;
}

function toConfig(context: RequestContext, tools: readonly InteractionsTool[]): InteractionsConfig {
  const { maxTokens, options } = context;
  if (options.parallelToolCalls === false) {
    context.leaveOut("Gemini cannot be kept from parallel calls");
  }
  const choice = toToolChoice(context, tools);
  return {
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...toThinking(context),
    ...(choice !== undefined && { tool_choice: choice }),
  };
}

function toToolChoice(
  context: RequestContext,
  tools: readonly InteractionsTool[],
): InteractionsConfig["tool_choice"] {
  const { toolChoice } = context.options;
  if (toolChoice === undefined || toolChoice === "auto" || tools.length === 0) return undefined;
  if (toolChoice === "none") return "none";
  if (toolChoice === "required") return "any";
  const isDeclared = (name: string) => tools.some((tool) => tool.name === name);
  const name = chosenTool(context, isDeclared, GOOGLE_NAMES);
  return name === undefined ? undefined : { allowed_tools: { mode: "any", tools: [name] } };
}

const LEVELS: ReadonlyMap<string, NonNullable<InteractionsConfig["thinking_level"]>> = new Map([
  ["none", "minimal"],
  ["minimal", "minimal"],
  ["low", "low"],
  ["medium", "medium"],
]);

function toThinking(
  context: RequestContext,
): Pick<InteractionsConfig, "thinking_level" | "thinking_summaries"> {
  const { reasoning } = context;
  if (reasoning === undefined) return {};
  if (context.has("no-reasoning")) {
    context.leaveOut(`${context.model.id} does not reason`);
    return {};
  }
  const { effort, budgetTokens } = reasoning;
  const summaries = reasoning.summary === true ? { thinking_summaries: "auto" as const } : {};
  if (budgetTokens !== undefined) context.leaveOut("a budget for thinking: the API takes levels");
  if (effort === undefined) return summaries;
  if (!context.follows("signature-on-calls")) {
    context.leaveOut(`effort ${effort}: ${context.model.id} takes no levels`);
    return summaries;
  }
  if (effort === "none") context.leaveOut(`${context.model.id} always thinks: least level`);
  return { thinking_level: LEVELS.get(effort) ?? "high", ...summaries };
}
