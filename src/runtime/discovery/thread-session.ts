import type { EventStore, NewerEvents } from "../../store/event-store.js";
import { jsonlStore } from "../../store/jsonl/jsonl-store.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { DamageLedger } from "./damage-ledger.js";
import type { Session } from "./session.js";

export interface ThreadSessionOptions extends NewerEvents {
  /** Where threads live; absent: `REFOLD_HOME`, else `~/.refold`. */
  readonly home?: string;
}

/**
 * A thread of the store in a folder, by its id, UUID, or a beginning of one. Closing the session
 * closes the store.
 * @throws {ThreadNotFound} @throws {AmbiguousId} @throws {InvalidId}
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
