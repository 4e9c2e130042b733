import type { Event, EventStore } from "@event-driven-io/emmett";
import type { Contender, PeerItem, PeerTurn } from "./contender.js";

type Recorded = Event<"ItemRecorded", { readonly item: PeerItem }>;
type Compacted = Event<"HistoryCompacted", { readonly kept: readonly PeerItem[] }>;
type ThreadEvent = Recorded | Compacted;

/** One of Emmett's stores. */
type Store = Pick<EventStore, "appendToStream" | "aggregateStream" | "readStream"> & {
  readonly close?: () => Promise<void>;
};

const STREAM = "thread";
/** One insert has to stay within SQLite's limit on parameters. */
const EVENTS_A_BATCH = 2_000;
const MOST_ATTEMPTS = 20;

/** An event store: a thread is a stream, and a prompt is folded from it. */
export const emmett = (openStore: (place: string) => Store): Contender => ({
  async fill(place, { turns }) {
    const store = openStore(place);
    let batch: ThreadEvent[] = [];
    for (const turn of turns) {
      batch.push(...eventsOf(turn));
      if (batch.length < EVENTS_A_BATCH) continue;
      await appendBatch(store, STREAM, batch);
      batch = [];
    }
    if (batch.length > 0) await appendBatch(store, STREAM, batch);
    await store.close?.();
  },
  async open(place) {
    const store = openStore(place);
    let forks = 0;
    return {
      append: (turn) => appendBatch(store, STREAM, eventsOf(turn)),
      async prompt() {
        const { state } = await store.aggregateStream<PeerItem[], ThreadEvent>(STREAM, {
          initialState: () => [],
          evolve,
        });
        return state;
      },
      async fork() {
        forks += 1;
        const { events } = await store.readStream<ThreadEvent>(STREAM);
        const copies = events.map(copyOf);
        for (let from = 0; from < copies.length; from += EVENTS_A_BATCH) {
          const batch = copies.slice(from, from + EVENTS_A_BATCH);
          await appendBatch(store, `${STREAM}-${forks}`, batch);
        }
      },
      close: () => store.close?.(), // on SQLite it opens the file for each call
    };
  },
});

/**
 * On SQLite a commit is refused now and then because a statement of its own still runs (SQLITE_BUSY); the
 * batch has been rolled back then, and is handed in again.
 */
async function appendBatch(store: Store, stream: string, batch: ThreadEvent[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await store.appendToStream(stream, batch);
      return;
    } catch (error) {
      const isBusy = error instanceof Error && "code" in error && error.code === "SQLITE_BUSY";
      if (!isBusy || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

function copyOf(event: ThreadEvent): ThreadEvent {
  return event.type === "ItemRecorded"
    ? { type: event.type, data: event.data }
    : { type: event.type, data: event.data };
}

function eventsOf({ items, compaction }: PeerTurn): ThreadEvent[] {
  const recorded = items.map((item): Recorded => ({ type: "ItemRecorded", data: { item } }));
  if (compaction === null) return recorded;
  return [{ type: "HistoryCompacted", data: { kept: compaction.kept } }, ...recorded];
}

/** In place: a copy of the list for each event would not be the library's cost. */
function evolve(items: PeerItem[], event: ThreadEvent): PeerItem[] {
  if (event.type === "HistoryCompacted") return [...event.data.kept];
  items.push(event.data.item);
  return items;
}
