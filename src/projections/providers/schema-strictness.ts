import { isRecord } from "./request-context.js";

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
