import { defineProvider } from "../define-provider.js";
import { outputSchemaOf, type RequestContext } from "../request-context.js";
import { chosenTool, functionSchema, ownTools, type SendableTool } from "../tools.js";
import { leadingInstructions, type MessageUnit, type Unit } from "../units.js";
import {
  FunctionCallingConfigMode,
  type GoogleBody,
  type GoogleConfig,
  type GoogleFunctionDeclaration,
  type GoogleThinkingConfig,
  type GoogleToolConfig,
  ThinkingLevel,
} from "./body.js";
import { toContents } from "./contents.js";
import { GOOGLE_NAMES, textParts } from "./parts.js";
import { foldGoogleChunk, GoogleAnswer, readGoogleAnswer } from "./response.js";

/** Google's generateContent (Gemini API). */
export const google = defineProvider({
  name: "google",
  maxIdLength: 64,
  write: toGoogleBody,
  schema: GoogleAnswer,
  read: readGoogleAnswer,
  begun: {},
  fold: foldGoogleChunk,
});

/** Parameters for `generateContent` (or `generateContentStream`, which takes the same). */
function toGoogleBody(context: RequestContext, units: readonly Unit[]) {
  const leading = leadingInstructions(units);
  const { contents, origins } = toContents(context, units.slice(leading.length));
  const config = toConfig(context, instructionTexts(context, leading));
  const body: GoogleBody = { model: context.modelId, contents, config };
  return { body, origins, leading };
}

/** The instructions, and what leads the conversation beside them; an API that has no images there. */
export function instructionTexts(
  context: RequestContext,
  leading: readonly MessageUnit[],
): { text: string }[] {
  const { instructions } = context.prompt;
  const base = instructions === "" ? [] : textParts(context, instructions, null);
  const others = leading.flatMap(({ parts, ref }) =>
    parts.flatMap((part) => {
      if (part.type !== "input_image") return textParts(context, part.text, ref);
      context.repair("left-out", ref, "an image in instructions");
      return [];
    }),
  );
  return [...base, ...others];
}

function toConfig(context: RequestContext, system: { text: string }[]): GoogleConfig {
  const { maxTokens, options } = context;
  const tools = ownTools(context, GOOGLE_NAMES).map((tool) => toDeclaration(context, tool));
  const thinkingConfig = toThinkingConfig(context);
  if (options.parallelToolCalls === false) {
    context.leaveOut("Gemini cannot be kept from parallel calls");
  }
  const toolConfig = toToolConfig(context, tools);
  const schema = answerSchema(context, tools.length > 0);
  return {
    ...(system.length > 0 && { systemInstruction: { parts: system } }),
    ...(tools.length > 0 && { tools: [{ functionDeclarations: tools }] }),
    ...(toolConfig !== undefined && { toolConfig }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(schema !== undefined && {
      responseMimeType: "application/json",
      responseJsonSchema: schema,
    }),
    ...(thinkingConfig !== undefined && { thinkingConfig }),
  };
}

/** Before Gemini 3, a schema for the answer and functions exclude each other. */
export function answerSchema(
  context: RequestContext,
  hasTools: boolean,
): Record<string, unknown> | undefined {
  const schema = outputSchemaOf(context);
  if (schema === undefined || !hasTools || context.follows("signature-on-calls")) return schema;
  context.leaveOut("the output schema: not together with tools");
  return undefined;
}

function toDeclaration(context: RequestContext, tool: SendableTool): GoogleFunctionDeclaration {
  const schema = functionSchema(context, tool);
  return { ...tool.named, ...(schema !== undefined && { parametersJsonSchema: schema }) };
}

function toToolConfig(
  context: RequestContext,
  tools: readonly GoogleFunctionDeclaration[],
): GoogleToolConfig | undefined {
  const { toolChoice } = context.options;
  const { ANY, NONE } = FunctionCallingConfigMode;
  if (toolChoice === undefined || toolChoice === "auto" || tools.length === 0) return undefined;
  if (toolChoice === "none") return { functionCallingConfig: { mode: NONE } };
  if (toolChoice === "required") return { functionCallingConfig: { mode: ANY } };
  const isDeclared = (name: string) => tools.some((tool) => tool.name === name);
  const name = chosenTool(context, isDeclared, GOOGLE_NAMES);
  if (name === undefined) return undefined;
  return { functionCallingConfig: { mode: ANY, allowedFunctionNames: [name] } };
}

/** Budgets of Gemini 2.5, in tokens; our own figures within its range. */
const BUDGETS: ReadonlyMap<string, number> = new Map([
  ["none", 0],
  ["minimal", 512],
  ["low", 1024],
  ["medium", 8192],
]);
const LARGEST_BUDGET = 24_576;

const LEVELS: ReadonlyMap<string, ThinkingLevel> = new Map([
  ["none", ThinkingLevel.MINIMAL],
  ["minimal", ThinkingLevel.MINIMAL],
  ["low", ThinkingLevel.LOW],
  ["medium", ThinkingLevel.MEDIUM],
]);

function toThinkingConfig(context: RequestContext): GoogleThinkingConfig | undefined {
  const { reasoning } = context;
  if (reasoning === undefined) return undefined;
  if (context.has("no-reasoning")) {
    context.leaveOut(`${context.model.id} does not reason`);
    return undefined;
  }
  const { effort, budgetTokens } = reasoning;
  const thoughts = reasoning.summary === true ? { includeThoughts: true } : {};
  if (!context.follows("signature-on-calls")) {
    const budget =
      budgetTokens ?? (effort === undefined ? undefined : (BUDGETS.get(effort) ?? LARGEST_BUDGET));
    return budget === undefined ? thoughts : { ...thoughts, thinkingBudget: budget };
  }
  if (budgetTokens !== undefined) {
    context.leaveOut("a budget for thinking: the model takes levels");
  }
  if (effort === undefined) return thoughts;
  if (effort === "none") context.leaveOut(`${context.model.id} always thinks: least level`);
  return { ...thoughts, thinkingLevel: LEVELS.get(effort) ?? ThinkingLevel.HIGH };
}
