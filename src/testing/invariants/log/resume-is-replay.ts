import { findBase } from "../../../reducers/checkpoint-base.js";
import { resumeState } from "../../../reducers/resume.js";
import {
  HOLDS,
  type Answer,
  type CheckedLog,
  type LogInvariant,
  type LogStep,
} from "../invariant.js";
import { StateComparison } from "../state-comparison.js";

/** Behind a longer tail a reader replays the whole log: there is nothing to compare. */
const LONGEST_TAIL_EVENTS = 10_000;

export const resumeIsReplay: LogInvariant = {
  over: "log",
  name: "log/resume-is-replay",
  sentence: "Resuming from the newest checkpoint gives the state that replaying everything gives.",
  source: "docs/architecture.md, law 8",
  remedy: "a checkpoint does not say what it has to: see log/checkpoints-whole",
  begin: (log) => {
    const bases = new Set<number>();
    return {
      take: (step) => {
        if (step.known !== null && findBase(step.known) !== null) bases.add(step.known.offset);
        return isResumable(log, step, bases) ? compareResumed(log, step) : undefined;
      },
    };
  },
};

function isResumable(
  { source }: CheckedLog,
  { isSampled, after, event }: LogStep,
  bases: ReadonlySet<number>,
): boolean {
  const checkpoint = after.checkpoint?.offset;
  if (!isSampled || source.readBackward === undefined || checkpoint === undefined) return false;
  return bases.has(checkpoint) && event.offset - checkpoint < LONGEST_TAIL_EVENTS;
}

async function compareResumed({ source }: CheckedLog, { event, after }: LogStep): Promise<Answer> {
  const resumed = await resumeState(source, { to: event.offset });
  const found = new StateComparison().compare(resumed, after);
  if (found.length === 0) return HOLDS;
  return found.map(({ place, message }) => ({ place: `resumed ${place}`, message }));
}
