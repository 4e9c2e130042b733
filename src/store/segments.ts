import type { LogEvent } from "../events/event.js";
import type { ForkPoint } from "../events/thread-forked.js";
import type { EventDriver, OwnRange } from "./event-driver.js";
import type { ReadOptions } from "./event-store.js";
import { ForkParentChanged } from "./fork-parent-changed.js";
import { ForkParentMissing } from "./fork-parent-missing.js";
import { beginsLog, forkPoint } from "./fork-point.js";
import { ThreadNotFound } from "./thread-not-found.js";

/** Damage and newer events are told of where events are read; here places are looked for. */
const atAllCosts: ReadOptions = { onDamage: () => undefined, newer: "ignore" };

/** Where a thread left its parent. */
interface Fork {
  readonly threadId: string;
  readonly from: ForkPoint;
}

/**
 * The stretches of own events that make up a thread, oldest first; the last is its own and goes on
 * to its head (`to` is Infinity). The event at each fork point is held to what the fork recorded.
 *
 * @throws {ThreadNotFound} there is no such thread
 * @throws {ForkParentMissing | ForkParentChanged}
 */
export async function resolveSegments(driver: EventDriver, threadId: string): Promise<OwnRange[]> {
  const segments: OwnRange[] = [];
  const visited = new Set<string>();
  let holder = { threadId, to: Infinity };
  let fork: Fork | undefined;
  for (;;) {
    const first = await firstEvent(driver, holder.threadId, fork);
    visited.add(holder.threadId);
    // A fork of a fork may leave at an offset that its parent only refers to.
    const isHeld = first.offset <= holder.to;
    if (isHeld) {
      if (fork !== undefined) await checkForkPoint(driver, holder.threadId, fork);
      segments.unshift({ ...holder, from: first.offset });
    }
    const from = first.offset > 0 && beginsLog(first) ? forkPoint(first) : undefined;
    if (from === undefined) {
      if (!isHeld && fork !== undefined) throw new ForkParentMissing(placeOf(fork));
      return segments;
    }
    if (isHeld) fork = { threadId: holder.threadId, from };
    if (visited.has(from.threadId)) {
      throw new ForkParentChanged(placeOf(fork ?? { threadId, from }));
    }
    holder = { threadId: from.threadId, to: isHeld ? from.offset : holder.to };
  }
}

async function firstEvent(
  driver: EventDriver,
  threadId: string,
  fork: Fork | undefined,
): Promise<LogEvent> {
  try {
    return await driver.first(threadId);
  } catch (error) {
    if (fork === undefined || !(error instanceof ThreadNotFound)) throw error;
    throw new ForkParentMissing(placeOf(fork), { cause: error });
  }
}

async function checkForkPoint(driver: EventDriver, holderId: string, fork: Fork): Promise<void> {
  const { offset, id, sum } = fork.from;
  const range = { ...atAllCosts, from: offset, to: offset };
  for await (const [event] of driver.readRuns(holderId, range)) {
    if (event?.id === id && event.sum === sum) return;
    throw new ForkParentChanged(placeOf(fork));
  }
  throw new ForkParentMissing(placeOf(fork));
}

function placeOf({ threadId, from }: Fork) {
  return { threadId, parentId: from.threadId, offset: from.offset };
}
