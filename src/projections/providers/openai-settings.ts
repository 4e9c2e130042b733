import { z } from "zod";
import type { ToolDeclaration } from "../../events/thread.js";
import { PLAIN_NAMES, wireToolName } from "./calls.js";
import { isRecord, type RequestContext } from "./request-context.js";
import { argumentsSchema, isStrictSchema, OPENAI_SCHEMAS, type SendableTool } from "./tools.js";

const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type OpenAiEffort = (typeof EFFORTS)[number];

/** The name that the answer's schema goes under. */
const SCHEMA_NAME = "answer";

/** The answer's schema; binding where it can be, as it is where strict mode would refuse it. */
export function answerFormat(
  context: RequestContext,
  schema: Record<string, unknown>,
): { name: string; schema: Record<string, unknown>; strict: boolean } {
  const strict = isStrictSchema(schema);
  if (!strict) context.repair("setting-left-out", null, `strict: the answer's ${NOT_STRICT}`);
  return { name: SCHEMA_NAME, schema, strict };
}

const NOT_STRICT = "schema has open objects, optional members or keywords that it refuses";

/** The schema of a function's arguments, and what was declared of its strictness. */
export function openAiArguments(
  context: RequestContext,
  tool: SendableTool,
): { schema: Record<string, unknown> | null; strict: boolean | undefined } {
  const { declaration, name, parameters } = tool;
  const schema = parameters === null ? null : argumentsSchema(context, tool, OPENAI_SCHEMAS);
  const strict = declaration.strict ?? undefined;
  if (strict !== true || isStrictSchema(schema)) return { schema, strict };
  context.repair("setting-left-out", null, `strict: tool ${name}'s ${NOT_STRICT}`);
  return { schema, strict: false };
}

/** The effort that was asked for, or that the prompt was made for; undefined: the model's default. */
export function openAiEffort(context: RequestContext): OpenAiEffort | undefined {
  const asked = context.reasoning?.effort;
  if (asked === undefined) return undefined;
  const effort = EFFORTS.find((known) => known === asked);
  if (effort === undefined) {
    context.repair("setting-left-out", null, `effort ${asked} is not one of ${EFFORTS.join(", ")}`);
    return undefined;
  }
  if (!context.has("no-reasoning")) return effort;
  context.repair("setting-left-out", null, `${context.model.id} does not reason`);
  return undefined;
}

/** Says which settings have no form in OpenAI's APIs. */
export function refuseBudget(context: RequestContext): void {
  if (context.reasoning?.budgetTokens === undefined) return;
  context.repair("setting-left-out", null, "a budget for reasoning: OpenAI takes an effort");
}

/** What both APIs say about tools, in each one's own forms of a tool and of a choice. */
export interface OpenAiToolSettings<Tool, Choice> {
  tools?: Tool[];
  tool_choice?: Choice | "auto" | "none" | "required";
  parallel_tool_calls?: boolean;
}

/**
 * Settings about tools; they are refused where no tool is declared.
 * @param choose the choice of the tool that goes by a name; undefined: there is none
 */
export function openAiToolSettings<Tool, Choice>(
  context: RequestContext,
  tools: Tool[],
  choose: (name: string) => Choice | undefined,
): OpenAiToolSettings<Tool, Choice> {
  if (tools.length === 0) return {};
  const { parallelToolCalls, toolChoice } = context.options;
  const isNamed = toolChoice !== undefined && typeof toolChoice !== "string";
  const choice = isNamed ? choose(wireToolName(toolChoice.tool, PLAIN_NAMES)) : toolChoice;
  if (isNamed && choice === undefined) {
    context.repair("setting-left-out", null, `tool ${toolChoice.tool} is not declared`);
  }
  return {
    tools,
    ...(choice === undefined ? {} : { tool_choice: choice }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
  };
}

const Grammar = z.looseObject({
  type: z.literal("grammar"),
  syntax: z.enum(["lark", "regex"]),
  definition: z.string(),
});

/** The grammar of a free-form tool's input; null: any text. */
export function grammarOf(
  context: RequestContext,
  tool: ToolDeclaration,
): z.infer<typeof Grammar> | null {
  const grammar = Grammar.safeParse(isRecord(tool.format) ? context.json(tool.format, null) : null);
  return grammar.success ? grammar.data : null;
}
