import { RE2JS } from "re2js";
import { InvalidArgument } from "../../errors.js";

/** A stretch of a text. */
export interface Stretch {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Finds what a caller's own pattern matches. */
export type FindOwn = (text: string) => Iterable<Stretch>;

/**
 * Compiles patterns of the caller's own, in the syntax of RE2: no look-around and no back references,
 * and in turn no pattern and no text that could make the search take more than linear time.
 * @throws {InvalidArgument} one is no pattern of that syntax, or matches nothing at all
 */
export function compileOwnPatterns(patterns: readonly string[]): readonly FindOwn[] {
  return patterns.map((source) => {
    const compiled = compile(source);
    if (compiled.matcher("").find()) {
      throw new InvalidArgument(`the pattern ${source} matches an empty text`);
    }
    return (text) => matches(compiled, text);
  });
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InvalidArgument(
      `${source} is no pattern: ${why}`,
      "patterns are RE2's: no look-around, no back references (github.com/google/re2/wiki/Syntax)",
    );
  }
}

function* matches(pattern: RE2JS, text: string): Generator<Stretch> {
  const matcher = pattern.matcher(text);
  while (matcher.find()) yield { from: matcher.start(), to: matcher.end() };
}
