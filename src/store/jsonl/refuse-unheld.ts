import { Fenced } from "./fenced.js";
import type { Lease } from "./lease.js";

/** @throws {Fenced} the lease under which a rollout is changed was taken over */
export function refuseUnheld(lease: Pick<Lease, "isHeld">, rollout: string): void {
  if (!lease.isHeld()) throw new Fenced(rollout, "another process took the lease over");
}
