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

/** Level by level, not by recursion: that is what such a value is made to break. */
function isTooDeep(value: object): boolean {
  let level: readonly object[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((holder) => Object.values(holder).filter(isHolder));
  }
  return false;
}

function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
