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
