import fc from "fast-check";
import type { LogEvent } from "../../events/event.js";
import { keepRollout } from "../counterexample/keep-rollout.js";
import { rolloutOf } from "../counterexample/rollout-text.js";
import { checkInvariants } from "../invariants/check-invariants.js";
import type { Invariant } from "../invariants/invariant.js";
import type { OwnKit } from "../own/own-kit.js";
import { DrivenThread } from "./driven-thread.js";
import { ModelDisagrees } from "./model-disagrees.js";
import type { StoreUnderTest } from "./store-under-test.js";
import type { ThreadCommands } from "./thread-commands.js";
import { ThreadModel } from "./thread-model.js";

export interface RunOptions {
  /** The event types and fragments of one's own that the commands were drawn with. */
  readonly own?: OwnKit;
  /** Invariants of one's own, asked at the end beside the laws. */
  readonly invariants?: readonly Invariant[];
}

/**
 * Does what the commands say with a real thread over a real store, and with a small reference of it.
 * Behind each command the thread's state, a resumed one and what the log defines (law 1) agree,
 * the history is what was said, what was acknowledged is there as it was, and readers saw whole
 * batches of one log. At the end the laws hold.
 * @throws {ModelDisagrees} something differs: says behind which command, what, and which rollout shows
 *   it (`refold replay`)
 */
export async function runThreadCommands(
  commands: ThreadCommands,
  store: StoreUnderTest,
  options: RunOptions = {},
): Promise<void> {
  const { own = {}, invariants = [] } = options;
  const real = await DrivenThread.begin(store, own);
  try {
    const model = new ThreadModel();
    await real.check(model, "openThread");
    await fc.asyncModelRun(() => ({ model, real }), commands);
    await checkLaws(real, invariants);
  } catch (error) {
    if (!(error instanceof ModelDisagrees)) throw error;
    const { command, what, cause } = error;
    const opened = keepRollout(rolloutOf(readable(real.log)));
    throw new ModelDisagrees(command, what, { opened, cause });
  } finally {
    await real.close();
  }
}

async function checkLaws(real: DrivenThread, own: readonly Invariant[]): Promise<void> {
  const { source } = real.thread;
  const only = ["log", "state", "prompt", ...own.map(({ name }) => name)];
  const { violations } = await checkInvariants(source, {
    only,
    own,
    blobs: real.options.store.blobs,
  });
  if (violations.length === 0) return;
  const found = violations.map(
    ({ invariant, offset, place, message }) =>
      `${invariant} at ${offset ?? "?"}, ${place}: ${message}`,
  );
  throw new ModelDisagrees("all commands", ["laws do not hold", ...found].join("\n  "));
}

/** The log up to its end, or to where its offsets have a gap: what stands behind cannot be replayed. */
function readable(log: readonly LogEvent[]): readonly LogEvent[] {
  const end = log.findIndex(({ offset }, place) => offset !== place);
  return end === -1 ? log : log.slice(0, end);
}
