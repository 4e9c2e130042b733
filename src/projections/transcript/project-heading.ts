import { type EventSource, runsOf } from "../../events/event-source.js";
import type { Fact, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { countedFacts } from "../../reducers/reduce.js";
import { OwnStates } from "../../reducers/replay-events.js";
import { FOREIGN_ROLLBACK } from "../../reducers/turns.js";
import { FirstWords } from "../title.js";
import { projectTranscript, readItems } from "./project-transcript.js";
import { headingOf, isInstructing, threadHeading } from "./transcript-words.js";
import { describeItem } from "./transcript.js";

/**
 * The heading of a thread's transcript. The transcript itself takes several times as long and holds all that was
 * said, and is made only where a foreign rollback may have taken turns.
 */
export async function projectHeading(source: EventSource): Promise<string> {
  const names = new OwnStates({ initial: UNNAMED, reduce: reduceNames });
  for await (const run of runsOf(source)) {
    for (const event of run) names.take(event);
  }
  const { threadId, title, opening, mayBeUndone } = names.state;
  if (title !== null || !mayBeUndone) return headingOf({ threadId, title }, opening.title);
  return threadHeading(await projectTranscript(source));
}

/** What a heading is made of, as of an offset. */
interface Names {
  readonly threadId: string | null;
  readonly title: string | null;
  readonly opening: Pick<FirstWords, "title" | "isFound">;
  /** There was a `turn.started`: no foreign rollback takes turns after it. */
  readonly hasStarts: boolean;
  readonly mayBeUndone: boolean;
}

const UNNAMED: Names = {
  ...{ threadId: null, title: null, opening: new FirstWords() },
  ...{ hasStarts: false, mayBeUndone: false },
};

function reduceNames(names: Names, event: LogEvent): Names {
  return isKnownEvent(event) ? countedFacts(event).reduce(withFact, names) : names;
}

function withFact(names: Names, fact: Fact): Names {
  switch (fact.type) {
    case "thread.started": {
      const { threadId, title } = fact.data;
      return { ...names, threadId, title };
    }
    case "thread.forked":
      return { ...names, threadId: fact.data.threadId };
    case "thread.renamed":
      return { ...names, title: fact.data.title };
    case "turn.started":
      return names.hasStarts ? names : { ...names, hasStarts: true };
    case "history.trimmed":
      if (names.hasStarts || fact.data.reason !== FOREIGN_ROLLBACK) return names;
      return { ...names, mayBeUndone: true };
    case "item.recorded":
    case "context.injected":
      return names.opening.isFound ? names : withOpening(names, fact);
    default:
      return names; // of no account
  }
}

function withOpening(names: Names, fact: Fact): Names {
  const opening = new FirstWords(names.opening.title);
  for (const { item, origin } of readItems(fact)) {
    const described = describeItem(item, origin);
    if (described !== null && isInstructing(described)) opening.take(described.text);
  }
  const isSame = opening.title === names.opening.title && !opening.isFound;
  return isSame ? names : { ...names, opening };
}
