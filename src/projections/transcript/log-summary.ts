import type { Accountant, EventAccount, Fact, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { Usage } from "../../events/slices.js";
import type { UsageReported } from "../../events/usage.js";
import { countedFacts } from "../../reducers/reduce.js";
import { FOREIGN_ROLLBACK } from "../../reducers/turns.js";
import { addUsage, SpendMeter } from "../../reducers/usage.js";
import { ModelAtWork, type Pricing } from "../pricing.js";
import { addSpend, emptySpend } from "../stats/tally.js";
import type { Transcript } from "./transcript.js";

type Summary = Pick<Transcript, "endedAt" | "models" | "spent" | "compactions" | "rollbacks">;

/** Counts a whole log, what rollbacks discarded too: it was paid for. */
export class LogSummary {
  readonly #models = new Set<string>();
  readonly #meter = new SpendMeter();
  readonly #model = new ModelAtWork();
  #endedAt: string | null = null;
  #usage: Usage | null = null;
  #spent = emptySpend();
  #compactions = 0;
  #rollbacks = 0;
  #accountant: Accountant | undefined;
  /** How the event that was taken last counts. */
  #account: EventAccount | undefined;

  /** @param accountantOf by the first event; absent: the facts tell */
  constructor(
    private readonly pricing: Pricing,
    private readonly accountantOf?: (first: LogEvent) => Accountant,
  ) {}

  take(event: LogEvent): void {
    this.#endedAt = event.at;
    if (!isKnownEvent(event)) return;
    const facts = countedFacts(event);
    this.#accountant ??= this.accountantOf?.(event);
    this.#account = this.#accountant?.take(event);
    this.#model.enter(facts, event.offset, this.#account?.model);
    if (this.#model.current !== null) this.#models.add(this.#model.current);
    for (const fact of facts) this.#add(fact);
  }

  finish(): Summary {
    const { requests, cost, unpriced, partialOutputs } = this.#spent;
    return {
      endedAt: this.#endedAt,
      models: [...this.#models],
      spent: { requests, usage: this.#usage, cost, unpriced, partialOutputs },
      compactions: this.#compactions,
      rollbacks: this.#rollbacks,
    };
  }

  #add(fact: Fact): void {
    switch (fact.type) {
      case "thread.forked":
        [this.#usage, this.#spent] = [null, emptySpend()]; // what was spent so far, the parent did
        return;
      case "usage.reported":
        if (this.#account?.repeated.includes(fact) !== true) this.#spend(fact.data);
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

  #spend(data: UsageReported["data"]): void {
    const more = this.#meter.take(data);
    if (more === null || this.#account?.isCopy === true) return;
    addSpend(this.#spent, this.pricing.spendOf(more, this.#model.of(data)));
    this.#usage = addUsage(this.#usage, more.usage);
  }
}
