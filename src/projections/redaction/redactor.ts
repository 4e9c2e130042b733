import {
  blankEscapes,
  readSpelled,
  replaceEncodedTexts,
  replaceJsonTexts,
} from "./encoded-texts.js";
import { compileOwnPattern, type OwnPattern, type Stretch } from "../own-pattern.js";
import { SECRET_RULES, type SecretRule } from "./secret-rules.js";

export interface RedactionOptions {
  /** Patterns of your own, in the syntax of RE2; what they match goes too, as kind `own`. */
  readonly patterns?: readonly string[];
}

/** A secret that was replaced; never the secret itself. */
export interface RedactionFinding {
  /** `github-token`, `email`, … */
  readonly kind: string;
  /** What replaces it: the same everywhere, `[redacted:github-token:1]`. */
  readonly placeholder: string;
  /** How often it was replaced. */
  readonly count: number;
  /** Offsets of the events that held it, ascending. */
  readonly offsets: readonly number[];
}

interface Found extends Stretch {
  readonly kind: string;
  /** As it reads. */
  readonly secret: string;
}

type Match = Omit<Found, "secret">;

interface Counted {
  readonly kind: string;
  count: number;
  readonly offsets: Set<number>;
}

const PLACEHOLDER = /\[redacted:[a-z-]+:\d+\]/g;
/** Learnt as some tools name a folder's own folder: `-Users-orla`. */
const HOME_PATH = "home-path";
/** One more letter makes another address: they are told by their own shape alone. */
const LEARNT_RULES = SECRET_RULES.filter(({ kind }) => kind !== "email");
/** JSON and base 64 in a text in JSON, so deep, is read as what it says. */
const MAX_DEPTH = 4;

/**
 * Replaces secrets in texts, each by the same placeholder wherever it occurs. Secrets that only their
 * surroundings tell (`password=…`) are replaced elsewhere too once `survey` has seen them, and tokens
 * right after a letter: survey all texts first, then redact them.
 *
 * @throws {RefoldError} `invalid-argument`: a pattern is none
 */
export class Redactor {
  readonly #own: readonly OwnPattern[];
  readonly #numbers = new Map<string, Map<string, number>>();
  /** Secrets that are looked for as they are, and their kinds. */
  readonly #told = new Map<string, string>();
  #toldPattern: RegExp | null = null;
  readonly #counted = new Map<string, Counted>();

  constructor({ patterns = [] }: RedactionOptions = {}) {
    this.#own = patterns.map((source) => compileOwnPattern(source));
  }

  /** What was replaced so far, in the order in which it was found. */
  get findings(): readonly RedactionFinding[] {
    return [...this.#counted].map(([placeholder, { kind, count, offsets }]) => ({
      ...{ kind, placeholder, count },
      offsets: [...offsets].sort((one, other) => one - other),
    }));
  }

  /** Learns the secrets of a text that are to be found elsewhere, too. */
  survey(text: string, depth = 0): void {
    if (depth < MAX_DEPTH) {
      const take = (inner: string): string => {
        this.survey(inner, depth + 1);
        return inner;
      };
      replaceJsonTexts(text, take);
      replaceEncodedTexts(text, take);
    }
    for (const { kind, secret } of findIn(text, (part) => matchesOf(LEARNT_RULES, part))) {
      const isHome = kind === HOME_PATH;
      const learnt = isHome ? secret.replace(/[^A-Za-z0-9]/g, "-") : secret;
      if ((!isHome && !isDistinctive(secret)) || this.#told.has(learnt)) continue;
      this.#told.set(learnt, kind);
      this.#toldPattern = null;
    }
  }

  /** The text without secrets; the same text if there are none. */
  redact(text: string, offset: number | null = null): string {
    return this.#redact(text, offset, 0);
  }

  /**
   * Texts that are read as one, without the secrets that begin in one and end in another: the
   * placeholder is where a secret begins.
   */
  redactAcross(texts: readonly string[], offset: number | null = null): readonly string[] {
    const all = texts.join("");
    let begin = 0;
    const found = this.#find(all);
    return texts.map((text) => {
      const [from, end] = [begin, begin + text.length];
      begin = end;
      const own = found.filter((one) => one.from < end && one.to > from);
      return own.every((one) => one.from >= from && one.to <= end)
        ? text
        : this.#replace(text, own, offset, from);
    });
  }

  #redact(text: string, offset: number | null, depth: number): string {
    let inner = text;
    if (depth < MAX_DEPTH) {
      const redact = (value: string): string => this.#redact(value, offset, depth + 1);
      inner = replaceEncodedTexts(replaceJsonTexts(text, redact), redact);
    }
    return this.#replace(inner, this.#find(inner), offset);
  }

  /** A text that begins at `from` of that in which secrets were found, without them. */
  #replace(text: string, found: readonly Found[], offset: number | null, from = 0): string {
    if (found.length === 0) return text;
    let [redacted, end] = ["", 0];
    for (const one of found) {
      redacted += text.slice(end, Math.max(0, one.from - from));
      if (one.from >= from) redacted += this.#placeholder(one, offset);
      end = one.to - from;
    }
    return redacted + text.slice(end);
  }

  /** In order; what overlaps is one, of the kind that begins first. */
  #find(text: string): readonly Found[] {
    const all = findIn(text, (part) => [
      ...matchesOf(SECRET_RULES, part),
      ...this.#findTold(part),
      ...this.#findOwn(part),
    ]);
    if (all.length === 0) return all;
    const taken = [...text.matchAll(PLACEHOLDER)].map(({ index, 0: { length } }) => ({
      ...{ from: index, to: index + length },
    }));
    const free = all.filter(
      ({ from, to }) => !taken.some((other) => from < other.to && other.from < to),
    );
    free.sort((one, other) => one.from - other.from || other.to - one.to);
    const joined: Found[] = [];
    for (const next of free) {
      const last = joined.at(-1);
      if (last === undefined || next.from >= last.to) joined.push(next);
      else if (next.to > last.to) {
        const secret = text.slice(last.from, next.to);
        joined[joined.length - 1] = { ...last, to: next.to, secret };
      }
    }
    return joined;
  }

  #findTold(text: string): readonly Match[] {
    if (this.#told.size === 0) return [];
    this.#toldPattern ??= anyOf([...this.#told]);
    return [...text.matchAll(this.#toldPattern)].map(({ index, 0: secret }) => ({
      kind: this.#told.get(secret) ?? "secret",
      ...{ from: index, to: index + secret.length },
    }));
  }

  #findOwn(text: string): readonly Match[] {
    return this.#own.flatMap(({ find }) => [...find(text)].map((one) => ({ ...one, kind: "own" })));
  }

  #placeholder({ kind, secret }: Found, offset: number | null): string {
    const numbers = this.#numbers.get(kind) ?? new Map<string, number>();
    this.#numbers.set(kind, numbers);
    const number = numbers.get(secret) ?? numbers.size + 1;
    numbers.set(secret, number);
    const placeholder = `[redacted:${kind}:${number}]`;
    const counted = this.#counted.get(placeholder) ?? { kind, count: 0, offsets: new Set() };
    this.#counted.set(placeholder, counted);
    counted.count++;
    if (offset !== null) counted.offsets.add(offset);
    return placeholder;
  }
}

/** What is found in a text as it is, and in what it says where it spells characters. */
function findIn(text: string, find: (text: string) => readonly Match[]): Found[] {
  const found = find(text).map((one) => ({ ...one, secret: text.slice(one.from, one.to) }));
  const spelled = readSpelled(text);
  if (spelled === null) return found;
  for (const one of find(spelled.text)) {
    const secret = spelled.text.slice(one.from, one.to);
    found.push({ kind: one.kind, secret, ...spelled.sourceOf(one) });
  }
  return found;
}

/** What the rules match in a text as it is, and as it is without its escapes. */
function matchesOf(rules: readonly SecretRule[], text: string): Match[] {
  const found = matchesIn(rules, text);
  const blanked = blankEscapes(text);
  return blanked === text ? found : [...found, ...matchesIn(rules, blanked)];
}

/** Those of one rule after those of another. */
function matchesIn(rules: readonly SecretRule[], text: string): Match[] {
  const found: Match[] = [];
  if (text.length < SHORTEST) return found;
  const lower = text.toLowerCase();
  for (const { kind, pattern, hints, byContext } of rules) {
    if (!hints.some((hint) => lower.includes(hint))) continue;
    for (const match of text.matchAll(pattern)) {
      const before = byContext === true ? (match[1]?.length ?? 0) : 0;
      found.push({ kind, from: match.index + before, to: match.index + match[0].length });
    }
  }
  return found;
}

/** No rule matches less: `a@b.de`. */
const SHORTEST = 6;

/** Nobody takes it for a word or a number: so it may be looked for by itself. */
function isDistinctive(secret: string): boolean {
  return secret.length >= 6 && /[a-z]/i.test(secret) && /\d/.test(secret);
}

/** Longer ones first: one may begin with another. Of a folder's name no more letters may follow. */
function anyOf(told: readonly (readonly [secret: string, kind: string])[]): RegExp {
  const sorted = told.toSorted(([one], [other]) => other.length - one.length);
  const patterns = sorted.map(([secret, kind]) => {
    const literal = secret.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
    return kind === HOME_PATH ? `${literal}(?![A-Za-z0-9])` : literal;
  });
  return new RegExp(patterns.join("|"), "g");
}

export interface RedactedText {
  readonly text: string;
  readonly findings: readonly RedactionFinding[];
}

/**
 * Replaces the secrets of a text: well-known tokens, passwords and keys that are said to be such,
 * e-mail addresses, users' names in home paths, and what patterns of your own match.
 *
 * @see docs/redaction.md
 * @throws {RefoldError} `invalid-argument`: a pattern is none
 */
export function redactText(text: string, options: RedactionOptions = {}): RedactedText {
  const redactor = new Redactor(options);
  redactor.survey(text);
  const redacted = redactor.redact(text);
  return { text: redacted, findings: redactor.findings };
}
