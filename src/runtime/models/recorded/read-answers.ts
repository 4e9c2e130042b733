import type { EventSource } from "../../../events/event-source.js";
import type { PromptFragment } from "../../../events/request-sent.js";
import type { Usage } from "../../../events/slices.js";
import { isModelGenerated } from "../../../events/item-class.js";
import type { FactOf, RefoldEvent } from "../../../events/event.js";
import type { ResponseItem } from "../../../projections/providers/provider.js";
import { walkLog } from "../../../projections/walk-log.js";
import { rollbackOf } from "../../../events/rollback-of.js";
import { factsOf, isOwnFactFolded } from "../../../reducers/fold-event.js";
import { survivingRanges, type Rollback } from "../../../reducers/spine.js";
import type { ThreadState } from "../../../reducers/thread-state.js";

/** One answer of a model, as a session recorded it. */
export interface RecordedAnswer {
  /** Of its `request.sent`, or of the first event of the answer where requests are not recorded. */
  readonly offset: number;
  /** What the request was made of. */
  readonly before: ThreadState;
  readonly fragments: readonly PromptFragment[];
  readonly items: readonly ResponseItem[];
  readonly usage: Usage | null;
  readonly model: string | null;
}

interface OpenAnswer extends RecordedAnswer {
  items: ResponseItem[];
  usage: Usage | null;
}

/**
 * The answers of a session's models that survive its rollbacks, oldest first. Requests that got no
 * answer are left out. Sessions that record no requests have an answer where the model begins to
 * speak.
 */
export async function readAnswers(session: EventSource): Promise<readonly RecordedAnswer[]> {
  const reading = new AnswerReading();
  for await (const { event, before } of walkLog(session)) reading.take(event, before);
  return reading.answers();
}

class AnswerReading {
  readonly #answers: OpenAnswer[] = [];
  readonly #rollbacks: Rollback[] = [];
  #open: OpenAnswer | null = null;
  #head = 0;

  take(event: RefoldEvent, before: ThreadState): void {
    this.#head = event.offset;
    const to = rollbackOf(event);
    if (to !== null) {
      this.#rollbacks.push({ offset: event.offset, to });
      this.#open = null;
    }
    const facts = isOwnFactFolded(event) ? factsOf(event) : factsOf(event).slice(1);
    for (const fact of facts) {
      if (fact.type === "request.sent") {
        this.#begin(event.offset, before, fact.data.fragments);
      } else if (fact.type === "item.recorded") {
        this.#takeItem(event.offset, before, fact.data);
      } else if (fact.type === "usage.reported") {
        const answer = this.#answers.at(-1);
        if (answer !== undefined) answer.usage = fact.data.usage;
      }
    }
  }

  answers(): readonly RecordedAnswer[] {
    const ranges = survivingRanges(this.#rollbacks, this.#head);
    return this.#answers.filter(
      ({ offset, items, usage }) =>
        (items.length > 0 || usage !== null) &&
        ranges.some(({ from, to }) => offset >= from && offset <= to),
    );
  }

  #takeItem(
    offset: number,
    before: ThreadState,
    { item, origin }: FactOf<"item.recorded">["data"],
  ): void {
    if (item.type === "ghost_snapshot") return;
    if (origin === "agent" || !isModelGenerated(item)) {
      if (this.#open !== null && this.#open.items.length > 0) this.#open = null;
      return;
    }
    const answer = this.#open ?? this.#begin(offset, before, []);
    answer.items.push({ item, origin });
  }

  #begin(offset: number, before: ThreadState, fragments: readonly PromptFragment[]): OpenAnswer {
    const model = before.turns.running?.envelope.model ?? before.turns.previous?.model ?? null;
    const answer = { offset, before, fragments, items: [], usage: null, model };
    this.#answers.push(answer);
    this.#open = answer;
    return answer;
  }
}
