import type { ToolDeclaration } from "../../../events/thread.js";
import type { Prompt } from "../../prompt/prompt.js";
import { CallIds, wireToolName } from "../calls.js";
import { blobsNeeded } from "../images.js";
import { pairUnits } from "../pair-units.js";
import type { Provider, ProviderRequest, RequestOptions } from "../provider.js";
import { outputSchemaOf, RequestContext } from "../request-context.js";
import { argumentsSchema, GOOGLE_SCHEMAS, type SendableTool, sendableTools } from "../tools.js";
import { leadingInstructions } from "../units.js";
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
import { follows, GOOGLE_NAMES, textParts } from "./parts.js";
import {
  foldGoogleStream,
  fromGoogleResponse,
  type GoogleStream,
  googleStreamResult,
  initialGoogleStream,
} from "./response.js";

/** Google's generateContent (Gemini API). */
export const google: Provider<GoogleBody, GoogleStream> = {
  name: "google",
  blobsNeeded,
  toRequest: toGoogleRequest,
  fromResponse: fromGoogleResponse,
  initialStream: initialGoogleStream,
  foldStream: foldGoogleStream,
  streamResult: googleStreamResult,
};

/** Parameters for `generateContent` (or `generateContentStream`, which takes the same). */
function toGoogleRequest(
  prompt: Prompt,
  options: RequestOptions = {},
): ProviderRequest<GoogleBody> {
  const context = new RequestContext(prompt, options);
  const ids = new CallIds(context, { maxLength: 64, refused: /[^a-zA-Z0-9_-]/g });
  const units = pairUnits(context, ids, prompt.items);
  const leading = leadingInstructions(units);
  const { contents, origins } = toContents(context, units.slice(leading.length));
  const system = [
    ...(prompt.instructions === "" ? [] : textParts(context, prompt.instructions, null)),
    ...leading.flatMap(({ parts, ref }) =>
      parts.flatMap((part) => {
        if (part.type !== "input_image") return textParts(context, part.text, ref);
        context.repair("left-out", ref, "an image in instructions");
        return [];
      }),
    ),
  ];
  const config = toConfig(context, prompt, system);
  const body: GoogleBody = { model: options.model ?? context.model.id, contents, config };
  const instructionOrigins = leading.flatMap(({ ref }) => (ref === null ? [] : [ref]));
  const { repairs } = context;
  return { body, repairs, origins, instructionOrigins, callIds: ids.mapped };
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

function toConfig(
  context: RequestContext,
  prompt: Prompt,
  system: { text: string }[],
): GoogleConfig {
  const { options } = context;
  const declarations = toDeclarations(context, prompt.tools);
  const maxTokens = options.maxTokens ?? prompt.target.maxOutputTokens ?? undefined;
  const thinkingConfig = toThinkingConfig(context);
  if (options.parallelToolCalls === false) {
    context.repair("setting-left-out", null, "Gemini cannot be kept from parallel calls");
  }
  const toolConfig = toToolConfig(context, declarations);
  return {
    ...(system.length === 0 ? {} : { systemInstruction: { parts: system } }),
    ...(declarations.length === 0 ? {} : { tools: [{ functionDeclarations: declarations }] }),
    ...(toolConfig === undefined ? {} : { toolConfig }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...schemaConfig(context, prompt, declarations.length > 0),
    ...(thinkingConfig === undefined ? {} : { thinkingConfig }),
  };
}

/** Before Gemini 3, a schema for the answer and functions exclude each other. */
function schemaConfig(
  context: RequestContext,
  prompt: Prompt,
  hasTools: boolean,
): Pick<GoogleConfig, "responseMimeType" | "responseJsonSchema"> {
  const schema = outputSchemaOf(prompt, context);
  if (schema === undefined) return {};
  if (!hasTools || follows(context, "signature-on-calls")) {
    return { responseMimeType: "application/json", responseJsonSchema: schema };
  }
  context.repair("setting-left-out", null, "the output schema: not together with tools");
  return {};
}

function toDeclarations(
  context: RequestContext,
  tools: readonly ToolDeclaration[],
): GoogleFunctionDeclaration[] {
  return sendableTools(context, tools, GOOGLE_NAMES).flatMap((tool) => {
    if (tool.declaration.kind !== "foreign") return [toDeclaration(context, tool)];
    context.repair("setting-left-out", null, `tool ${tool.name} is another provider's own`);
    return [];
  });
}

function toDeclaration(context: RequestContext, tool: SendableTool): GoogleFunctionDeclaration {
  const { name, description, declaration, parameters } = tool;
  const described = description === "" ? { name } : { name, description };
  if (declaration.kind === "custom") {
    context.repair("setting-left-out", null, `tool ${name} is free-form: one argument, input`);
    const properties = { input: { type: "string" } };
    return {
      ...described,
      parametersJsonSchema: { type: "object", properties, required: ["input"] },
    };
  }
  if (parameters === null) return described;
  return { ...described, parametersJsonSchema: argumentsSchema(context, tool, GOOGLE_SCHEMAS) };
}

function toToolConfig(
  context: RequestContext,
  declarations: readonly GoogleFunctionDeclaration[],
): GoogleToolConfig | undefined {
  const { toolChoice } = context.options;
  if (toolChoice === undefined || toolChoice === "auto" || declarations.length === 0) {
    return undefined;
  }
  if (toolChoice === "none") return config(FunctionCallingConfigMode.NONE);
  if (toolChoice === "required") return config(FunctionCallingConfigMode.ANY);
  const name = wireToolName(toolChoice.tool, GOOGLE_NAMES);
  if (declarations.some((tool) => tool.name === name)) {
    return config(FunctionCallingConfigMode.ANY, [name]);
  }
  context.repair("setting-left-out", null, `tool ${toolChoice.tool} is not declared`);
  return undefined;
}

function config(mode: FunctionCallingConfigMode, names?: string[]): GoogleToolConfig {
  return {
    functionCallingConfig: names === undefined ? { mode } : { mode, allowedFunctionNames: names },
  };
}

function toThinkingConfig(context: RequestContext): GoogleThinkingConfig | undefined {
  const { reasoning } = context;
  if (reasoning === undefined) return undefined;
  if (context.has("no-reasoning")) {
    context.repair("setting-left-out", null, `${context.model.id} does not reason`);
    return undefined;
  }
  const { effort, budgetTokens } = reasoning;
  const thoughts = reasoning.summary === true ? { includeThoughts: true } : {};
  if (!follows(context, "signature-on-calls")) {
    const budget =
      budgetTokens ?? (effort === undefined ? undefined : (BUDGETS.get(effort) ?? LARGEST_BUDGET));
    return budget === undefined ? thoughts : { ...thoughts, thinkingBudget: budget };
  }
  if (budgetTokens !== undefined) {
    context.repair("setting-left-out", null, "a budget for thinking: the model takes levels");
  }
  if (effort === undefined) return thoughts;
  if (effort === "none") {
    context.repair("setting-left-out", null, `${context.model.id} always thinks: least level`);
  }
  return { ...thoughts, thinkingLevel: LEVELS.get(effort) ?? ThinkingLevel.HIGH };
}
