import type { PromptFragment } from "../../../events/context.js";
import { rollbackOf } from "../../../events/known-event.js";
import { AnswerStarts } from "../../../projections/views/reported-requests.js";
import type { WalkedEvent } from "../../../projections/walk-log.js";
import type { ThreadState } from "../../../reducers/thread-state.js";

/** A place of a log where a model was asked. */
export interface RequestPoint {
  /** Of `request.sent`, or of the first item of the answer where no request was recorded. */
  readonly offset: number;
  /** What the prompt was made of. */
  readonly state: ThreadState;
  readonly fragments: readonly PromptFragment[];
}

/** Finds them, one event after the other. */
export class RequestPoints {
  #answers = new AnswerStarts();
  #isOpen = false;

  /** @returns null: the event is none */
  take({ event, before }: WalkedEvent): RequestPoint | null {
    const isSent = event.type === "request.sent";
    if (isSent || rollbackOf(event) !== null) {
      this.#answers = new AnswerStarts();
      this.#isOpen = isSent;
    }
    const isAnswer = this.#answers.take(event);
    const { offset } = event;
    if (isSent) return { offset, state: before, fragments: event.data.fragments };
    if (!isAnswer) return null;
    const wasRecorded = this.#isOpen;
    this.#isOpen = false;
    return wasRecorded ? null : { offset, state: before, fragments: [] };
  }
}
