import fc from "fast-check";
import { z } from "zod";
import { InvalidArgument } from "../../errors.js";
import { isJsonObject } from "../../events/is-json-object.js";

/** A JSON Schema, as zod writes one. */
type Schema = Readonly<Record<string, unknown>>;

const LONGEST_LIST = 3;

/**
 * Values that a zod schema accepts, derived from its JSON Schema; what only a refinement knows is
 * filtered out afterwards.
 * @throws {InvalidArgument} the schema says something that cannot be derived: give an arbitrary then
 */
export function derivedArbitrary<Data>(
  type: string,
  schema: z.ZodType<unknown, Data>,
): fc.Arbitrary<Data> {
  const isData = (value: unknown): value is Data => schema.safeParse(value).success;
  return valuesOf(jsonSchemaOf(type, schema), type).filter(isData);
}

function jsonSchemaOf(type: string, schema: z.ZodType): Schema {
  try {
    return z.toJSONSchema(schema, { io: "input", reused: "inline" });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw underivable(type, why);
  }
}

function valuesOf(schema: Schema, type: string): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...Array.from<unknown>(schema.enum));
  for (const choice of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(choice)) {
      return fc.oneof(...choice.filter(isJsonObject).map((each) => valuesOf(each, type)));
    }
  }
  if (Array.isArray(schema.type)) {
    const kinds = Array.from<unknown>(schema.type);
    return fc.oneof(...kinds.map((kind) => valuesOf({ ...schema, type: kind }, type)));
  }
  switch (schema.type) {
    case "string":
      return stringsOf(schema);
    case "integer":
      return fc.integer(boundsOf(schema));
    case "number":
      return fc.double({ ...boundsOf(schema), noNaN: true, noDefaultInfinity: true }).map(noMinus0);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return listsOf(schema, type);
    case "object":
      return objectsOf(schema, type);
    case undefined:
      return fc.jsonValue({ maxDepth: 1 }).map((value) => structuredClone(value));
    default:
      throw underivable(type, `a member of type ${JSON.stringify(schema.type)}`);
  }
}

/** JSON has no word for it. */
function noMinus0(value: number): number {
  return value === 0 ? 0 : value;
}

function stringsOf({ pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern));
  return fc.string({
    ...(typeof minLength === "number" && { minLength }),
    ...(typeof maxLength === "number" && { maxLength }),
  });
}

function boundsOf({ minimum, maximum, exclusiveMinimum: above }: Schema): {
  readonly min?: number;
  readonly max?: number;
} {
  const min = typeof minimum === "number" ? minimum : above;
  return {
    ...(typeof min === "number" && { min: Math.max(min, -(2 ** 31)) }),
    ...(typeof maximum === "number" && { max: Math.min(maximum, 2 ** 31 - 1) }),
  };
}

function listsOf({ items, minItems, maxItems }: Schema, type: string): fc.Arbitrary<unknown> {
  const minLength = typeof minItems === "number" ? minItems : 0;
  const most = typeof maxItems === "number" ? maxItems : Infinity;
  const maxLength = Math.max(minLength, Math.min(most, LONGEST_LIST));
  return fc.array(valuesOf(isJsonObject(items) ? items : {}, type), { minLength, maxLength });
}

function objectsOf(schema: Schema, type: string): fc.Arbitrary<unknown> {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const members = Object.entries(properties).flatMap(([name, member]) =>
    isJsonObject(member) ? [[name, valuesOf(member, type)] as const] : [],
  );
  const required = Array.isArray(schema.required) ? Array.from<unknown>(schema.required) : [];
  const requiredKeys = members.map(([name]) => name).filter((name) => required.includes(name));
  return fc
    .record(Object.fromEntries(members), { requiredKeys })
    .map((value): unknown => ({ ...value }));
}

function underivable(type: string, why: string): InvalidArgument {
  return new InvalidArgument(
    `no data can be derived for ${type}: ${why}`,
    "hand in an arbitrary of its data as the second argument",
  );
}
