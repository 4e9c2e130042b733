import { openForeign } from "../dialects/dialects.js";
import type { OpenRolloutOptions } from "../dialects/shared/open-rollout.js";
import type { LogEvent } from "../events/event.js";
import type { NewerEvents } from "../store/event-store.js";
import { nodeFileSystem } from "../store/jsonl/file-system.js";
import { openByContent } from "../store/jsonl/open-log.js";
import { readRuns } from "../store/jsonl/read-runs.js";
import type { HeldBytes } from "./file-bytes.js";

/** @param lineBytes with the line feed; null: the line is in another file, which the history begins in */
export type TakeEvent = (event: LogEvent, lineBytes: number | null) => void;

/**
 * Takes the events of a rollout of our own or of another tool's session, in the order of its lines: the
 * quickest way to look at each once. Those of a fork's ancestors are not among them.
 * @returns how many places are damaged
 */
export async function visitEvents(
  bytes: HeldBytes,
  kind: "rollout" | "foreign",
  { newer, toolOutputLimit }: NewerEvents & Pick<OpenRolloutOptions, "toolOutputLimit">,
  take: TakeEvent,
): Promise<number> {
  if (kind === "foreign") {
    const { rollout } = await openForeign(bytes, toolOutputLimit && { toolOutputLimit });
    const ownStart = rollout.content.parts?.at(-1)?.start ?? 0;
    await rollout.visit((event, { start, end }) => {
      take(event, start < ownStart ? null : end - start + 1);
    });
    return rollout.damage().length;
  }
  let damagedPlaces = 0;
  const sizes = new Map<LogEvent, number>();
  using log = openByContent(nodeFileSystem, bytes.path, bytes.held);
  const onLine = (event: LogEvent, lineBytes: number): void => void sizes.set(event, lineBytes);
  const onDamage = (): void => void (damagedPlaces += 1);
  for (const run of readRuns(log, { ...(newer && { newer }), onLine, onDamage })) {
    for (const event of run) {
      take(event, sizes.get(event) ?? 0);
      sizes.delete(event);
    }
  }
  return damagedPlaces;
}
