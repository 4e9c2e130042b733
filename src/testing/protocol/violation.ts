import { isJsonObject } from "../../events/json.js";

/** A rule of a provider's API that a request's body breaks. */
export interface Violation {
  /** Name of the rule: `anthropic/roles-alternate`. */
  readonly invariant: string;
  /** Where, as in `messages[3].content[0]`. */
  readonly path: string;
  /** The rule, in the provider's words where it has a message for it. */
  readonly rule: string;
}

/** One thing that a provider's API demands of a request's body. */
export interface ProtocolRule {
  /** `anthropic/roles-alternate`: the provider, and the rule's own name. */
  readonly name: string;
  /** What holds of every body that the API takes. */
  readonly sentence: string;
  /** The page of the provider's documentation that says so. */
  readonly source: string;
  /** The provider's words where it has a message for it; else the sentence. */
  readonly words: string;
}

/** The rules of one API, by their own names. */
export interface RequestRules<Key extends string> {
  readonly list: readonly ProtocolRule[];
  named(key: Key): ProtocolRule;
}

/** `page | sentence`, or `page | sentence | the provider's own words for a body that breaks it`. */
export type RuleRow<Page extends string> = `${Page} | ${string}`;

/**
 * A table of rules.
 * @param pages titles of pages of the provider's documentation, by the names that the rows use
 */
export function requestRules<const Page extends string, const Key extends string>(
  provider: string,
  pages: Readonly<Record<Page, string>>,
  rows: Readonly<Record<Key, RuleRow<Page>>>,
): RequestRules<Key> {
  const titles = new Map(Object.entries<string>(pages));
  const ruleOf = (key: string, row: string): ProtocolRule => {
    const [page = "", sentence = "", words = sentence] = row.split(" | ");
    const source = `${PUBLISHERS[provider] ?? provider}, "${titles.get(page) ?? page}"`;
    return { name: `${provider}/${key}`, sentence, source, words };
  };
  return {
    list: Object.entries<string>(rows).map(([key, row]) => ruleOf(key, row)),
    named: (key) => ruleOf(key, rows[key]),
  };
}

const PUBLISHERS: Readonly<Record<string, string>> = {
  anthropic: "Anthropic documentation",
  google: "Gemini API documentation",
  "google-interactions": "Gemini API documentation",
  "openai-chat": "OpenAI documentation",
  "openai-responses": "OpenAI documentation",
};

/** Notes a rule as broken unless it holds; with words, where they say more than the rule's. */
export type Require<Key extends string> = (
  holds: boolean,
  path: string,
  key: Key,
  words?: string,
) => void;

/** The names of the rules of one API. */
export type KeyOf<Rules> = Rules extends RequestRules<infer Key> ? Key : never;

/** What a check finds broken in a body, and texts of it that no JSON can hold. */
export function violationsOf<Key extends string>(
  rules: RequestRules<Key | "text-well-formed">,
  body: unknown,
  check: (require: Require<Key | "text-well-formed">, request: Json) => void,
): readonly Violation[] {
  const found: Violation[] = [];
  const require: Require<Key | "text-well-formed"> = (holds, path, key, words) => {
    if (holds) return;
    const rule = rules.named(key);
    found.push({ invariant: rule.name, path, rule: words ?? rule.words });
  };
  check(require, record(body));
  if (!isWellFormed(body)) nameHalves(require, body, "body");
  return found;
}

/** A JSON object of a body. */
export type Json = Readonly<Record<string, unknown>>;

/** What the value holds by name; an empty record for what is no object. */
export function record(value: unknown): Json {
  return isJsonObject(value) ? value : {};
}

/** The value's elements; none for what is no list. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value's elements as records. */
export function records(value: unknown): readonly Json[] {
  return list(value).map(record);
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Bodies are large, and nearly all are whole: no place is named before it has to be. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) {
    for (const element of value) if (!isWellFormed(element)) return false;
    return true;
  }
  if (!isJsonObject(value)) return true;
  for (const key in value) if (!key.isWellFormed() || !isWellFormed(value[key])) return false;
  return true;
}

/** Where a value, names included, holds half a surrogate pair: JSON parsers refuse the whole body. */
function nameHalves(require: Require<"text-well-formed">, value: unknown, path: string): void {
  if (typeof value === "string") {
    require(value.isWellFormed(), path, "text-well-formed");
  } else if (Array.isArray(value)) {
    for (const [at, element] of value.entries()) nameHalves(require, element, `${path}[${at}]`);
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      require(key.isWellFormed(), path, "text-well-formed");
      nameHalves(require, member, `${path}.${key.toWellFormed()}`);
    }
  }
}

/** The media type that a base-64 payload's first bytes say; undefined: none that is known. */
export function mediaTypeOf(base64: string): string | undefined {
  const bytes = Buffer.from(base64.slice(0, 24), "base64").toString("latin1");
  if (bytes.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (bytes.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (bytes.startsWith("GIF8")) return "image/gif";
  return bytes.startsWith("RIFF") && bytes.startsWith("WEBP", 8) ? "image/webp" : undefined;
}

/** True for names or ids that each are there once. */
export function areUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
