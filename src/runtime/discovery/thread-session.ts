import type { ReadRange } from "../../store/event-store.js";
import type { EventStore } from "../../store/event-store.js";
import { DamageLedger } from "./damage-ledger.js";
import type { Session } from "./session.js";

/**
 * A thread of a store as a session. Damage is read around, and told of.
 * @param entry the thread's id, and whether closing the session closes the store
 */
export async function threadSession(store: EventStore, threadId: string): Promise<Session> {
  const damage = new DamageLedger();
  await store.head(threadId); // an unknown thread is refused here
  return {
    kind: "thread",
    name: threadId,
    dialect: "refold",
    source: {
      read: (range?: ReadRange) => store.read(threadId, { ...range, onDamage: damage.add }),
      readBackward: (options) => store.readBackward(threadId, options),
    },
    sizeBytes: null,
    blobs: store.blobs,
    roundTrip: null,
    damage: () => damage.places,
    follow: (options) => store.follow(threadId, options),
    close: () => store.close(),
  };
}
