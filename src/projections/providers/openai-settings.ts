import { z } from "zod";
import { isJsonObject } from "../../events/json.js";
import type { ToolDeclaration } from "../../events/thread.js";
import { PLAIN_NAMES } from "./calls.js";
import { outputSchemaOf, type RequestContext } from "./request-context.js";
import { argumentsSchema, chosenTool, isStrictSchema, type SendableTool } from "./tools.js";

const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
type OpenAiEffort = (typeof EFFORTS)[number];

const REFUSED_AT_TOP = ["oneOf", "anyOf", "allOf", "enum", "const", "not"];
const NOT_STRICT = "schema has open objects, optional members or keywords that it refuses";

/**
 * What both APIs take beside messages and tools, undefined where nothing was asked for. An answer's
 * schema is binding where it can be: strict mode refuses some.
 */
export function openAiSettings(context: RequestContext) {
  const effort = effortOf(context);
  if (context.reasoning?.budgetTokens !== undefined) {
    context.leaveOut("a budget for reasoning: OpenAI takes an effort");
  }
  const schema = outputSchemaOf(context);
  if (schema === undefined) return { effort, format: undefined };
  const strict = isStrictSchema(schema);
  if (!strict) context.leaveOut(`strict: the answer's ${NOT_STRICT}`);
  return { effort, format: { name: "answer", schema, strict } };
}

/** The effort that was asked for, or that the prompt was made for; undefined: the model's default. */
function effortOf(context: RequestContext): OpenAiEffort | undefined {
  const asked = context.reasoning?.effort;
  if (asked === undefined) return undefined;
  const effort = EFFORTS.find((known) => known === asked);
  if (effort === undefined) {
    context.leaveOut(`effort ${asked} is not one of ${EFFORTS.join(", ")}`);
    return undefined;
  }
  if (!context.has("no-reasoning")) return effort;
  context.leaveOut(`${context.model.id} does not reason`);
  return undefined;
}

/** The schema of a function's arguments, and what was declared of its strictness. */
export function openAiArguments(
  context: RequestContext,
  tool: SendableTool,
): { schema: Record<string, unknown> | null; strict: boolean | undefined } {
  const { declaration, named, parameters } = tool;
  const defaults = { properties: {} };
  const schema =
    parameters === null ? null : argumentsSchema(context, tool, REFUSED_AT_TOP, defaults);
  const strict = declaration.strict ?? undefined;
  if (strict !== true || isStrictSchema(schema)) return { schema, strict };
  context.leaveOut(`strict: tool ${named.name}'s ${NOT_STRICT}`);
  return { schema, strict: false };
}

/**
 * Settings about tools; they are refused where no tool is declared.
 * @param choose the choice of the tool that goes by a name; undefined: there is none
 */
export function openAiToolSettings<Tool, Choice>(
  context: RequestContext,
  tools: Tool[],
  choose: (name: string) => Choice | undefined,
): {
  tools?: Tool[];
  tool_choice?: Choice | "auto" | "none" | "required";
  parallel_tool_calls?: boolean;
} {
  if (tools.length === 0) return {};
  const { parallelToolCalls, toolChoice } = context.options;
  const name = chosenTool(context, (known) => choose(known) !== undefined, PLAIN_NAMES);
  const named = name === undefined ? undefined : choose(name);
  const choice = typeof toolChoice === "string" ? toolChoice : named;
  return {
    tools,
    ...(choice !== undefined && { tool_choice: choice }),
    ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
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
  { format }: ToolDeclaration,
): z.infer<typeof Grammar> | null {
  const grammar = Grammar.safeParse(isJsonObject(format) ? context.json(format, null) : null);
  return grammar.success ? grammar.data : null;
}
