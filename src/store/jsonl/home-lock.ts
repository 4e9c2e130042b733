import { join } from "node:path";
import { takeLease } from "./lease.js";
import type { Place } from "./rollout-path.js";

/**
 * Does something while no other process collects garbage or deletes a thread in this home.
 * @throws {LeaseHeld} another one does
 */
export async function withHomeLock<T>(
  { fileSystem, home }: Place,
  work: () => T | Promise<T>,
): Promise<T> {
  const folder = join(home, "garbage.lease");
  const lease = await takeLease({ fileSystem, folder, what: "the home-wide lock" });
  try {
    return await work();
  } finally {
    lease.release();
  }
}
