import type { BlobReader } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { blobMissing, forkParentMissing } from "../store/errors.js";
import type { NewerEvents, ReadRange } from "../store/event-store.js";
import { forkPoint } from "../store/fork-thread.js";
import { readRuns } from "../store/jsonl/read-runs.js";
import { eventsOfRuns } from "../store/lineage.js";
import { openHome } from "../store/open-home.js";
import { resolveThreadId } from "../store/resolve-thread-id.js";
import type { FileBytes } from "./file-bytes.js";
import { logIn } from "./own-logs.js";
import { findFirstEvent } from "../store/jsonl/find-batch.js";
import { followFile, type Session, type SessionDamage } from "./session.js";

export interface ThreadSessionOptions extends NewerEvents {
  /** Where threads live: a folder, or the URL of a database; absent: `REFOLD_HOME`, else `~/.refold`. */
  readonly home?: string | undefined;
}

/**
 * A thread of a home, by its id, UUID, or a prefix of one. Reads go around damage.
 * Closing the session closes the store.
 * @throws {RefoldError} `thread-not-found`, `ambiguous-id`, `invalid-id`
 */
export async function openThreadSession(
  text: string,
  { home, newer = "refuse" }: ThreadSessionOptions,
): Promise<Session> {
  const opened = await openHome(home);
  const { store } = opened;
  try {
    const threadId = await resolveThreadId(store, text);
    await store.head(threadId); // refuses an unknown thread
    const { add: onDamage, places } = damageLedger();
    const options = { newer, onDamage };
    return {
      ...{ kind: "thread", name: threadId, dialect: "refold", recognised: null },
      source: {
        read: (range) => store.read(threadId, { ...range, ...options }),
        readRuns: (range) => store.readRuns(threadId, { ...range, ...options }),
        readBackward: (range) => store.readBackward(threadId, { ...range, newer }),
      },
      sizeBytes: null,
      blobs: store.blobs,
      roundTrip: null,
      origin: async (offset) => {
        const { originInHome } = await import("./event-origin.js");
        return await originInHome(opened, threadId, offset);
      },
      damage: places,
      follow: (range) => store.follow(threadId, { ...range, newer }),
      close: opened.close,
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * A rollout of our own outside a store: a copy, for instance. Its blobs are not with it.
 * @throws {RefoldError} `fork-parent-missing`: it is a fork, and its parent is only found in a store
 */
export async function openRolloutFile(
  { path, sizeBytes }: FileBytes,
  { newer = "refuse" }: NewerEvents = {},
): Promise<Session> {
  const { add: onDamage, places } = damageLedger();
  async function* runs(range?: ReadRange): AsyncGenerator<readonly LogEvent[]> {
    using log = logIn(path);
    yield* readRuns(log, { ...range, newer, onDamage });
  }
  const source = { read: (range?: ReadRange) => eventsOfRuns(runs(range)), readRuns: runs };
  for await (const [first] of runs()) {
    const parent = first === undefined ? undefined : forkPoint(first);
    if (parent === undefined) break;
    const { threadId: parentId, offset } = parent;
    throw forkParentMissing({ threadId: path, parentId, offset });
  }
  const blobs: BlobReader = { get: (hash) => Promise.reject(blobMissing(hash)) };
  return {
    ...{ kind: "file", name: path, dialect: "refold", recognised: null, source, sizeBytes },
    ...{ blobs, roundTrip: null },
    origin: async (offset) => {
      const { originInLog } = await import("./event-origin.js");
      using log = logIn(path);
      return await originInLog(log, offset, { first: findFirstEvent(log), blobs });
    },
    damage: places,
    follow: (options) => followFile(path, source, options),
    close: () => Promise.resolve(),
  };
}

/** Damage that reads came upon: each place once, however often it is read, in the file's order. */
function damageLedger() {
  const byPlace = new Map<string, SessionDamage>();
  return {
    add: ({ line, byte, bytes, offset, reason }: SessionDamage): void => {
      const place = `${byte} ${reason}`;
      if (!byPlace.has(place)) byPlace.set(place, { line, byte, bytes, offset, reason });
    },
    places: () => [...byPlace.values()].toSorted((one, other) => one.byte - other.byte),
  };
}
