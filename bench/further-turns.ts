import type { RefoldEvent } from "../src/events/event.js";
import { WorkloadThread } from "./workload.js";

/** Not the seed that threads are made with: what comes next is nothing that was there before. */
const SEED = 2_000;

/** Turns with which a thread of this many events goes on. */
export function furtherTurns(head: number, count: number): readonly (readonly RefoldEvent[])[] {
  const thread = new WorkloadThread({ head, seed: SEED });
  return Array.from({ length: count }, () => thread.nextTurn().events);
}
