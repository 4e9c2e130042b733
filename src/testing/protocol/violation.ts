/** A rule of a provider's API that a request's body breaks. */
export interface Violation {
  /** Name of the rule: `anthropic/roles-alternate`. */
  readonly invariant: string;
  /** Where, as in `messages[3].content[0]`. */
  readonly path: string;
  /** The rule, in the provider's words where it has a message for it. */
  readonly rule: string;
}

/** Collects violations while a body is read. */
export class Violations<Key extends string> {
  readonly list: Violation[] = [];
  constructor(private readonly rules: RequestRules<Key>) {}

  /**
   * Notes the rule as broken unless `holds`.
   * @param broken the rule; with words for what is wrong here, where they say more than the rule's
   */
  require(holds: boolean, path: string, broken: Key | readonly [key: Key, words: string]): void {
    if (holds) return;
    const [key, words] = typeof broken === "string" ? [broken] : broken;
    const rule = this.rules.named(key);
    this.list.push({ invariant: rule.name, path, rule: words ?? rule.words });
  }
}

/** What the value holds by name; an empty record for what is no object. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value's elements; none for what is no list. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Where a value, names included, holds half a surrogate pair: JSON parsers refuse the whole body for one. */
export function requireWellFormed(
  violations: Violations<"text-well-formed">,
  value: unknown,
  path: string,
): void {
  if (!isWellFormed(value)) nameHalves(violations, value, path);
}

/** Bodies are large, and nearly all are whole: no place is named before it has to be. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (!isObject(value)) return true;
  return Object.keys(value).every((key) => key.isWellFormed() && isWellFormed(value[key]));
}

function nameHalves(
  violations: Violations<"text-well-formed">,
  value: unknown,
  path: string,
): void {
  if (typeof value === "string") {
    violations.require(value.isWellFormed(), path, "text-well-formed");
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      nameHalves(violations, element, `${path}[${index}]`);
    }
  } else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      violations.require(key.isWellFormed(), path, "text-well-formed");
      nameHalves(violations, member, `${path}.${key.toWellFormed()}`);
    }
  }
}

/** The media type that a base-64 payload's first bytes say; undefined: none that is known. */
export function mediaTypeOf(base64: string): string | undefined {
  const bytes = Buffer.from(base64.slice(0, 24), "base64");
  if (bytes.subarray(0, 8).toString("hex") === "89504e470d0a1a0a") return "image/png";
  if (bytes.subarray(0, 3).toString("hex") === "ffd8ff") return "image/jpeg";
  if (bytes.subarray(0, 4).toString("latin1") === "GIF8") return "image/gif";
  const riff = bytes.subarray(0, 4).toString("latin1") === "RIFF";
  return riff && bytes.subarray(8, 12).toString("latin1") === "WEBP" ? "image/webp" : undefined;
}

/** Names of tools, each at most once. */
export function requireUniqueNames(
  violations: Violations<"tool-names-unique">,
  names: readonly string[],
  path: string,
): void {
  violations.require(new Set(names).size === names.length, path, "tool-names-unique");
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

/** A rule's page, its sentence, and the provider's own words for a body that breaks it. */
type RuleRow<Page extends string> = readonly [page: Page, sentence: string, words?: string];

/** The rules of one API, by their own names. */
export interface RequestRules<Key extends string> {
  readonly list: readonly ProtocolRule[];
  named(key: Key): ProtocolRule;
}

/**
 * A table of rules.
 * @param pages titles of pages of the provider's documentation, by the names that the rows use
 */
export function requestRules<const Page extends string, const Key extends string>(
  provider: string,
  pages: Readonly<Record<Page, string>>,
  rows: Readonly<Record<Key, RuleRow<Page>>>,
): RequestRules<Key> {
  const ruleOf = (key: string, [page, sentence, words]: RuleRow<Page>): ProtocolRule => ({
    name: `${provider}/${key}`,
    sentence,
    source: `${PUBLISHERS[provider] ?? provider}, "${pages[page]}"`,
    words: words ?? sentence,
  });
  return {
    list: Object.entries<RuleRow<Page>>(rows).map(([key, row]) => ruleOf(key, row)),
    named: (key) => ruleOf(key, rows[key]),
  };
}

const PUBLISHERS: Readonly<Record<string, string>> = {
  anthropic: "Anthropic documentation",
  google: "Gemini API documentation",
  "openai-chat": "OpenAI documentation",
  "openai-responses": "OpenAI documentation",
};
