import { appendFileSync } from "node:fs";
import type { EventStore } from "../../store/event-store.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { jsonlStore, type JsonlStoreOptions } from "../../store/jsonl/jsonl-store.js";
import { findRollout } from "../../store/jsonl/find-rollout.js";

/** A store that threads are driven over: how it is opened, and what a crash leaves of it. */
export interface StoreUnderTest {
  /**
   * Opens what is stored; called at first, and behind each crash by the process that comes after. What
   * the one before held is not closed, as a process that is killed closes nothing.
   */
  open(): EventStore | Promise<EventStore>;
  /** Leaves these bytes behind a thread's log, as a write that was cut short; absent: nothing is torn. */
  tear?(threadId: string, bytes: Uint8Array): void | Promise<void>;
}

/** A store whose threads outlive a crash in the same object: `memoryStore()`, or a wrapper of it. */
export function keptStore(store: EventStore): StoreUnderTest {
  return { open: () => store };
}

/**
 * JSONL files in a folder: behind a crash a new store takes the leases over and finds half a line at
 * the end of the file.
 * @param options.wrap puts something between the threads and the store
 */
export function jsonlUnderTest(
  home: string,
  options: Omit<JsonlStoreOptions, "home" | "steal"> & {
    readonly wrap?: (store: EventStore) => EventStore;
  } = {},
): StoreUnderTest {
  const { wrap = (store: EventStore): EventStore => store, ...rest } = options;
  return {
    open: () => wrap(jsonlStore({ durability: "none", ...rest, home, steal: true })),
    tear: (threadId, bytes) => {
      const path = findRollout({ fileSystem: nodeFileSystem, home }, threadId);
      if (path !== undefined) appendFileSync(path, bytes);
    },
  };
}
