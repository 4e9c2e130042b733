import type { EventSource } from "../events/event-source.js";
import { runsOf } from "../events/runs-of.js";
import { ForwardReplay } from "./forward-replay.js";
import { NoSuchOffset } from "./no-such-offset.js";
import type { ReplayOptions } from "./replay-events.js";
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
