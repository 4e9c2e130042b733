import type { RefoldEvent } from "../../events/event.js";
import { isModelGenerated } from "../../events/item-class.js";
import { factsOf, isOwnFactFolded } from "../../reducers/fold-event.js";

/**
 * Tells where a model begins to answer: at the first item that it made, after what it did not make.
 * So the requests of sessions that record none can be found. One for each walk through a log.
 */
export class AnswerStarts {
  #isAnswering = false;

  /** Takes the next event. @returns true when an answer begins with it */
  take(event: RefoldEvent): boolean {
    let starts = false;
    const facts = factsOf(event);
    for (const fact of isOwnFactFolded(event) ? facts : facts.slice(1)) {
      if (fact.type !== "item.recorded" || fact.data.item.type === "ghost_snapshot") continue;
      const isAnswer = isModelGenerated(fact.data.item) && fact.data.origin !== "agent";
      if (isAnswer && !this.#isAnswering) starts = true;
      this.#isAnswering = isAnswer;
    }
    return starts;
  }
}
