import {
  addUsd,
  type Cost,
  costOf,
  type ModelPrice,
  type RequestTokens,
} from "../models/model-price.js";
import { findPrice, KNOWN_PRICES, type PriceTable } from "../models/prices.js";
import type { Spent } from "../reducers/usage.js";
import type { Spend } from "./stats/tally.js";

/** Puts prices on requests, and remembers the models whose price is unknown. */
export class Pricing {
  /** Models of requests whose cost is unknown, each once; null: nobody named it. */
  readonly unpriced = new Set<string | null>();
  readonly #prices = new Map<string, ModelPrice | null>();

  constructor(private readonly table: PriceTable = KNOWN_PRICES) {}

  /**
   * What one request costs by the model's price.
   * @param model null: nobody named it
   * @returns null: the price is unknown
   */
  costOf(request: RequestTokens, model: string | null): Cost | null {
    const cost = costOf(request, this.#priceOf(model));
    if (cost === null) this.unpriced.add(model);
    return cost;
  }

  /** What a report adds to what was spent. The cost that was recorded with it comes before the price. */
  spendOf(spent: Spent, model: string | null): Spend {
    const { usage, isNewRequest, request, before } = spent;
    const cost = this.#costOfSpent(spent, model);
    const { longCacheWrite = 0, input, cachedInput, cacheWrite, output, reasoning, total } = usage;
    return {
      requests: isNewRequest ? 1 : 0,
      ...{ input, cachedInput, cacheWrite, longCacheWrite, output, reasoning, total },
      cost: cost ?? 0,
      unpriced: isNewRequest && cost === null ? 1 : 0,
      partialOutputs: Number(request.partial ?? false) - Number(before?.partial ?? false),
    };
  }

  #costOfSpent({ request, before, cost }: Spent, model: string | null): number | null {
    if (cost !== null) return Math.round(cost * 1e9) / 1e9;
    const now = this.costOf(request, model);
    const counted = before === null ? null : this.costOf(before, model);
    return now === null ? null : addUsd(now.total, -(counted?.total ?? 0));
  }

  #priceOf(model: string | null): ModelPrice | null {
    if (model === null) return null;
    const known = this.#prices.get(model);
    if (known !== undefined) return known;
    const { price } = findPrice(model, this.table);
    this.#prices.set(model, price);
    return price;
  }
}
