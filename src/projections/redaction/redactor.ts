import { readings, replaceEncodedTexts } from "./encoded-texts.js";
import { compileOwnPattern, type OwnPattern } from "../own-pattern.js";
import { isJsonText, jsonStretches, replaceJsonTexts } from "./json-texts.js";
import { KnownMatches, type Match, SHORTEST } from "./known-matches.js";
import { type FoundSecret, ToldSecrets } from "./told-secrets.js";

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

/** In JSON, what stands in no quotes gets them. */
type Replaced = FoundSecret & { readonly isBare?: boolean };

interface Counted {
  readonly kind: string;
  count: number;
  readonly offsets: Set<number>;
}

const PLACEHOLDER = /\[redacted:[a-z-]+:\d+\]/g;
/** Learnt as some tools name a folder's own folder: `-Users-orla`. */
const HOME_PATH = "home-path";
/** One more letter makes another address: as they are, they are told by their own shape alone. */
const EMAIL = "email";
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
  /** How many secrets there are of a kind. */
  readonly #numbers = new Map<string, number>();
  /** Of a secret, the first kind that it was found as: another place may tell another one. */
  readonly #placeholders = new Map<
    string,
    { readonly kind: string; readonly placeholder: string }
  >();
  /** Secrets that are looked for as they are. */
  readonly #told = new ToldSecrets();
  readonly #counted = new Map<string, Counted>();
  readonly #matches = new KnownMatches();

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
    for (const { kind, secret } of findIn(text, (part) => this.#matches.of(part))) {
      if (kind === HOME_PATH) {
        const folder = secret.replace(/[^A-Za-z0-9]/g, "-");
        this.#told.learn({ kind, secret: folder }, { whole: true });
      } else if (isDistinctive(secret)) {
        this.#told.learn({ kind, secret }, { encodedOnly: kind === EMAIL });
      }
    }
  }

  /** The text without secrets; the same text if there are none. */
  redact(text: string, offset: number | null = null): string {
    return this.#redact(text, offset, 0);
  }

  /** The same for a text that stands under a name, which may tell that it is a secret. */
  redactNamed(name: string, text: string, offset: number | null = null): string {
    const inner = this.redact(text, offset);
    const from = name.length + 2;
    const to = from + inner.length;
    const found = this.#find(`${name}="${inner}"`);
    const own = found.filter((one) => one.from >= from && one.to <= to);
    return this.#replace(inner, own, offset, from);
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
    const found = this.#find(inner);
    const isJson = found.length > 0 && isJsonText(inner);
    return this.#replace(inner, isJson ? jsonStretches(inner, found) : found, offset);
  }

  /** A text that begins at `from` of that in which secrets were found, without them. */
  #replace(text: string, found: readonly Replaced[], offset: number | null, from = 0): string {
    if (found.length === 0) return text;
    let [redacted, end] = ["", 0];
    for (const one of found) {
      redacted += text.slice(end, Math.max(0, one.from - from));
      const quote = one.isBare === true ? '"' : "";
      if (one.from >= from) redacted += quote + this.#placeholder(one, offset) + quote;
      end = one.to - from;
    }
    return redacted + text.slice(end);
  }

  /** In order; what overlaps is one, of the kind that begins first. */
  #find(text: string): readonly FoundSecret[] {
    const all = findIn(text, (part) => [
      ...this.#matches.of(part),
      ...this.#told.find(part),
      ...this.#own.flatMap(({ find }) => [...find(part)].map((one) => ({ ...one, kind: "own" }))),
    ]);
    if (all.length === 0) return all;
    all.sort((one, other) => one.from - other.from || other.to - one.to);
    const joined: FoundSecret[] = [];
    for (const next of withoutPlaceholders(text, all)) {
      const last = joined.at(-1);
      if (last === undefined || next.from >= last.to) joined.push(next);
      else if (next.to > last.to) {
        const secret = text.slice(last.from, next.to);
        joined[joined.length - 1] = { ...last, to: next.to, secret };
      }
    }
    return joined;
  }

  #placeholder({ kind: told, secret }: FoundSecret, offset: number | null): string {
    const { kind, placeholder } = this.#placeholders.get(secret) ?? this.#named(told, secret);
    const counted = this.#counted.get(placeholder) ?? { kind, count: 0, offsets: new Set() };
    this.#counted.set(placeholder, counted);
    counted.count++;
    if (offset !== null) counted.offsets.add(offset);
    return placeholder;
  }

  #named(kind: string, secret: string): { readonly kind: string; readonly placeholder: string } {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    const named = { kind, placeholder: `[redacted:${kind}:${number}]` };
    this.#placeholders.set(secret, named);
    return named;
  }
}

/** What is found, in order, without what a placeholder is part of. */
function* withoutPlaceholders(text: string, found: readonly FoundSecret[]): Generator<FoundSecret> {
  const taken = [...text.matchAll(PLACEHOLDER)];
  let at = 0;
  for (const one of found) {
    const endOf = (place: RegExpExecArray): number => place.index + place[0].length;
    for (let next = taken[at]; next !== undefined && endOf(next) <= one.from; next = taken[++at]);
    const next = taken[at];
    if (next === undefined || next.index >= one.to) yield one;
  }
}

/** What is found in a text as it is, and in what it says where it spells characters. */
function findIn(text: string, find: (text: string) => readonly Match[]): FoundSecret[] {
  const found = find(text).map((one) => ({ secret: text.slice(one.from, one.to), ...one }));
  if (text.length < SHORTEST) return found;
  for (const one of readings(text)) {
    for (const match of find(one.text)) {
      const secret = one.text.slice(match.from, match.to);
      found.push({ secret, ...match, ...one.sourceOf(match) });
    }
  }
  return found;
}

/** Nobody takes it for a word or a number: so it may be looked for by itself. */
function isDistinctive(secret: string): boolean {
  return secret.length >= SHORTEST && /[a-z]/i.test(secret) && /\d/.test(secret);
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
