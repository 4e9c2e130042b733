import type { SendableTool } from "./declared-tools.js";
import type { RequestContext } from "./request-context.js";

/** What an API asks of the schema of a tool's arguments, beside that it is an object's. */
export interface SchemaRule {
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

export type ObjectSchema = Record<string, unknown> & { readonly type: "object" };

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
