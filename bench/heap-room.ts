import { getHeapStatistics } from "node:v8";
import type { LeftOut } from "./outcome.js";

/** What an item of the workload takes in memory, with room to spare. */
const BYTES_AN_ITEM = 3_500;

/** Whether a process may hold so many of the workload's items at a time. */
export function hasRoomFor(items: number): boolean {
  return items * BYTES_AN_ITEM < getHeapStatistics().heap_size_limit;
}

export function withoutRoom(name: string): LeftOut {
  return { name, leftOut: "needs a larger heap than this machine's Node.js has" };
}
