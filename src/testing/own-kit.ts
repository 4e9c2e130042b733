import { invalidArgument, type RefoldError } from "../errors.js";
import fc from "fast-check";
import { z } from "zod";
import { isJsonObject } from "../events/json.js";
import type { OwnEventType, OwnFact } from "../events/own-event.js";
import {
  type PromptFragment,
  type RenderedFragment,
  renderFragment,
  type SessionFragment,
  type TurnFragment,
} from "../runtime/fragments/fragment.js";

/** Event types and fragments of your own, to be mixed into what is generated. */
export interface OwnKit {
  readonly events?: readonly OwnEventDraws[];
  readonly fragments?: readonly OwnFragmentDraws[];
}

/** Facts of a type of your own, as they are drawn. */
export interface OwnEventDraws {
  readonly type: OwnEventType;
  readonly facts: fc.Arbitrary<OwnFact>;
}

/** Uses of a fragment of your own, as they are drawn. */
export type OwnFragmentDraws =
  | {
      readonly lifetime: "session";
      readonly fragment: SessionFragment;
      /** The envelope's facts that it speaks for; absent: none now. */
      readonly facts: fc.Arbitrary<Readonly<Record<string, unknown>>>;
    }
  | FragmentUses<"turn">
  | FragmentUses<"prompt">;

interface FragmentUses<Lifetime extends "turn" | "prompt"> {
  readonly lifetime: Lifetime;
  readonly fragment: Recognised;
  readonly uses: fc.Arbitrary<RenderedFragment<Lifetime>>;
}

type Recognised = Pick<SessionFragment, "kind" | "recognise">;

/**
 * Events of your own type, for `histories({own})` and `threadCommands({own})`.
 * @param data what they say; absent: derived from the type's schema
 * @throws {RefoldError} `invalid-argument`: nothing can be derived from it
 */
export function ownEvent<Data>(
  type: OwnEventType<Data>,
  data: fc.Arbitrary<Data> = derivedArbitrary(type.type, type.schema),
): OwnEventDraws {
  return { type, facts: data.map((drawn) => type.fact(drawn)) };
}

/**
 * Uses of a fragment of your own that lives for a turn or for one request.
 * @param inputs what it renders
 */
export function ownFragment<Input>(
  fragment: TurnFragment<Input> | PromptFragment<Input>,
  inputs: fc.Arbitrary<Input>,
): OwnFragmentDraws {
  if (fragment.lifetime === "turn") {
    const uses = inputs.map((input) => renderFragment(fragment, input));
    return { lifetime: "turn", fragment, uses };
  }
  const uses = inputs.map((input) => renderFragment(fragment, input));
  return { lifetime: "prompt", fragment, uses };
}

/**
 * A session fragment of your own: told with the turn whose facts it speaks for.
 * @param facts values of those facts, as `TurnContext.facts` takes them; one that is absent is none
 */
export function ownSessionFragment(
  fragment: SessionFragment,
  facts: fc.Arbitrary<Readonly<Record<string, unknown>>>,
): OwnFragmentDraws {
  return { lifetime: "session", fragment, facts };
}

/** A JSON Schema, as zod writes one. */
type Schema = Readonly<Record<string, unknown>>;

const LONGEST_LIST = 3;
/** Where a schema sets no bound of its own: numbers farther off tell of nothing new. */
const FAR = 2 ** 31;
/** So many values in a row that the schema refuses: there may be none that it accepts. */
const MOST_REFUSED = 10_000;

/**
 * Values that a zod schema accepts, derived from its JSON Schema; what only a refinement knows is
 * filtered out afterwards.
 * @throws {RefoldError} `invalid-argument`: the schema says something that cannot be derived: give
 *   an arbitrary then.
 *   Drawing throws the same where what is derived is refused again and again
 */
export function derivedArbitrary<Data>(
  type: string,
  schema: z.ZodType<unknown, Data>,
): fc.Arbitrary<Data> {
  let refused = 0;
  const isData = (value: unknown): value is Data => {
    const { success } = schema.safeParse(value);
    refused = success ? 0 : refused + 1;
    if (refused < MOST_REFUSED) return success;
    refused = 0;
    throw underivable(type, `its schema refused ${MOST_REFUSED} values in a row`);
  };
  try {
    return valuesOf(schema.toJSONSchema({ io: "input", reused: "inline" })).filter(isData);
  } catch (error) {
    throw underivable(type, error instanceof Error ? error.message : String(error));
  }
}

function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...Array.from<unknown>(schema.enum));
  for (const choice of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(choice)) return fc.oneof(...choice.filter(isJsonObject).map(valuesOf));
  }
  if (Array.isArray(schema.type)) {
    const kinds = Array.from<unknown>(schema.type);
    return fc.oneof(...kinds.map((kind) => valuesOf({ ...schema, type: kind })));
  }
  switch (schema.type) {
    case "string":
      return stringsOf(schema);
    case "integer":
      return integersOf(boundsOf(schema));
    case "number":
      return fc.double({ ...boundsOf(schema), noNaN: true, noDefaultInfinity: true }).map(noMinus0);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return listsOf(schema);
    case "object":
      return objectsOf(schema);
    case undefined:
      return fc.jsonValue({ maxDepth: 1 }).map((value) => structuredClone(value));
    default:
      throw invalidArgument(`a member of type ${JSON.stringify(schema.type)}`);
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

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** What the schema excludes is left to the filter: it is one value. */
function boundsOf(schema: Schema): Bounds {
  const numbers = (...values: unknown[]) => values.filter((value) => typeof value === "number");
  return {
    min: Math.max(-Number.MAX_VALUE, ...numbers(schema.minimum, schema.exclusiveMinimum)),
    max: Math.min(Number.MAX_VALUE, ...numbers(schema.maximum, schema.exclusiveMaximum)),
  };
}

function integersOf({ min, max }: Bounds): fc.Arbitrary<number> {
  return fc.integer({
    min: Math.ceil(Math.max(min, Math.min(-FAR, max - FAR))),
    max: Math.floor(Math.min(max, Math.max(FAR - 1, min + FAR))),
  });
}

function listsOf({ items, prefixItems, minItems, maxItems }: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(prefixItems)) {
    return fc.tuple(...prefixItems.filter(isJsonObject).map(valuesOf));
  }
  const minLength = typeof minItems === "number" ? minItems : 0;
  const most = typeof maxItems === "number" ? maxItems : Infinity;
  const maxLength = Math.max(minLength, Math.min(most, LONGEST_LIST));
  return fc.array(valuesOf(isJsonObject(items) ? items : {}), { minLength, maxLength });
}

function objectsOf(schema: Schema): fc.Arbitrary<unknown> {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? Array.from<unknown>(schema.required) : [];
  const others = othersOf(schema);
  const members = new Map<string, fc.Arbitrary<unknown>>();
  for (const name of required) if (typeof name === "string") members.set(name, others.values);
  for (const [name, member] of Object.entries(properties)) {
    if (isJsonObject(member)) members.set(name, valuesOf(member));
  }
  const requiredKeys = [...members.keys()].filter((name) => required.includes(name));
  return fc
    .tuple(others.records, fc.record(Object.fromEntries(members), { requiredKeys }))
    .map(([more, told]): unknown => ({ ...more, ...told }));
}

/** Members that a schema does not name, of which it says what their names and values are. */
function othersOf({ additionalProperties, propertyNames }: Schema) {
  const told = isJsonObject(additionalProperties) ? additionalProperties : {};
  const values = valuesOf(told);
  const names = isJsonObject(propertyNames) ? valuesOf(propertyNames) : fc.string();
  const maxKeys = Object.keys(told).length > 0 ? LONGEST_LIST : 0;
  return { values, records: fc.dictionary(names.map(String), values, { maxKeys }) };
}

function underivable(type: string, why: string): RefoldError<"invalid-argument"> {
  return invalidArgument(
    `no data can be derived for ${type}: ${why}`,
    "hand in an arbitrary of its data as the second argument",
  );
}
