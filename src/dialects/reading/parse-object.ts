import { isJsonObject } from "../../events/is-json-object.js";
import type { JsonObject } from "../../events/primitives.js";

/**
 * How deep objects and lists may stand in each other. V8 parses more than it can write again (some
 * four thousand), Codex's own parser stops at 128; what nests so deep was not written by any tool.
 */
const MAX_DEPTH = 1000;

/** The object that a JSON text spells; null: it spells none; `too-deep`: it nests too deeply. */
export function parseObject(text: string): JsonObject | "too-deep" | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return null;
    return text.length > 2 * MAX_DEPTH && isTooDeep(value) ? "too-deep" : value;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Goes no deeper than it may, so that such a value does not break it; makes nothing on the way. */
function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (levels < 0) return true;
  if (Array.isArray(value)) {
    for (const element of value) {
      if (typeof element === "object" && isTooDeep(element, levels - 1)) return true;
    }
  } else if (isJsonObject(value)) {
    for (const name in value) {
      const member = value[name];
      if (typeof member === "object" && isTooDeep(member, levels - 1)) return true;
    }
  }
  return false;
}
