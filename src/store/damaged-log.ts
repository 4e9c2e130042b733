import { RefoldError } from "../errors.js";
import type { LogDamage } from "./event-store.js";

/** Bytes inside a log are no events, and whole batches follow them. */
export class DamagedLog extends RefoldError {
  readonly code = "damaged-log";
  override readonly name = "DamagedLog";
  constructor(
    readonly damage: LogDamage,
    override readonly remedy = "read around the damage (`onDamage`), or make a clean copy: refold repair FILE -o COPY",
  ) {
    const { file, line, byte, reason } = damage;
    super(`${file}: damage (${reason}) in line ${line}, at byte ${byte}`);
  }
}
