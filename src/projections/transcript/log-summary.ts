import type { Fact, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { UsageReported } from "../../events/usage.js";
import { addUsd } from "../../models/model-price.js";
import { countedFacts } from "../../reducers/reduce.js";
import { FOREIGN_ROLLBACK } from "../../reducers/turns.js";
import { addUsage, SpendMeter } from "../../reducers/usage.js";
import type { Pricing } from "../pricing.js";
import type { Transcript, TranscriptSpending } from "./transcript.js";

type Summary = Pick<Transcript, "endedAt" | "models" | "spent" | "compactions" | "rollbacks">;

const NOTHING: TranscriptSpending = { requests: 0, usage: null, cost: 0, unpriced: 0 };

/** Counts a whole log, what rollbacks discarded too: it was paid for. */
export class LogSummary {
  readonly #models = new Set<string>();
  readonly #meter = new SpendMeter();
  /** The models of requests, by their offsets. */
  readonly #requests = new Map<number, string>();
  #model: string | null = null;
  #endedAt: string | null = null;
  #spent = NOTHING;
  #compactions = 0;
  #rollbacks = 0;

  constructor(private readonly pricing: Pricing) {}

  take(event: LogEvent): void {
    this.#endedAt = event.at;
    if (!isKnownEvent(event)) return;
    for (const fact of countedFacts(event)) this.#add(fact, event.offset);
  }

  finish(): Summary {
    return {
      endedAt: this.#endedAt,
      models: [...this.#models],
      spent: this.#spent,
      compactions: this.#compactions,
      rollbacks: this.#rollbacks,
    };
  }

  #add(fact: Fact, offset: number): void {
    switch (fact.type) {
      case "thread.forked":
        this.#spent = NOTHING; // what was spent so far, the parent did
        return;
      case "turn.started":
        this.#meet(fact.data.envelope.model);
        return;
      case "context.injected":
        this.#meet(fact.data.envelope?.model ?? fact.data.previousTurn?.model);
        return;
      case "request.sent": {
        const { model } = fact.data.target;
        if (typeof model === "string") this.#requests.set(offset, model);
        return;
      }
      case "usage.reported":
        this.#spend(fact.data);
        return;
      case "history.compacted":
        this.#compactions += 1;
        return;
      case "history.rolled-back":
        this.#rollbacks += 1;
        return;
      case "history.trimmed":
        if (fact.data.reason === FOREIGN_ROLLBACK) this.#rollbacks += 1;
        return;
      default:
        return; // of no count
    }
  }

  #meet(model: string | null | undefined): void {
    if (model === null || model === undefined) return;
    this.#models.add(model);
    this.#model = model;
  }

  #spend(data: UsageReported["data"]): void {
    const more = this.#meter.take(data);
    if (more === null) return;
    const model = this.#requests.get(data.request ?? -1) ?? this.#model;
    const usd = this.pricing.costOfSpent(more, model);
    const request = more.isNewRequest ? 1 : 0;
    const { requests, usage, cost, unpriced } = this.#spent;
    this.#spent = {
      requests: requests + request,
      usage: addUsage(usage, more.usage),
      cost: addUsd(cost, usd ?? 0),
      unpriced: unpriced + (usd === null ? request : 0),
    };
  }
}
