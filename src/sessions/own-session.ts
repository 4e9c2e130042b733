import { forkParentMissing, blobMissing } from "../store/errors.js";
import type { LogEvent } from "../events/event.js";
import type { EventStore, NewerEvents, ReadRange } from "../store/event-store.js";
import { forkPoint } from "../store/fork-thread.js";
import { nodeFileSystem } from "../store/jsonl/file-system.js";
import { jsonlStore } from "../store/jsonl/jsonl-store.js";
import { openByContent } from "../store/jsonl/open-log.js";
import { readRuns } from "../store/jsonl/read-runs.js";
import { eventsOfRuns } from "../store/lineage.js";
import { resolveThreadId } from "../store/resolve-thread-id.js";
import type { FileBytes } from "./file-bytes.js";
import { DamageLedger, followFile, type Session } from "./session.js";

export interface ThreadSessionOptions extends NewerEvents {
  /** Where threads live; absent: `REFOLD_HOME`, else `~/.refold`. */
  readonly home?: string;
}

/**
 * A thread of the store in a folder, by its id, UUID, or a beginning of one. Closing the session
 * closes the store.
 * @throws {RefoldError} `thread-not-found`
 * @throws {RefoldError} `ambiguous-id`
 * @throws {RefoldError} `invalid-id`
 */
export async function openThreadSession(
  text: string,
  { home, newer = "refuse" }: ThreadSessionOptions,
): Promise<Session> {
  const store = jsonlStore({ ...(home !== undefined && { home }) });
  try {
    return await threadSession(store, await resolveThreadId(store, text), { newer });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Damage is read around, and told of. */
async function threadSession(
  store: EventStore,
  threadId: string,
  newer: NewerEvents,
): Promise<Session> {
  const damage = new DamageLedger();
  const options = { ...newer, onDamage: damage.add };
  await store.head(threadId); // an unknown thread is refused here
  return {
    kind: "thread",
    name: threadId,
    dialect: "refold",
    recognised: null,
    source: {
      read: (range) => store.read(threadId, { ...range, ...options }),
      readRuns: (range) => store.readRuns(threadId, { ...range, ...options }),
      readBackward: (options) => store.readBackward(threadId, { ...options, ...newer }),
    },
    sizeBytes: null,
    blobs: store.blobs,
    roundTrip: null,
    damage: () => damage.places,
    follow: (options) => store.follow(threadId, { ...options, ...newer }),
    close: () => store.close(),
  };
}

/**
 * A rollout of our own that lies outside a store: a copy, or one that somebody sent. Its blobs stayed
 * where it came from.
 * @throws {RefoldError} `fork-parent-missing`: it is a fork: what came before stands in another
 *   file, and only a store
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
    throw forkParentMissing({ threadId: path, parentId, offset });
  }
  return {
    kind: "file",
    name: path,
    dialect: "refold",
    recognised: null,
    source,
    sizeBytes,
    blobs: { get: (hash) => Promise.reject(blobMissing(hash)) },
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
