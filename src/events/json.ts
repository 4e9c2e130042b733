/** The value that a text spells; undefined: it is no JSON, or nests too deeply to be written again. */
export function parseJson(text: string): unknown {
  const value = parseAnyJson(text);
  return isTooDeep(text.length, value) ? undefined : value;
}

/** The same, however deeply it nests. */
export function parseAnyJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * How deep objects and lists may nest. V8 parses more than it can write again (some four thousand),
 * Codex's own parser stops at 128; no tool writes anything so deep.
 */
const MAX_DEPTH = 1000;

/** @param length of the value's text, in characters or bytes */
export function isTooDeep(length: number, value: unknown): boolean {
  return length > 2 * MAX_DEPTH && nestsDeeper(value, MAX_DEPTH);
}

/** Goes no deeper than it may, so that such a value does not break it; allocates nothing. */
function nestsDeeper(value: unknown, levels: number): boolean {
  if (levels < 0) return true;
  if (Array.isArray(value)) {
    for (const element of value) {
      if (typeof element === "object" && nestsDeeper(element, levels - 1)) return true;
    }
  } else if (isJsonObject(value)) {
    for (const name in value) {
      const member = value[name];
      if (typeof member === "object" && nestsDeeper(member, levels - 1)) return true;
    }
  }
  return false;
}

/** What begins and ends a text of JSON, escapes within it, and numbers: also those that a text holds. */
const MARKS = /"|\\.|-?\d[\d.eE+-]*/g;
/** What may stand for a number that is too large. */
const MAYBE_LARGE = /\d{16}|\d[eE]/;

/**
 * A JSON text whose numbers are kept by who reads it: those that are too large for JavaScript, which
 * would change their digits (ids of 64 bits, for instance), are texts.
 * @param text valid JSON
 */
export function withKeptNumbers(text: string): string {
  if (!MAYBE_LARGE.test(text)) return text;
  let isInText = false;
  // A pattern for a whole text would need a stack of its length.
  return text.replace(MARKS, (mark) => {
    if (mark === '"') isInText = !isInText;
    const isNumber = !isInText && mark !== '"';
    return isNumber && !isKept(mark) ? `"${mark}"` : mark;
  });
}

function isKept(digits: string): boolean {
  const number = Number(digits);
  if (!/^-?\d+$/.test(digits)) return Number.isFinite(number);
  return Number.isSafeInteger(number) || String(number) === digits;
}

/** The JSON object that a text is, with numbers that JavaScript would change as texts; null: it is none. */
export function parseObject(text: string): {
  readonly object: Readonly<Record<string, unknown>>;
  readonly hasNumbersAsTexts: boolean;
} | null {
  const value = parseJson(text);
  if (!isJsonObject(value)) return null;
  const kept = withKeptNumbers(text);
  const object = kept === text ? value : parseJson(kept);
  return isJsonObject(object) ? { object, hasNumbersAsTexts: kept !== text } : null;
}

/** True for an object that is no list, as JSON has it. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member by its name. Sessions name things too: one may be called like what every object inherits. */
export function ownMember<Value>(
  object: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Copied by its text: it has another form there, or is none of these. */
const NOT_PLAIN = Symbol("not plain");
/** Deeper values are copied by their texts too, and so those that contain themselves. */
const DEEPEST_COPIED = 64;
const ANY_LIST: readonly unknown[] = [];

/**
 * A value as whoever reads its JSON gets it, which nobody else holds: objects and lists are new, texts
 * are shared. What is no JSON has the form that JSON gives it: a date that of a text, a map that of an
 * empty object; undefined: it has none. Of plain values no text is made, which takes ten times as long.
 * @throws what `JSON.stringify` throws: the value contains itself, for instance
 */
export function copyJson<Value>(value: Value): Value;
export function copyJson(value: unknown): unknown {
  const copy = "toJSON" in ANY_LIST ? NOT_PLAIN : plainCopy(value, 0);
  if (copy !== NOT_PLAIN) return copy;
  const text: unknown = JSON.stringify(value); // the compiler takes it for a text always
  const read: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
  return read;
}

function plainCopy(value: unknown, depth: number): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null; // -0 is written as 0
  if (depth === DEEPEST_COPIED) return NOT_PLAIN;
  if (Array.isArray(value)) return copyList(value, depth);
  return isJsonObject(value) ? copyObject(value, depth) : NOT_PLAIN;
}

function copyList(list: readonly unknown[], depth: number): unknown {
  if (Object.getPrototypeOf(list) !== Array.prototype) return NOT_PLAIN;
  const copy: unknown[] = [];
  for (const element of list) {
    const copied = plainCopy(element, depth + 1);
    if (copied === NOT_PLAIN) return NOT_PLAIN;
    copy.push(copied);
  }
  return copy;
}

function copyObject(object: Readonly<Record<string, unknown>>, depth: number): unknown {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) return NOT_PLAIN;
  const copy: Record<string, unknown> = {};
  for (const name in object) {
    const member = object[name];
    if (member === undefined) continue;
    const copied = typeof member === "string" ? member : plainCopy(member, depth + 1);
    // To assign a member of that name would give the copy a prototype.
    if (copied === NOT_PLAIN || name === "__proto__") return NOT_PLAIN;
    copy[name] = copied;
  }
  return copy;
}
