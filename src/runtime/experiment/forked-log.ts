import { ulid } from "ulid";
import type { LogEvent } from "../../events/event.js";
import { foldEvent } from "../../reducers/fold-event.js";
import { resumeState, stateAt } from "../../reducers/resume.js";
import { survives, survivingRanges } from "../../reducers/spine.js";
import { rollbackIn } from "../../reducers/replay-events.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { EventStore } from "../../store/event-store.js";
import { forkThread } from "../../store/fork-thread.js";
import { ThreadLog, type Clock } from "../thread-log.js";
import { storedSource } from "../travel.js";
import type { ExperimentBase } from "./base.js";
import { markIn, type MarkKind, type MarkOf } from "./marks.js";
import type { Task } from "./tasks.js";

/** Makes a variant's fork: one event, whatever the base's length. */
export async function forkForTask(
  task: Task,
  base: ExperimentBase,
  { store, clock }: { readonly store: EventStore; readonly clock: Clock },
): Promise<ThreadLog> {
  const { threadId, offset } = base;
  const { name, variant, repetition } = task.mark;
  const now = clock.now();
  const forked = await forkThread(store, {
    ...{ parentId: threadId, offset, threadId: task.threadId },
    ...{ eventId: ulid(now), at: new Date(now).toISOString() },
    title: `${name}: ${variant}${repetition > 1 ? ` (${repetition})` : ""}`,
  });
  // What resuming would find, without reading the base once more for each fork.
  const state = foldEvent(base.state, forked);
  return new ThreadLog({ threadId: task.threadId, store, state }, clock);
}

/** A variant's fork that an interrupted run left, at the newest step that was done. */
export async function reopenFork(
  task: Task,
  base: ExperimentBase,
  { store, clock }: { readonly store: EventStore; readonly clock: Clock },
): Promise<{ readonly log: ThreadLog; readonly doneTurns: number | null }> {
  const { threadId } = task;
  const source = storedSource(store, threadId);
  const events: LogEvent[] = [];
  for await (const event of source.read({ from: base.offset + 1 })) events.push(event);
  const last = base.offset + events.length;
  const rollbacks = events.flatMap((event) => rollbackIn(event) ?? []);
  const ranges = survivingRanges(rollbacks, last);
  const step = newestMark(events, "experiment.step", (offset) => survives(ranges, offset));
  const log = new ThreadLog({ threadId, store, state: await resumeState(source) }, clock);
  const to = step?.offset ?? base.offset + 1; // behind `thread.forked`
  if (to < last) await goBack(log, to, await stateAt(source, to));
  return { log, doneTurns: step?.mark.turns ?? null };
}

/** Straight to a step's end: a turn that runs there, the base's own, goes on. */
async function goBack(log: ThreadLog, to: number, base: ThreadState): Promise<void> {
  const historyVersion = log.state.log.historyVersion + 1;
  await log.commit(() => ({
    facts: [{ type: "history.rolled-back", data: { to, historyVersion } }],
    base,
  }));
}

/** The newest event that says so, among those that count. */
function newestMark<Kind extends MarkKind>(
  events: readonly LogEvent[],
  kind: Kind,
  counts: (offset: number) => boolean = () => true,
): { readonly offset: number; readonly mark: MarkOf<Kind> } | null {
  for (const event of events.toReversed()) {
    const mark = counts(event.offset) ? markIn(event, kind) : null;
    if (mark !== null) return { offset: event.offset, mark };
  }
  return null;
}
