import { isJsonObject } from "../../events/json.js";
import { type Json, list, record, type Require, text } from "./violation.js";

/** What both of OpenAI's APIs refuse of tools and of schemas. */
export const OPENAI_TOOL_RULES = {
  "tool-schema-object":
    "calling | A tool's schema is that of an object. | schema must be a JSON Schema of 'type: \"object\"'",
  "tool-schema-plain":
    "calling | A tool's schema has no oneOf, anyOf, allOf, enum, const or not at its top. | not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level",
  "tool-schema-properties":
    "calling | A tool's schema has properties, be there none. | object schema missing properties",
  "strict-closed":
    "structured | A schema in strict mode is closed, and requires all of its members. | 'additionalProperties' is required to be supplied and to be false",
  "tool-names-unique": "calling | No two tools share a name. | tools: names must be unique",
} as const;

type SchemaRequire = Require<Exclude<keyof typeof OPENAI_TOOL_RULES, "tool-names-unique">>;

const REFUSED_AT_TOP = ["oneOf", "anyOf", "allOf", "enum", "const", "not"];

/** What both APIs ask of the schema of a function's arguments; none is fine. */
export function requireArguments(require: SchemaRequire, { parameters, strict }: Json): void {
  if (!isJsonObject(parameters)) return;
  const isPlain = !REFUSED_AT_TOP.some((keyword) => keyword in parameters);
  require(parameters.type === "object", "tools", "tool-schema-object");
  require(isPlain, "tools", "tool-schema-plain");
  require(isJsonObject(parameters.properties), "tools", "tool-schema-properties");
  if (strict === true) requireClosed(require, parameters, "tools");
}

/** What both ask of the answer's schema. */
export function requireAnswer(require: SchemaRequire, format: Json, path: string): void {
  if (format.strict === true) requireClosed(require, record(format.schema), path);
}

function requireClosed(require: SchemaRequire, schema: Json, path: string): void {
  const required = list(schema.required);
  const all = Object.keys(record(schema.properties)).every((name) => required.includes(name));
  require(schema.additionalProperties === false && all, path, "strict-closed");
}

/** An address that OpenAI takes an image by. */
export function isImageUrl(url: unknown): boolean {
  return /^(https?:\/\/|data:image\/(png|jpeg|webp|gif);base64,)/i.test(text(url));
}
