import type { RefoldEvent } from "../../events/event.js";
import type { PromptFragment } from "../../events/request-sent.js";
import { factsOf } from "../../reducers/fold-event.js";
import { SpendMeter } from "../../reducers/spend-meter.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { WalkedEvent } from "../walk-log.js";
import { AnswerStarts } from "./answer-starts.js";

/** A request that its provider told the input of. */
export interface ReportedRequest extends FoundRequest {
  /** Reported tokens, all that went in. */
  readonly input: number;
}

interface FoundRequest {
  /** What it was made from. */
  readonly state: ThreadState;
  /** What stood in it alone; null: another tool made it, and did not record that. */
  readonly fragments: readonly PromptFragment[] | null;
}

/**
 * Finds the request that each report of usage is about. Most sessions report behind the answer; Codex
 * also did so before it recorded the answer's first item: then a report comes while nothing is
 * answered, and the answer that follows is its own. One for each walk through a log.
 */
export class ReportedRequests {
  readonly #answers = new AnswerStarts();
  readonly #spent = new SpendMeter();
  #open: FoundRequest | null = null;
  #isAnswerReported = false;
  #historyVersion = 0;

  /** Takes the next event. @returns the request that it reports on; null: it reports on none */
  take({ event, before }: WalkedEvent): ReportedRequest | null {
    if (before.log.historyVersion !== this.#historyVersion) this.#isAnswerReported = false;
    this.#historyVersion = before.log.historyVersion;
    this.#find(event, before);
    const input = this.#inputIn(event);
    if (input === null) return null;
    this.#isAnswerReported = this.#open === null;
    const request = this.#open ?? { state: before, fragments: null };
    this.#open = null;
    return { ...request, input };
  }

  #find(event: RefoldEvent, before: ThreadState): void {
    const starts = this.#answers.take(event);
    if (event.type === "request.sent") {
      this.#open = { state: before, fragments: event.data.fragments };
    } else if (!starts || (this.#open !== null && this.#open.fragments !== null)) return;
    else if (this.#isAnswerReported) this.#isAnswerReported = false;
    else this.#open = { state: before, fragments: null };
  }

  /** Of a report that is new: neither one more of the same request nor the last one over again. */
  #inputIn(event: RefoldEvent): number | null {
    for (const fact of factsOf(event)) {
      if (fact.type !== "usage.reported") continue;
      if (this.#spent.take(fact.data)?.isNewRequest === true) return fact.data.usage.input;
    }
    return null;
  }
}
