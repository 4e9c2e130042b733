import type { EventSource } from "../events/event-source.js";
import { runsOf } from "../events/runs-of.js";
import { ForwardReplay } from "./forward-replay.js";
import { NoSuchOffset } from "./no-such-offset.js";
import type { ReplayOptions } from "./replay-events.js";
import { resumeFromTail } from "./resume.js";
import type { ThreadState } from "./thread-state.js";

/**
 * Folds a log forward, from its first event on, in one pass.
 * @returns the state at `to`; of an empty log without `to`, `initialState`
 * @throws {NoSuchOffset} `to` is no offset of the log
 */
export async function replay(
  source: EventSource,
  options: ReplayOptions = {},
): Promise<ThreadState> {
  const { to } = options;
  if (to !== undefined && (to < 0 || !Number.isInteger(to))) throw new NoSuchOffset(to, 0);
  const forward = new ForwardReplay(source, options);
  const range = to === undefined ? {} : { from: 0, to };
  for await (const run of runsOf(source, range)) await forward.takeRun(run);
  const { head } = forward.state.log;
  if (to !== undefined && head !== to + 1) throw new NoSuchOffset(to, head);
  return forward.state;
}

/**
 * The state at the end of a log, at the cost of its tail: reads backward to the newest surviving
 * checkpoint and folds forward from there. Always equals what `replay` gives (design.md law 8).
 * Where a source cannot be read backward, or has no checkpoint near, it is replayed.
 * @throws {NoSuchOffset} `to` is no offset of the log
 * @throws {BrokenPointer} a checkpoint points to an event that is not there
 */
export async function resumeState(
  source: EventSource,
  options: ReplayOptions = {},
): Promise<ThreadState> {
  return (await resumeFromTail(source, options)) ?? (await replay(source, options));
}

/**
 * The state at an offset, that event included (design.md law 1), in the cheapest way the source has.
 * @throws {NoSuchOffset} the log has no such offset
 */
export function stateAt(source: EventSource, offset: number): Promise<ThreadState> {
  return resumeState(source, { to: offset });
}
