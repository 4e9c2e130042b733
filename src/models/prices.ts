import { findEntry, nearestModels } from "./find-model.js";
import { PRICES } from "./known-prices.js";
import type { ModelPrice, PriceTier, TokenRates } from "./model-price.js";

/** Prices by model id. A table never changes; `definePrices` makes another. */
export type PriceTable = ReadonlyMap<string, ModelPrice>;

/** The prices that this version knows. Each entry names its source and the date on which it was read. */
export const KNOWN_PRICES: PriceTable = new Map(PRICES.map((price) => [price.id, price]));

/** Rates of your own, in US dollars for a million tokens: what is absent has no price of its own. */
export type RatesDefinition = Pick<TokenRates, "input" | "output"> & Partial<TokenRates>;

/** A price of your own. It takes the place of a known one as a whole. */
export type PriceDefinition = RatesDefinition & {
  readonly id: string;
  /** Rates of requests with a longer input. */
  readonly tiers?: readonly (RatesDefinition & Pick<PriceTier, "aboveInputTokens">)[];
  readonly source?: string;
  readonly date?: string;
};

/** What is known of a model's price. */
export interface FoundPrice {
  /** Null: the price is unknown. */
  readonly price: ModelPrice | null;
  /** The entry's id; null: there is none. */
  readonly entry: string | null;
  /** What people should know of an unknown price; null: nothing. */
  readonly notice: string | null;
}

/**
 * A table with prices added or replaced. The given table is not changed.
 * @param definitions later ones win
 */
export function definePrices(
  definitions: readonly PriceDefinition[],
  table: PriceTable = KNOWN_PRICES,
): PriceTable {
  const prices = new Map(table);
  for (const { id, tiers = [], source, date, ...own } of definitions) {
    prices.set(id, {
      ...ratesOf(own),
      id,
      tiers: tiers
        .map((tier) => ({ ...ratesOf(tier), aboveInputTokens: tier.aboveInputTokens }))
        .toSorted((one, other) => one.aboveInputTokens - other.aboveInputTokens),
      source: source ?? "defined by the caller",
      date: date ?? "",
    });
  }
  return prices;
}

function ratesOf(definition: RatesDefinition): TokenRates {
  const { input, output, cachedInput, cacheWrite, longCacheWrite, reasoning } = definition;
  return {
    input,
    cachedInput: cachedInput ?? null,
    cacheWrite: cacheWrite ?? null,
    longCacheWrite: longCacheWrite ?? null,
    output,
    reasoning: reasoning ?? null,
  };
}

/** What follows a colon in gateways' ids is another service at another price (`:batch`, `:free`). */
const SERVICE = /:[a-z]+$/;

/**
 * The price of a model. Dates, aliases and namespaces are read as by `findModel`; but a model that
 * only begins with an entry's name has an unknown price: its size or service may be another.
 */
export function findPrice(modelId: string, table: PriceTable = KNOWN_PRICES): FoundPrice {
  const found = findEntry(modelId, table);
  const isSame = found?.match === "exact" || (found?.match === "variant" && !SERVICE.test(modelId));
  if (found !== null && isSame) return { price: found.value, entry: found.entry, notice: null };
  const nearest = nearestModels(modelId, table).join(", ");
  const notice = `the price of model ${modelId} is unknown (similar: ${nearest})`;
  return { price: null, entry: null, notice };
}
