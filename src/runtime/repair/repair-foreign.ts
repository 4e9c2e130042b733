import type { ByteSource } from "../../dialects/byte-source.js";
import { openForeign } from "../../dialects/open-foreign.js";
import type { Repair } from "./repair.js";

/** Every whole object of another tool's session, on a line of its own where its line was damaged. */
export async function repairForeign(bytes: ByteSource): Promise<Repair> {
  const { dialect, rollout } = await openForeign(bytes);
  let events = 0;
  for await (const event of rollout.source.read()) events = event.offset + 1;
  const leftOut = rollout
    .damage()
    .map((place) => (place.reason === "glued" ? { ...place, bytes: 0 } : place));
  return {
    form: dialect.name,
    events,
    standIns: 0,
    leftOut,
    parts: () => dialect.wholeLines(rollout.content),
  };
}
