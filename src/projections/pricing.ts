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
import type { Fact } from "../events/event.js";
import type { UsageReported } from "../events/usage.js";

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

/** Which model each request of a log went to. */
export class ModelAtWork {
  /** The models of requests, by their offsets. */
  readonly #requests = new Map<number, string>();
  #current: string | null = null;

  /** Null: nobody has named one. */
  get current(): string | null {
    return this.#current;
  }

  /**
   * Takes all facts of an event, before any of them is counted: a line of Claude Code names its model
   * after its usage.
   * @param model the one at work, whatever the facts say; absent: they say
   */
  enter(facts: readonly Fact[], offset: number, model?: string | null): void {
    this.#meet(model);
    for (const fact of facts) {
      if (model === undefined) this.#meet(modelIn(fact));
      if (fact.type !== "request.sent") continue;
      const { model: asked } = fact.data.target;
      if (typeof asked === "string") this.#requests.set(offset, asked);
    }
  }

  /** The model that a report is of. */
  of({ aside, request }: UsageReported["data"]): string | null {
    return aside?.model ?? this.#requests.get(request ?? -1) ?? this.#current;
  }

  #meet(model: string | null | undefined): void {
    this.#current = model ?? this.#current;
  }
}

function modelIn(fact: Fact): string | null {
  if (fact.type === "turn.started") return fact.data.envelope.model ?? null;
  if (fact.type !== "context.injected") return null;
  return fact.data.envelope?.model ?? fact.data.previousTurn?.model ?? null;
}
