import { isJsonObject } from "../../events/json.js";
import type { ToolDeclaration } from "../../events/thread.js";
import { type ToolNameRule, wireToolName } from "./calls.js";
import type { RequestContext } from "./request-context.js";

type Json = Readonly<Record<string, unknown>>;

/** A declared tool as it can be sent: whatever kind of form the API then gives it. */
export interface SendableTool {
  readonly declaration: ToolDeclaration;
  /** Name and description; no description when it is empty. */
  readonly named: { readonly name: string; readonly description?: string };
  readonly parameters: Record<string, unknown> | null;
}

/**
 * The declared tools under the names that the API takes, each name once.
 * @param nameOf what goes as a tool's name; by default the whole name
 */
export function sendableTools(
  context: RequestContext,
  rule: ToolNameRule,
  nameOf = (declaration: ToolDeclaration) => declaration.name,
): readonly SendableTool[] {
  const tools = new Map<string, SendableTool>();
  for (const declaration of context.prompt.tools) {
    const wholeName = wireToolName(declaration.name, rule);
    if (tools.has(wholeName)) {
      context.leaveOut(`tool ${declaration.name} is declared twice`);
      continue;
    }
    const asked = nameOf(declaration);
    const name = wireToolName(asked, rule);
    if (name !== asked && declaration.kind !== "foreign") {
      context.repair("id-mapped", null, `tool ${declaration.name} goes as ${name}`);
    }
    const { parameters } = declaration;
    const description = context.text(declaration.description ?? "", null);
    tools.set(wholeName, {
      declaration,
      named: { name, ...(description !== "" && { description }) },
      parameters: isJsonObject(parameters) ? context.json(parameters, null) : null,
    });
  }
  return [...tools.values()];
}

/** The same without tools that only their own provider knows. */
export function ownTools(
  context: RequestContext,
  rule: ToolNameRule,
  owner: "API" | "provider" = "provider",
): readonly SendableTool[] {
  return sendableTools(context, rule).filter(({ declaration, named }) => {
    if (declaration.kind !== "foreign") return true;
    context.leaveOut(`tool ${named.name} is another ${owner}'s own`);
    return false;
  });
}

/** The wire name of the tool that is to be called; undefined: none was named, or it is not declared. */
export function chosenTool(
  context: RequestContext,
  isDeclared: (name: string) => boolean,
  rule: ToolNameRule,
): string | undefined {
  const { toolChoice } = context.options;
  if (toolChoice === undefined || typeof toolChoice === "string") return undefined;
  const name = wireToolName(toolChoice.tool, rule);
  if (isDeclared(name)) return name;
  context.leaveOut(`tool ${toolChoice.tool} is not declared`);
  return undefined;
}

type ObjectSchema = Record<string, unknown> & { readonly type: "object" };

/** The schema of a free-form tool where the API knows functions alone: one argument, `input`. */
export function freeFormSchema(context: RequestContext, { named }: SendableTool): ObjectSchema {
  context.leaveOut(`tool ${named.name} is free-form: one argument, input`);
  return { type: "object", properties: { input: { type: "string" } }, required: ["input"] };
}

/**
 * The schema of a tool's arguments as the API takes it; one that asks for no object asks nothing.
 * @param refusedAtTop keywords that the API refuses there
 * @param defaults what an object schema has to have
 */
export function argumentsSchema(
  context: RequestContext,
  { named, parameters }: SendableTool,
  refusedAtTop: readonly string[] = [],
  defaults: Json = {},
): ObjectSchema {
  const schema = parameters ?? {};
  for (const keyword of refusedAtTop) {
    if (keyword in schema) context.leaveOut(`tool ${named.name}: ${keyword} at the top`);
  }
  const members = Object.entries(schema).filter(([keyword]) => !refusedAtTop.includes(keyword));
  const kept: Json = Object.fromEntries(members);
  if (kept.type === undefined || kept.type === "object") {
    return { ...defaults, ...kept, type: "object" };
  }
  context.leaveOut(`tool ${named.name}: arguments that are no object`);
  return { type: "object", ...defaults };
}

/** The schema of a tool where the API knows functions alone; undefined: none is declared. */
export function functionSchema(
  context: RequestContext,
  tool: SendableTool,
): ObjectSchema | undefined {
  if (tool.declaration.kind === "custom") return freeFormSchema(context, tool);
  return tool.parameters === null ? undefined : argumentsSchema(context, tool);
}

/** Keywords that OpenAI's strict mode refuses anywhere. */
const REFUSED = [
  ...["allOf", "not", "oneOf", "if", "then", "else"],
  ...["dependentRequired", "dependentSchemas", "patternProperties"],
];

/**
 * Whether OpenAI takes a schema in strict mode: an object at the top, every object closed, every
 * member required (guides/structured-outputs, "Supported schemas").
 */
export function isStrictSchema(schema: unknown): boolean {
  return (
    isJsonObject(schema) && schema.type === "object" && !("anyOf" in schema) && isStrict(schema)
  );
}

/**
 * The schema with every object in it closed, as Anthropic wants an answer's
 * (build-with-claude/structured-outputs); the same one where there is nothing to close.
 */
export function withClosedObjects(schema: Record<string, unknown>): Record<string, unknown> {
  return holdsOpenObject(schema) ? closeObjects(schema) : schema;
}

function holdsOpenObject(schema: unknown): boolean {
  return isJsonObject(schema) && (isOpenObject(schema) || subschemas(schema).some(holdsOpenObject));
}

function closeObjects(schema: Record<string, unknown>): Record<string, unknown> {
  const closed: Record<string, unknown> = { ...schema };
  if (isOpenObject(schema)) closed.additionalProperties = false;
  for (const holder of ["properties", "$defs", "definitions"]) {
    if (!isJsonObject(schema[holder])) continue;
    const members = Object.entries(schema[holder]).map(([name, member]) => [name, close(member)]);
    closed[holder] = Object.fromEntries(members);
  }
  if (Array.isArray(schema.anyOf)) closed.anyOf = schema.anyOf.map(close);
  if ("items" in schema) closed.items = close(schema.items);
  return closed;
}

function close(schema: unknown): unknown {
  return isJsonObject(schema) ? closeObjects(schema) : schema;
}

function isOpenObject(schema: Json): boolean {
  return isObjectSchema(schema) && schema.additionalProperties !== false;
}

function isObjectSchema(schema: Json): boolean {
  return [schema.type].flat().includes("object") || "properties" in schema;
}

function isStrict(schema: unknown): boolean {
  if (!isJsonObject(schema)) return false;
  if (REFUSED.some((keyword) => keyword in schema)) return false;
  return isClosed(schema) && subschemas(schema).every(isStrict);
}

function isClosed(schema: Json): boolean {
  if (!isObjectSchema(schema)) return true;
  const members = Object.keys(recordOf(schema.properties));
  const required = listOf(schema.required);
  return (
    schema.additionalProperties === false && members.every((member) => required.includes(member))
  );
}

function subschemas(schema: Json): readonly unknown[] {
  return [
    ...Object.values(recordOf(schema.properties)),
    ...Object.values(recordOf(schema.$defs)),
    ...Object.values(recordOf(schema.definitions)),
    ...listOf(schema.anyOf),
    ...("items" in schema ? [schema.items] : []),
  ];
}

function recordOf(value: unknown): Json {
  return isJsonObject(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
