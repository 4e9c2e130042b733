import { blankEscapes } from "./blank-escapes.js";
import { compileOwnPatterns, type FindOwn, type Stretch } from "./own-patterns.js";
import { SECRET_RULES, type SecretRule } from "./secret-rules.js";

export interface RedactionOptions {
  /** Patterns of one's own, in the syntax of RE2; what they match goes too, as kind `own`. */
  readonly patterns?: readonly string[];
}

/** A secret that was replaced; never the secret itself. */
export interface RedactionFinding {
  /** `github-token`, `email`, … */
  readonly kind: string;
  /** What stands in its place: the same everywhere, `[redacted:github-token:1]`. */
  readonly placeholder: string;
  /** How often it was replaced. */
  readonly count: number;
  /** Offsets of the events that held it, ascending. */
  readonly offsets: readonly number[];
}

interface Found extends Stretch {
  readonly kind: string;
}

interface Counted {
  readonly kind: string;
  count: number;
  readonly offsets: Set<number>;
}

const PLACEHOLDER = /\[redacted:[a-z-]+:\d+\]/g;
const CONTEXT_RULES = SECRET_RULES.filter(({ byContext }) => byContext === true);
/** JSON in a text in JSON, so deep, is read as what it says. */
const MAX_DEPTH = 4;

/**
 * Replaces secrets in texts, each by the same placeholder wherever it stands. Secrets that only their
 * surroundings tell (`password=…`) are replaced elsewhere too once `survey` has seen them: survey all
 * texts first, then redact them.
 *
 * @throws {InvalidArgument} a pattern is none
 */
export class Redactor {
  readonly #own: readonly FindOwn[];
  /** By kind: the number of each secret. */
  readonly #numbers = new Map<string, Map<string, number>>();
  /** Secrets that stand for themselves nowhere, and their kinds. */
  readonly #told = new Map<string, string>();
  #toldPattern: RegExp | null = null;
  readonly #counted = new Map<string, Counted>();

  constructor({ patterns = [] }: RedactionOptions = {}) {
    this.#own = compileOwnPatterns(patterns);
  }

  /** What was replaced so far, in the order in which it was found. */
  get findings(): readonly RedactionFinding[] {
    return [...this.#counted].map(([placeholder, { kind, count, offsets }]) => ({
      ...{ kind, placeholder, count },
      offsets: [...offsets].sort((one, other) => one - other),
    }));
  }

  /** Learns the secrets of a text that only their surroundings tell. */
  survey(text: string): void {
    eachInnerText(text, (inner) => this.survey(inner));
    for (const { kind, from, to } of matchesOf(CONTEXT_RULES, text)) {
      const secret = text.slice(from, to);
      if (!isDistinctive(secret) || this.#told.has(secret)) continue;
      this.#told.set(secret, kind);
      this.#toldPattern = null;
    }
  }

  /** The text without secrets; the same text if there are none. */
  redact(text: string, offset: number | null = null): string {
    return this.#redactOuter(this.#redactInner(text, offset, 0), offset);
  }

  /** Strings inside JSON that hold escapes, each by what it says. */
  #redactInner(text: string, offset: number | null, depth: number): string {
    if (depth === MAX_DEPTH || !isEscapedJson(text)) return text;
    return text.replace(JSON_STRING, (token) => {
      if (!token.includes("\\")) return token;
      const value: unknown = JSON.parse(token);
      if (typeof value !== "string") return token;
      const redacted = this.#redactOuter(this.#redactInner(value, offset, depth + 1), offset);
      return redacted === value ? token : JSON.stringify(redacted);
    });
  }

  #redactOuter(text: string, offset: number | null): string {
    const found = this.#find(text);
    if (found.length === 0) return text;
    let [redacted, end] = ["", 0];
    for (const { kind, from, to } of found) {
      redacted += text.slice(end, from) + this.#placeholder(kind, text.slice(from, to), offset);
      end = to;
    }
    return redacted + text.slice(end);
  }

  /** In order; what overlaps is one, of the kind that begins first. */
  #find(text: string): readonly Found[] {
    const all = matchesOf(SECRET_RULES, text);
    all.push(...this.#findTold(text));
    for (const find of this.#own) {
      for (const stretch of find(text)) all.push({ ...stretch, kind: "own" });
    }
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
      else joined[joined.length - 1] = { ...last, to: Math.max(last.to, next.to) };
    }
    return joined;
  }

  #findTold(text: string): readonly Found[] {
    if (this.#told.size === 0) return [];
    this.#toldPattern ??= anyOf([...this.#told.keys()]);
    return [...text.matchAll(this.#toldPattern)].map(({ index, 0: secret }) => ({
      kind: this.#told.get(secret) ?? "secret",
      ...{ from: index, to: index + secret.length },
    }));
  }

  #placeholder(kind: string, secret: string, offset: number | null): string {
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

/** What the rules match in a text as it stands, and as it stands without its escapes. */
function matchesOf(rules: readonly SecretRule[], text: string): Found[] {
  const found = matchesIn(rules, text);
  const blanked = blankEscapes(text);
  return blanked === text ? found : [...found, ...matchesIn(rules, blanked)];
}

/** Those of one rule after those of another. */
function matchesIn(rules: readonly SecretRule[], text: string): Found[] {
  const found: Found[] = [];
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

const JSON_STRING = /"(?:[^"\\]|\\.)*"/gs;

function isEscapedJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text) || !text.includes("\\")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false; // a text that only begins like JSON
    throw error;
  }
}

function eachInnerText(text: string, take: (inner: string) => void): void {
  if (!isEscapedJson(text)) return;
  for (const [token] of text.matchAll(JSON_STRING)) {
    const value: unknown = token.includes("\\") ? JSON.parse(token) : null;
    if (typeof value === "string") take(value);
  }
}

/** Nobody takes it for a word or a number: so it may be looked for by itself. */
function isDistinctive(secret: string): boolean {
  return secret.length >= 6 && /[a-z]/i.test(secret) && /\d/.test(secret);
}

/** Longer ones first: one may begin with another. */
function anyOf(texts: readonly string[]): RegExp {
  const sorted = texts.toSorted((one, other) => other.length - one.length);
  return new RegExp(
    sorted.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join("|"),
    "g",
  );
}
