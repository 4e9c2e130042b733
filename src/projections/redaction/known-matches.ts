import { blankEscapes, endOf } from "./encoded-texts.js";
import { Hints } from "./hints.js";
import type { SecretRule } from "./secret-rule.js";
import { SECRET_RULES } from "./secret-rules.js";
import type { FoundSecret } from "./told-secrets.js";

/** Without a secret, it is what stands there. */
export type Match = Omit<FoundSecret, "secret"> & Partial<Pick<FoundSecret, "secret">>;

/** No rule matches less: `a@b.de`. */
export const SHORTEST = 6;

const NOTHING: readonly never[] = [];

/** So many characters of texts are held; what comes later is read again. */
const MOST_HELD = 1 << 25;

/**
 * What the rules match in texts, so that they are not asked again when a text is redacted. Texts
 * themselves are held: two may have the same hash.
 */
export class KnownMatches {
  readonly #known = new Map<string, readonly Match[]>();
  #held = 0;

  of(text: string): readonly Match[] {
    if (text.length < SHORTEST) return NOTHING;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const found = matchesOf(text);
    if (this.#held + text.length <= MOST_HELD) {
      this.#known.set(text, found);
      this.#held += text.length;
    }
    return found;
  }
}

/** What the rules match in a text as it is, and as it is without its escapes. */
function matchesOf(text: string): Match[] {
  const found = matchesIn(text);
  const blanked = blankEscapes(text);
  return blanked === text ? found : [...found, ...matchesIn(blanked)];
}

const HINTS = new Hints(SECRET_RULES.flatMap(({ hints }) => hints));

/** Those of one rule after those of another. */
function matchesIn(text: string): Match[] {
  const found: Match[] = [];
  const isThere = HINTS.in(text);
  for (const rule of SECRET_RULES) {
    if (!rule.hints.some(isThere)) continue;
    for (const stretch of stretchesOf(rule, text)) found.push(stretch);
  }
  return found;
}

/** So long, a pattern may have ended where the secret goes on. */
const LONG = 255;
const REST = /[\w.~+/=-]{1,65536}/y;

function stretchesOf({ kind, pattern, byContext, accepts }: SecretRule, text: string): Match[] {
  const found: Match[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const from = match.index + (byContext === true ? (match[1]?.length ?? 0) : 0);
    let to = match.index + match[0].length;
    if (accepts?.(text.slice(from, to)) === false) {
      pattern.lastIndex = Math.max(from, match.index + 1); // it may hold the beginning of another one
      continue;
    }
    if (to - from >= LONG) {
      to = endOf(text, to, REST);
      pattern.lastIndex = to;
    }
    found.push({ kind, from, to });
  }
  return found;
}
