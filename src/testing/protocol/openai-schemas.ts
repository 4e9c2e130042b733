import { isObject, list, record, type Violations } from "./violation.js";

/** What both of OpenAI's APIs refuse of tools and of schemas. */
export const OPENAI_TOOL_RULES = {
  "tool-schema-object": [
    "calling",
    "A tool's schema is that of an object.",
    "schema must be a JSON Schema of 'type: \"object\"'",
  ],
  "tool-schema-plain": [
    "calling",
    "A tool's schema has no oneOf, anyOf, allOf, enum, const or not at its top.",
    "not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level",
  ],
  "tool-schema-properties": [
    "calling",
    "A tool's schema has properties, be there none.",
    "object schema missing properties",
  ],
  "strict-closed": [
    "structured",
    "A schema in strict mode is closed, and requires all of its members.",
    "'additionalProperties' is required to be supplied and to be false",
  ],
  "tool-names-unique": ["calling", "No two tools share a name.", "tools: names must be unique"],
} as const;

type SchemaViolations = Violations<Exclude<keyof typeof OPENAI_TOOL_RULES, "tool-names-unique">>;

const REFUSED_AT_TOP = ["oneOf", "anyOf", "allOf", "enum", "const", "not"];

/** What both of OpenAI's APIs ask of the schema of a function's arguments; none is fine. */
export function requireArguments(
  violations: SchemaViolations,
  declared: Readonly<Record<string, unknown>>,
): void {
  const { parameters } = declared;
  if (!isObject(parameters)) return;
  const path = "tools";
  violations.require(parameters["type"] === "object", path, "tool-schema-object");
  const plain = !REFUSED_AT_TOP.some((keyword) => keyword in parameters);
  violations.require(plain, path, "tool-schema-plain");
  violations.require(isObject(parameters["properties"]), path, "tool-schema-properties");
  if (declared["strict"] === true) requireClosed(violations, parameters, path);
}

/** What both ask of the answer's schema. */
export function requireAnswer(
  violations: SchemaViolations,
  format: Readonly<Record<string, unknown>>,
  path: string,
): void {
  if (format["strict"] === true) requireClosed(violations, record(format["schema"]), path);
}

function requireClosed(
  violations: SchemaViolations,
  schema: Readonly<Record<string, unknown>>,
  path: string,
): void {
  const required = list(schema["required"]);
  const all = Object.keys(record(schema["properties"])).every((name) => required.includes(name));
  violations.require(schema["additionalProperties"] === false && all, path, "strict-closed");
}
