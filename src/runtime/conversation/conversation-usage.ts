import type { EventSource } from "../../events/event-source.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { Usage } from "../../events/slices.js";
import { addUsd } from "../../models/model-price.js";
import type { PriceTable } from "../../models/prices.js";
import { neutraliseLine } from "../../projections/display-text.js";
import { counted, figure, moneyFigure } from "../../projections/figures.js";
import { Pricing } from "../../projections/pricing.js";
import { addUsage, NO_USAGE, SpendMeter } from "../../reducers/usage.js";
import type { ConversationBudget } from "./conversation-budget.js";

/** What the requests of a conversation used, whatever was rolled back since. */
interface ConversationSpending {
  readonly requests: number;
  readonly usage: Usage;
  /** US dollars; null: the price of a model is unknown. */
  readonly usd: number | null;
}

/** Adds up what the answers of a thread reported, each by the price of the model that gave it. */
export async function spendingOf(
  source: EventSource,
  prices?: PriceTable,
): Promise<ConversationSpending> {
  const pricing = new Pricing(prices);
  const meter = new SpendMeter();
  let model: string | null = null;
  let spending: ConversationSpending = { requests: 0, usage: NO_USAGE, usd: 0 };
  for await (const event of source.read()) {
    if (!isKnownEvent(event)) continue;
    if (event.type === "turn.started") model = event.data.envelope.model ?? model;
    const spent = event.type === "usage.reported" ? meter.take(event.data) : null;
    if (spent === null) continue;
    const { requests, cost, unpriced } = pricing.spendOf(spent, model);
    spending = {
      requests: spending.requests + requests,
      usage: addUsage(spending.usage, spent.usage),
      usd: unpriced > 0 || spending.usd === null ? null : addUsd(spending.usd, cost),
    };
  }
  return spending;
}

/** The lines that `Conversation.show` gives. */
export function usageLines(
  about: { readonly name: string; readonly model: string },
  fill: { readonly messages: number; readonly tokens: number; readonly budget: ConversationBudget },
  { requests, usage, usd }: ConversationSpending,
): string {
  const { messages, tokens, budget } = fill;
  const cached = usage.cachedInput === 0 ? "" : ` (${figure(usage.cachedInput)} cached)`;
  return [
    neutraliseLine(`${about.name}: ${about.model}`),
    `  messages  ${figure(messages)}, ${figure(tokens)} of ${figure(budget.available)} tokens`,
    `  window    ${counted(budget.window, "token")}, ${figure(budget.reservedForResponse)} for the answer`,
    `  used      ${figure(usage.input)} in${cached}, ${figure(usage.output)} out, ${counted(requests, "request")}`,
    `  cost      ${usd === null ? "unknown" : moneyFigure(usd)}`,
  ].join("\n");
}
