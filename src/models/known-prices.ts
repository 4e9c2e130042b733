import type { ModelPrice, PriceTier, TokenRates } from "./model-price.js";

/** A row of a table: ids of models with the same price. */
type Row = readonly [ids: string, price: Partial<ModelPrice> & TokenRates];

function pricesOf(
  facts: Pick<ModelPrice, "source" | "date">,
  rows: readonly Row[],
): readonly ModelPrice[] {
  return rows.flatMap(([ids, price]) =>
    ids.split(" ").map((id) => ({ ...facts, tiers: [], ...price, id })),
  );
}

/** @param cachedInput null: not priced apart */
function rates(input: number, cachedInput: number | null, output: number): TokenRates {
  return { input, cachedInput, cacheWrite: null, longCacheWrite: null, output, reasoning: null };
}

/** A tier whose input costs so many times the price's, and its output so many times. */
function tierOf(
  price: TokenRates,
  aboveInputTokens: number,
  [input, output]: readonly [input: number, output: number],
): PriceTier {
  const times = (rate: number | null): number | null =>
    rate === null ? null : exact(rate * input);
  return {
    aboveInputTokens,
    input: exact(price.input * input),
    cachedInput: times(price.cachedInput),
    cacheWrite: times(price.cacheWrite),
    longCacheWrite: times(price.longCacheWrite),
    output: exact(price.output * output),
    reasoning: null,
  };
}

/** A rate has six decimals. */
function exact(rate: number): number {
  return Math.round(rate * 1e6) / 1e6;
}

/** Input doubles and output is half as much again, for the whole request. */
function longer(price: TokenRates, aboveInputTokens: number): TokenRates & Partial<ModelPrice> {
  return { ...price, tiers: [tierOf(price, aboveInputTokens, [2, 1.5])] };
}

/** Models whose cache writes cost a quarter more than input (from GPT-5.6 on; kept 30 minutes). */
function written(input: number, cachedInput: number, output: number): TokenRates {
  return { ...rates(input, cachedInput, output), cacheWrite: exact(input * 1.25) };
}

const OPENAI_LONG = 272_000;

const OPENAI_PRICES = pricesOf(
  {
    source:
      "developers.openai.com/api/docs: pricing, models/gpt-6.2-sol, models/gpt-5-codex; npm @earendil-works/pi-ai 1.5.2 and @pydantic/genai-prices 0.1.8",
    date: "2026-11-23",
  },
  [
    ["gpt-6-astra", longer(written(10, 1, 50), OPENAI_LONG)],
    ["gpt-6-sol", longer(written(2, 0.2, 10), OPENAI_LONG)],
    ["gpt-6-luna", longer(written(0.1, 0.01, 0.5), OPENAI_LONG)],
    ["gpt-6.1-sol", longer(written(2, 0.1, 10), OPENAI_LONG)],
    ["gpt-6.1-terra", longer(written(1, 0.05, 5), OPENAI_LONG)],
    ["gpt-6.2-sol", longer({ ...written(2, 0.1, 10), longCacheWrite: 5 }, OPENAI_LONG)], // 12 hours
    ["gpt-5.6 gpt-5.6-sol", longer(written(4, 0.4, 20), OPENAI_LONG)],
    ["gpt-5.6-terra", longer(written(2, 0.2, 12), OPENAI_LONG)],
    ["gpt-5.6-luna", longer(written(0.2, 0.02, 1.2), OPENAI_LONG)],
    ["gpt-5.6-cyber", written(12.5, 1.25, 75)],
    ["gpt-5.5", longer(rates(5, 0.5, 30), OPENAI_LONG)],
    ["gpt-5.5-pro gpt-5.4-pro", longer(rates(30, null, 180), OPENAI_LONG)],
    ["gpt-5.4", longer(rates(2.5, 0.25, 15), OPENAI_LONG)],
    ["gpt-5.4-mini", rates(0.75, 0.075, 4.5)],
    ["gpt-5.4-nano", rates(0.2, 0.02, 1.25)],
    [
      "gpt-5.3-codex gpt-5.3-codex-spark gpt-5.2 gpt-5.2-codex gpt-5.2-chat-latest",
      rates(1.75, 0.175, 14),
    ],
    ["gpt-5.2-pro", rates(21, null, 168)],
    ["gpt-5.1 gpt-5.1-codex gpt-5.1-codex-max gpt-5.1-chat-latest", rates(1.25, 0.125, 10)],
    ["gpt-5.1-codex-mini gpt-5-mini", rates(0.25, 0.025, 2)],
    ["gpt-5 gpt-5-codex gpt-5-chat-latest", rates(1.25, 0.125, 10)],
    ["gpt-5-nano", rates(0.05, 0.005, 0.4)],
    ["gpt-5-pro", rates(15, null, 120)],
    ["gpt-4.1", rates(2, 0.5, 8)],
    ["gpt-4.1-mini", rates(0.4, 0.1, 1.6)],
    ["gpt-4.1-nano", rates(0.1, 0.025, 0.4)],
    ["o1", rates(15, 7.5, 60)],
    ["o1-pro", rates(150, null, 600)],
    ["o3", rates(2, 0.5, 8)],
    ["o3-pro", rates(20, null, 80)],
    ["o3-mini", rates(1.1, 0.55, 4.4)],
    ["o4-mini", rates(1.1, 0.275, 4.4)],
    ["codex-mini-latest", rates(1.5, 0.375, 6)],
    ["gpt-4o", rates(2.5, 1.25, 10)],
    ["gpt-4o-2024-05-13 chatgpt-4o-latest", rates(5, null, 15)],
    ["gpt-4o-mini", rates(0.15, 0.075, 0.6)],
    ["gpt-4-turbo", rates(10, null, 30)],
    ["gpt-4", rates(30, null, 60)],
    ["gpt-3.5-turbo", rates(0.5, null, 1.5)],
  ],
);

/** Cache writes cost 1.25 times the input for 5 minutes, and twice the input for 1 hour. */
function claude(input: number, cachedInput: number, output: number): TokenRates {
  return {
    ...rates(input, cachedInput, output),
    cacheWrite: exact(input * 1.25),
    longCacheWrite: exact(input * 2),
  };
}

const HAIKU_5_5 = claude(0.1, 0.01, 0.5);

const ANTHROPIC_PRICES = pricesOf(
  {
    source:
      "platform.claude.com/docs/en/about-claude/pricing; npm @earendil-works/pi-ai 1.5.2 and @pydantic/genai-prices 0.1.8",
    date: "2026-11-23",
  },
  [
    ["claude-fable-5-2", claude(8, 0.2, 40)],
    ["claude-fable-5-1 claude-mythos-5-1", claude(10, 0.25, 50)],
    ["claude-fable-5 claude-mythos-5", claude(10, 1, 50)],
    ["claude-opus-5-5", claude(4, 0.2, 20)],
    ["claude-sonnet-5-5", claude(2, 0.1, 10)],
    ["claude-haiku-5-5", { ...HAIKU_5_5, tiers: [tierOf(HAIKU_5_5, 100_000, [5, 5])] }],
    [
      "claude-opus-5 claude-opus-4-8 claude-opus-4-7 claude-opus-4-6 claude-opus-4-5",
      claude(5, 0.5, 25),
    ],
    ["claude-sonnet-5", claude(2, 0.2, 10)],
    ["claude-sonnet-4-6", claude(3, 0.3, 15)],
    ["claude-sonnet-4-5 claude-sonnet-4", longer(claude(3, 0.3, 15), 200_000)],
    ["claude-haiku-4-5", claude(1, 0.1, 5)],
    ["claude-opus-4-1 claude-opus-4 claude-3-opus", claude(15, 1.5, 75)],
    ["claude-3-7-sonnet claude-3-5-sonnet claude-3-sonnet", claude(3, 0.3, 15)],
    ["claude-3-5-haiku", claude(0.8, 0.08, 4)],
    ["claude-3-haiku", { ...rates(0.25, 0.03, 1.25), cacheWrite: 0.3, longCacheWrite: 0.5 }],
  ],
);

const GOOGLE_PRICES = pricesOf(
  {
    source:
      "ai.google.dev/gemini-api/docs/pricing; npm @earendil-works/pi-ai 1.5.2 and @pydantic/genai-prices 0.1.8",
    date: "2026-11-23",
  },
  [
    ["gemini-4-argon", rates(2, 0.1, 10)], // announced to double on 2026-12-01
    ["gemini-3.8-flash gemini-3.7-flash gemini-3.6-flash", rates(0.75, 0.075, 3.75)],
    ["gemini-3.5-flash", rates(1.5, 0.15, 9)],
    ["gemini-3.5-flash-lite", rates(0.3, 0.03, 2.5)],
    ["gemini-3.1-pro gemini-3-pro", longer(rates(2, 0.2, 12), 200_000)],
    ["gemini-3.1-flash-lite", rates(0.25, 0.025, 1.5)],
    ["gemini-3-flash", rates(0.5, 0.05, 3)],
    ["gemini-2.5-pro", longer(rates(1.25, 0.125, 10), 200_000)],
    ["gemini-2.5-flash", rates(0.3, 0.03, 2.5)],
    ["gemini-2.5-flash-lite", rates(0.1, 0.01, 0.4)],
    ["gemini-2.0-flash", rates(0.1, 0.025, 0.4)],
    ["gemini-2.0-flash-lite", rates(0.075, null, 0.3)],
  ],
);

/**
 * The price of each model that is known without a price file. A model whose provider lists none has
 * no entry: open weights cost what their host asks.
 */
export const PRICES: readonly ModelPrice[] = [
  ...OPENAI_PRICES,
  ...ANTHROPIC_PRICES,
  ...GOOGLE_PRICES,
];
