/** US dollars for a million tokens. */
export interface TokenRates {
  /** Of input that neither came from a cache nor was written to one. Images are input like texts. */
  readonly input: number;
  /** Null: it has no price of its own and costs what other input costs. */
  readonly cachedInput: number | null;
  /** Of input written to the cache for the provider's shorter lifetime (Anthropic: 5 minutes); null: as `input`. */
  readonly cacheWrite: number | null;
  /** The same for the longer lifetime (Anthropic: 1 hour); null: as `cacheWrite`. */
  readonly longCacheWrite: number | null;
  readonly output: number;
  /** Null: reasoning costs what other output costs. */
  readonly reasoning: number | null;
}

/** The rates of requests with a longer input, for all of their tokens. */
export interface PriceTier extends TokenRates {
  readonly aboveInputTokens: number;
}

/** What one model costs: the list price of its provider, without batches, priorities and discounts. */
export interface ModelPrice extends TokenRates {
  readonly id: string;
  /** Shortest input first. */
  readonly tiers: readonly PriceTier[];
  /** Where the price was read, and when (`2026-11-23`). */
  readonly source: string;
  readonly date: string;
}

/** The tokens of one request; `Usage` of an event is one. */
export interface RequestTokens {
  /** Everything that went in; the cache counts are parts of it. */
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  /** Part of `cacheWrite`. */
  readonly longCacheWrite?: number | undefined;
  readonly output: number;
  /** Part of `output`. */
  readonly reasoning: number;
}

/** US dollars, in whole billionths. */
export interface Cost {
  /** The sum of the parts. */
  readonly total: number;
  /** Of input that neither came from a cache nor was written to one. */
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/**
 * What one request cost. The request's whole input decides its tier. Each part is rounded to whole
 * billionths of a dollar, half up; so sums of requests are exact (`addUsd`), in any order.
 * @param price null: unknown; then only a request without tokens has a cost
 * @returns null: the cost is unknown
 */
export function costOf(usage: RequestTokens, price: ModelPrice | null): Cost | null {
  if (usage.input + usage.output === 0) return FREE;
  if (price === null) return null;
  const tier = price.tiers.findLast(({ aboveInputTokens }) => usage.input > aboveInputTokens);
  const rates: TokenRates = tier ?? price;
  const { cachedInput, cacheWrite, longCacheWrite = 0, output, reasoning } = usage;
  const shortRate = rates.cacheWrite ?? rates.input;
  const otherInput = Math.max(0, usage.input - cachedInput - cacheWrite);
  const parts = {
    input: usd([[otherInput, rates.input]]),
    cachedInput: usd([[cachedInput, rates.cachedInput ?? rates.input]]),
    cacheWrite: usd([
      [cacheWrite - longCacheWrite, shortRate],
      [longCacheWrite, rates.longCacheWrite ?? shortRate],
    ]),
    output: usd([
      [output - reasoning, rates.output],
      [reasoning, rates.reasoning ?? rates.output],
    ]),
  };
  return { total: Object.values(parts).reduce(addUsd), ...parts };
}

const FREE: Cost = { total: 0, input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };

/** Rates have six decimals, so that tokens times rates are whole numbers. */
const RATE_UNITS = 1e6;
const BILLION = 1e9;

function usd(amounts: readonly (readonly [tokens: number, rate: number])[]): number {
  const units = amounts.reduce(
    (sum, [tokens, rate]) => sum + tokens * Math.round(rate * RATE_UNITS),
    0,
  );
  return Math.round(units / 1000) / BILLION;
}

/** The sum of two amounts in whole billionths of a dollar, exact up to nine million dollars. */
export function addUsd(one: number, other: number): number {
  return Math.round((one + other) * BILLION) / BILLION;
}
