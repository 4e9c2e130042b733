import { RefoldError } from "../../errors.js";
import type { Holder } from "./holder.js";

/** Somebody else writes to this thread, or holds the home-wide lock. Nothing was written. */
export class LeaseHeld extends RefoldError {
  readonly code = "lease-held";
  override readonly name = "LeaseHeld";
  override readonly remedy: string;
  constructor(
    /** What is held: a thread's id, or `garbage collection`. */
    readonly what: string,
    readonly holder: Holder,
    /** Where the lease stands. */
    readonly path: string,
  ) {
    super(`${what}: held by process ${holder.pid} on ${holder.host} since ${holder.since}`);
    this.remedy =
      holder.pid === process.pid
        ? "close the other store of this process, or use it"
        : `end process ${holder.pid} on ${holder.host}, or wait until it is done; reading needs no lease`;
  }
}
