import { RE2JS, RE2JSSyntaxException } from "re2js";
import { invalidArgument, type RefoldError } from "../errors.js";
import { isJsonObject } from "../events/json.js";

/** A stretch of a text. */
export interface Stretch {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** A pattern that a person wrote, in the syntax of RE2. */
export interface OwnPattern {
  /** What it matches, in order. */
  readonly find: (text: string) => Iterable<Stretch>;
  /** What every text that it matches holds. */
  readonly required: Requirement;
}

/** What a text has to hold: a text, all of several, or any of them. `{ all: [] }` holds always. */
export type Requirement =
  string | { readonly all: readonly Requirement[] } | { readonly any: readonly Requirement[] };

/** Nothing is required. */
export const ANYTHING: Requirement = { all: [] };

/**
 * Compiles a pattern: no look-around and no back references, and in turn no pattern and no text that
 * could make one match take more than linear time.
 * @param flags as JavaScript has them; of these `i`, `m` and `s` make a difference
 * @throws {RefoldError} `invalid-argument`: it is no pattern of that syntax, or matches an empty text
 */
export function compileOwnPattern(source: string, flags = ""): OwnPattern {
  const pattern = compile(source, flags);
  if (pattern.matcher("").find()) {
    throw invalidArgument(`the pattern ${source} matches an empty text`);
  }
  // What is required in any case is told by the same pattern in one case: RE2 gives none with `i`.
  const plain = flags.includes("i") ? compile(source, flags.replaceAll("i", "")) : pattern;
  const required = toRequirement(plain.re2Input.prefilter, flags.includes("i"));
  return { find: (text) => matches(pattern, text), required };
}

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

function compile(source: string, flags: string): RE2JS {
  try {
    const bits = Array.from(flags, (flag) => FLAGS[flag] ?? 0);
    return RE2JS.compile(
      source,
      bits.reduce((all, bit) => all | bit, 0),
    );
  } catch (error) {
    throw noPattern(source, error);
  }
}

function noPattern(source: string, error: unknown): RefoldError<"invalid-argument"> {
  const why = error instanceof Error ? error.message : String(error);
  const part = error instanceof RE2JSSyntaxException ? error.getPattern() : null;
  const at = part === null ? -1 : source.lastIndexOf(part);
  const place = at === -1 ? "" : `, at character ${at + 1}`;
  return invalidArgument(
    `${source} is no pattern: ${why}${place}`,
    "patterns are RE2's: no look-around, no back references (github.com/google/re2/wiki/Syntax)",
  );
}

function* matches(pattern: RE2JS, text: string): Generator<Stretch> {
  if (!pattern.test(text)) return; // told ten times as fast as where
  const matcher = pattern.matcher(text);
  while (matcher.find()) yield { from: matcher.start(), to: matcher.end() };
}

/** The kinds of a node: one text, all of `subs`, any of `subs`. */
const [EXACT, AND, OR] = [1, 2, 3];

/** What the library itself looks for first; another version of it may have nothing of the kind. */
function toRequirement(node: unknown, isAnyCase: boolean): Requirement {
  if (!isJsonObject(node)) return ANYTHING;
  const { type, str, subs } = node;
  if (type === EXACT && typeof str === "string") {
    // Other letters have more cases than two, which only the pattern knows.
    return isAnyCase && /[^\0-\x7f]/.test(str) ? ANYTHING : str;
  }
  if (!Array.isArray(subs)) return ANYTHING;
  const parts = subs.map((sub: unknown) => toRequirement(sub, isAnyCase));
  if (type === AND) return { all: parts };
  return type === OR && !parts.includes(ANYTHING) ? { any: parts } : ANYTHING;
}
