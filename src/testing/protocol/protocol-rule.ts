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
