import { z } from "zod";
import { unreachable } from "../errors.js";
import { isJsonObject } from "./json.js";

type Check = (value: unknown) => boolean;

/**
 * Makes a check of a schema: it accepts exactly what the schema accepts (a property test holds it to
 * that), but copies nothing and collects no issues, which costs several times less. For what is read
 * and written all the time; a value that is refused is handed to the schema, which says why. It
 * understands the kinds of schema that events are made of. Each part is compiled when a value first
 * needs it: to compile all types of events took half of the first resume of a process.
 */
export function checkOf<Output>(
  schema: z.core.$ZodType<Output>,
): (value: unknown) => value is Output {
  let check: Check | null = null;
  return (value): value is Output => (check ??= compiled(schema))(value);
}

const COMPILED = new WeakMap<z.core.$ZodType, Check>();

function compiled(schema: z.core.$ZodType): Check {
  const known = COMPILED.get(schema);
  if (known !== undefined) return known;
  const check = compile(schema);
  COMPILED.set(schema, check);
  return check;
}

/**
 * Asks first what kind it names itself: `instanceof` takes zod as long as the rest of compiling. Reads
 * definitions: zod works out what its own members say when they are first asked.
 */
function compile(schema: z.core.$ZodType): Check {
  const { type } = schema._zod.def;
  if (type === "string" && schema instanceof z.ZodString) return textCheck(schema);
  if (type === "number" && schema instanceof z.ZodNumber) return numberCheck(schema);
  if (refinementsOf(schema).length > 0) throw unreachable("no check for a refined schema");
  if (type === "object" && schema instanceof z.ZodObject) return objectCheck(schema);
  if (type === "optional" && schema instanceof z.ZodOptional) {
    return optionalCheck(schema._zod.def.innerType);
  }
  if (type === "nullable" && schema instanceof z.ZodNullable) {
    return nullableCheck(compiled(schema._zod.def.innerType));
  }
  if (type === "array" && schema instanceof z.ZodArray) return listCheck(compiled(schema.element));
  if (type === "union" && schema instanceof z.ZodDiscriminatedUnion) return variantCheck(schema);
  if (type === "union" && schema instanceof z.ZodUnion) {
    return eitherCheck(schema.options.map(compiled));
  }
  if (type === "literal" && schema instanceof z.ZodLiteral) {
    return valueCheck(schema._zod.def.values);
  }
  if (type === "enum" && schema instanceof z.ZodEnum) return valueCheck(schema.options);
  if (type === "record" && schema instanceof z.ZodRecord) {
    return recordCheck(compiled(schema.valueType));
  }
  if (type === "tuple" && schema instanceof z.ZodTuple) {
    return tupleCheck(schema.def.items.map(compiled));
  }
  if (type === "boolean") return (value) => typeof value === "boolean";
  if (type === "unknown") return accept;
  throw unreachable(`no check for a schema of kind ${type}`);
}

function accept(): boolean {
  return true;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/** What may be absent may mostly be null too, and is mostly a text: one call for all of it. */
function optionalCheck(schema: z.core.$ZodType): Check {
  if (schema._zod.def.type === "nullable" && schema instanceof z.ZodNullable) {
    const inner = compiled(schema._zod.def.innerType);
    if (inner === isText) {
      return (value) => typeof value === "string" || value === undefined || value === null;
    }
    return (value) => value === undefined || value === null || inner(value);
  }
  const inner = compiled(schema);
  return inner === accept ? accept : (value) => value === undefined || inner(value);
}

function nullableCheck(inner: Check): Check {
  return inner === accept ? accept : (value) => value === null || inner(value);
}

/** One that is not understood here must not be passed over. */
function refinementsOf(schema: z.core.$ZodType): readonly z.core.$ZodCheck[] {
  return schema._zod.def.checks ?? [];
}

function textCheck(schema: z.ZodString): Check {
  const patterns = refinementsOf(schema).map((one) => {
    if (one instanceof z.core.$ZodCheckRegex) return one._zod.def.pattern;
    throw unreachable(`no check for a text's ${one._zod.def.check}`);
  });
  const [pattern, ...others] = patterns;
  if (pattern === undefined) return isText;
  if (others.length > 0) throw unreachable("no check for a text of several patterns");
  // Events in a row have the same turn, and mostly the same time; an id of one form is in between.
  let [last, older] = ["", ""];
  return (value) => {
    if (typeof value !== "string") return false;
    if (value === last && last !== "") return true;
    if ((value !== older || older === "") && !pattern.test(value)) return false;
    older = last;
    last = value;
    return true;
  };
}

const NUMBER_FORMS: ReadonlyMap<string | null, Check> = new Map([
  [null, Number.isFinite],
  ["safeint", Number.isSafeInteger],
  ["uint32", (value: unknown) => typeof value === "number" && value >>> 0 === value],
]);

function numberCheck(schema: z.ZodNumber): Check {
  const format = schema instanceof z.ZodNumberFormat ? schema._zod.def.format : null;
  const isOfForm = NUMBER_FORMS.get(format);
  if (isOfForm === undefined) throw unreachable(`no check for a number of form ${format}`);
  const [refinement, ...others] = refinementsOf(schema);
  if (refinement === undefined) return isOfForm;
  if (others.length > 0 || !(refinement instanceof z.core.$ZodCheckGreaterThan)) {
    throw unreachable(`no check for a number's ${refinement._zod.def.check}`);
  }
  const { value, inclusive } = refinement._zod.def;
  const least = Number(value);
  return inclusive
    ? (value) => isOfForm(value) && typeof value === "number" && value >= least
    : (value) => isOfForm(value) && typeof value === "number" && value > least;
}

function valueCheck(values: readonly unknown[]): Check {
  const [only] = values;
  return values.length === 1 ? (value) => value === only : (value) => values.includes(value);
}

function listCheck(element: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const one of value) if (!element(one)) return false;
    return true;
  };
}

function tupleCheck(items: readonly Check[]): Check {
  return (value) =>
    Array.isArray(value) &&
    value.length === items.length &&
    items.every((check, index) => check(value[index]));
}

/** Like zod, passes over a member named `__proto__`. */
function recordCheck(element: Check): Check {
  if (element === accept) return isJsonObject;
  return (value) =>
    isJsonObject(value) &&
    Object.keys(value).every((key) => key === "__proto__" || element(value[key]));
}

function eitherCheck(checks: readonly Check[]): Check {
  return (value) => {
    for (const check of checks) if (check(value)) return true;
    return false;
  };
}

function variantCheck({ options, _zod: { def } }: z.ZodDiscriminatedUnion): Check {
  const { discriminator } = def;
  const variants = new Map<unknown, Check>();
  for (const option of options) {
    const check = checkOf(option);
    for (const name of namesOf(option, discriminator)) variants.set(name, check);
  }
  return (value) => isJsonObject(value) && (variants.get(value[discriminator])?.(value) ?? false);
}

/** What zod keeps of this is made of a variant's whole schema. */
function namesOf(option: z.core.$ZodType, discriminator: string): Iterable<unknown> {
  const member: unknown =
    option instanceof z.ZodObject ? option._zod.def.shape[discriminator] : undefined;
  return member instanceof z.ZodLiteral
    ? member._zod.def.values
    : (option._zod.propValues?.[discriminator] ?? []);
}

interface Member {
  readonly name: string;
  readonly check: Check;
  /** 1 for a member that has to be there. */
  readonly counts: 0 | 1;
}

/**
 * Goes over the members that are there: to ask for each that may be there costs more, since objects
 * of one schema differ in what they have. Members without a schema are let through. A member is
 * compiled when an object first has it: many may be there, and few ever are.
 */
function objectCheck({ _zod: { def } }: z.ZodObject): Check {
  if (!(def.catchall instanceof z.ZodUnknown)) throw unreachable("no check for a closed object");
  const shape = new Map(Object.entries<z.core.$ZodType>(def.shape));
  const required = [...shape.values()].filter((member) => !isOptional(member)).length;
  const members = new Map<string, Member>(); // those that some object had
  const meet = (name: string): Member | undefined => {
    const schema = shape.get(name);
    if (schema === undefined) return undefined;
    const member = { name, check: compiled(schema), counts: isOptional(schema) ? 0 : 1 } as const;
    members.set(name, member);
    return member;
  };
  // Members mostly come in the order of the object before: then no look-up is needed.
  const expected: Member[] = [];
  return (value) => {
    if (!isJsonObject(value)) return false;
    let found = 0;
    let place = 0;
    for (const name in value) {
      let member = expected[place];
      if (member?.name !== name) {
        member = members.get(name) ?? meet(name);
        if (member === undefined) continue;
        expected[place] = member;
      }
      place += 1;
      if (!member.check(value[name])) return false;
      found += member.counts;
    }
    return found === required;
  };
}

/** Zod works out whether it is optional when it is first asked: of these kinds nothing is. */
const REQUIRED_KINDS: ReadonlySet<string> = new Set([
  ...["string", "number", "boolean", "literal", "enum"],
  ...["object", "array", "record", "tuple"],
]);

function isOptional({ _zod: zod }: z.core.$ZodType): boolean {
  const { type } = zod.def;
  return type === "optional" || (!REQUIRED_KINDS.has(type) && zod.optin === "optional");
}
