import type { ToolDeclaration } from "../../events/thread.js";
import { type ToolNameRule, wireToolName } from "./calls.js";
import { isRecord, type RequestContext } from "./request-context.js";

/** A declared tool as it can be sent: whatever kind of form the API then gives it. */
export interface SendableTool {
  readonly declaration: ToolDeclaration;
  readonly name: string;
  /** Empty: none. */
  readonly description: string;
  readonly parameters: Record<string, unknown> | null;
}

/** The declared tools under the names that the API takes, each name once. */
export function sendableTools(
  context: RequestContext,
  declarations: readonly ToolDeclaration[],
  rule: ToolNameRule,
): readonly SendableTool[] {
  const tools = new Map<string, SendableTool>();
  for (const declaration of declarations) {
    const name = wireToolName(declaration.name, rule);
    if (tools.has(name)) {
      context.repair("setting-left-out", null, `tool ${declaration.name} is declared twice`);
      continue;
    }
    if (name !== declaration.name && declaration.kind !== "foreign") {
      context.repair("id-mapped", null, `tool ${declaration.name} goes as ${name}`);
    }
    const { parameters } = declaration;
    tools.set(name, {
      declaration,
      name,
      description: context.text(declaration.description ?? "", null),
      parameters: isRecord(parameters) ? context.json(parameters, null) : null,
    });
  }
  return [...tools.values()];
}

/** What an API asks of the schema of a tool's arguments, beside that it is an object's. */
interface SchemaRule {
  /** Keywords that are refused at the top. */
  readonly refusedAtTop: readonly string[];
  /** True where an object without `properties` is refused. */
  readonly needsProperties: boolean;
}

export const OPENAI_SCHEMAS: SchemaRule = {
  refusedAtTop: ["oneOf", "anyOf", "allOf", "enum", "const", "not"],
  needsProperties: true,
};
export const ANTHROPIC_SCHEMAS: SchemaRule = {
  refusedAtTop: ["oneOf", "anyOf", "allOf"],
  needsProperties: false,
};
export const GOOGLE_SCHEMAS: SchemaRule = { refusedAtTop: [], needsProperties: false };

type ObjectSchema = Record<string, unknown> & { readonly type: "object" };

/** The schema of a tool's arguments as the API takes it; one that asks for no object asks nothing. */
export function argumentsSchema(
  context: RequestContext,
  { name, parameters }: SendableTool,
  rule: SchemaRule,
): ObjectSchema {
  const properties = rule.needsProperties ? { properties: {} } : {};
  const schema = withoutKeywords(parameters ?? {}, rule.refusedAtTop, (keyword) =>
    context.repair("setting-left-out", null, `tool ${name}: ${keyword} at the top`),
  );
  if (schema["type"] !== undefined && schema["type"] !== "object") {
    context.repair("setting-left-out", null, `tool ${name}: arguments that are no object`);
    return { type: "object", ...properties };
  }
  return { ...properties, ...schema, type: "object" };
}

function withoutKeywords(
  schema: Readonly<Record<string, unknown>>,
  refused: readonly string[],
  leaveOut: (keyword: string) => void,
): Record<string, unknown> {
  const kept = Object.entries(schema).filter(([keyword]) => !refused.includes(keyword));
  for (const keyword of refused) if (keyword in schema) leaveOut(keyword);
  return Object.fromEntries(kept);
}

/** Keywords that OpenAI's strict mode refuses anywhere. */
const REFUSED = [
  "allOf",
  "not",
  "oneOf",
  "if",
  "then",
  "else",
  "dependentRequired",
  "dependentSchemas",
  "patternProperties",
];

/**
 * Whether OpenAI takes a schema in strict mode: an object at the top, every object closed, every
 * member required (guides/structured-outputs, "Supported schemas").
 */
export function isStrictSchema(schema: unknown): boolean {
  return (
    isRecord(schema) && schema["type"] === "object" && !("anyOf" in schema) && isStrict(schema)
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
  return isRecord(schema) && (isOpenObject(schema) || subschemas(schema).some(holdsOpenObject));
}

function closeObjects(schema: Record<string, unknown>): Record<string, unknown> {
  const closed: Record<string, unknown> = { ...schema };
  if (isOpenObject(schema)) closed["additionalProperties"] = false;
  for (const holder of ["properties", "$defs", "definitions"]) {
    if (!isRecord(schema[holder])) continue;
    const members = Object.entries(schema[holder]).map(([name, member]) => [name, close(member)]);
    closed[holder] = Object.fromEntries(members);
  }
  if (Array.isArray(schema["anyOf"])) closed["anyOf"] = schema["anyOf"].map(close);
  if ("items" in schema) closed["items"] = close(schema["items"]);
  return closed;
}

function close(schema: unknown): unknown {
  return isRecord(schema) ? closeObjects(schema) : schema;
}

function isOpenObject(schema: Readonly<Record<string, unknown>>): boolean {
  return isObjectSchema(schema) && schema["additionalProperties"] !== false;
}

function isObjectSchema(schema: Readonly<Record<string, unknown>>): boolean {
  return [schema["type"]].flat().includes("object") || "properties" in schema;
}

function isStrict(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  if (REFUSED.some((keyword) => keyword in schema)) return false;
  return isClosed(schema) && subschemas(schema).every(isStrict);
}

/** True for what is no object. */
function isClosed(schema: Readonly<Record<string, unknown>>): boolean {
  if (!isObjectSchema(schema)) return true;
  const members = Object.keys(recordOf(schema["properties"]));
  const required = listOf(schema["required"]);
  return (
    schema["additionalProperties"] === false && members.every((member) => required.includes(member))
  );
}

function subschemas(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [
    ...Object.values(recordOf(schema["properties"])),
    ...Object.values(recordOf(schema["$defs"])),
    ...Object.values(recordOf(schema["definitions"])),
    ...listOf(schema["anyOf"]),
    ...("items" in schema ? [schema["items"]] : []),
  ];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
