import type { LogEvent } from "../../events/event.js";
import { BlobMissing } from "../../store/blob-missing.js";
import type { NewerEvents, ReadRange } from "../../store/event-store.js";
import { eventsOfRuns } from "../../store/events-of-runs.js";
import { ForkParentMissing } from "../../store/fork-parent-missing.js";
import { forkPoint } from "../../store/fork-point.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { openByContent } from "../../store/jsonl/open-log.js";
import { readRuns } from "../../store/jsonl/read-runs.js";
import { DamageLedger } from "./damage-ledger.js";
import type { FileBytes } from "./file-bytes.js";
import { followFile } from "./follow-file.js";
import type { Session } from "./session.js";

/**
 * A rollout of our own that lies outside a store: a copy, or one that somebody sent. Its blobs stayed
 * where it came from.
 * @throws {ForkParentMissing} it is a fork: what came before stands in another file, and only a store
 *   finds that
 */
export async function openRolloutFile(
  { path, sizeBytes }: FileBytes,
  { newer = "refuse" }: NewerEvents = {},
): Promise<Session> {
  const damage = new DamageLedger();
  const runs = (range?: ReadRange) => readRollout(path, { ...range, newer, damage });
  const source = { read: (range?: ReadRange) => eventsOfRuns(runs(range)), readRuns: runs };
  for await (const [first] of runs()) {
    const parent = first === undefined ? undefined : forkPoint(first);
    if (parent === undefined) break;
    const { threadId: parentId, offset } = parent;
    throw new ForkParentMissing({ threadId: path, parentId, offset });
  }
  return {
    kind: "file",
    name: path,
    dialect: "refold",
    recognised: null,
    source,
    sizeBytes,
    blobs: { get: (hash) => Promise.reject(new BlobMissing(hash)) },
    roundTrip: null,
    damage: () => damage.places,
    follow: (options) => followFile(path, source, options),
    close: () => Promise.resolve(),
  };
}

async function* readRollout(
  path: string,
  { damage, ...range }: ReadRange & NewerEvents & { readonly damage: DamageLedger },
): AsyncGenerator<readonly LogEvent[]> {
  const log = openByContent(nodeFileSystem, path);
  try {
    yield* readRuns(log, { ...range, onDamage: damage.add });
  } finally {
    log.close();
  }
}
