import type { PromptFragment } from "../../events/request-sent.js";
import { AnswerStarts } from "../../projections/views/answer-starts.js";
import type { WalkedEvent } from "../../projections/walk-log.js";
import type { ThreadState } from "../../reducers/thread-state.js";

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
  readonly #answers = new AnswerStarts();
  #isOpen = false;

  /** @returns null: the event is none */
  take({ event, before }: WalkedEvent): RequestPoint | null {
    const isAnswer = this.#answers.take(event);
    const { offset } = event;
    if (event.type === "request.sent") {
      this.#isOpen = true;
      return { offset, state: before, fragments: event.data.fragments };
    }
    if (!isAnswer) return null;
    const wasRecorded = this.#isOpen;
    this.#isOpen = false;
    return wasRecorded ? null : { offset, state: before, fragments: [] };
  }
}

/** The requests of a log, as they come. */
export async function* requestPoints(
  walked: AsyncIterable<WalkedEvent>,
): AsyncGenerator<RequestPoint, undefined> {
  const points = new RequestPoints();
  for await (const one of walked) {
    const point = points.take(one);
    if (point !== null) yield point;
  }
}
