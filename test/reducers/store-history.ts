import type { RefoldEvent } from "../../src/events/event.js";
import type { EventStore } from "../../src/store/event-store.js";
import type { History } from "../../src/testing/history-builder.js";

/** Stores a thread and its ancestors, each with its own events only. @returns the thread as stored */
export async function storeHistory(store: EventStore, { events, ancestors }: History) {
  let threadId = "";
  let stored: readonly RefoldEvent[] = [];
  for (const log of [...ancestors, events]) {
    const start = log.findLastIndex(({ type }) => type === "thread.forked");
    const own = await Promise.all(
      log.slice(Math.max(0, start)).map((event) => withTrueSum(store, threadId, event)),
    );
    threadId = threadOf(own[0]) ?? threadId;
    await store.append(threadId, Math.max(0, start), own);
    stored = [...stored.slice(0, Math.max(0, start)), ...own];
  }
  return { threadId, events: stored };
}

function threadOf(event: RefoldEvent | undefined): string | undefined {
  const starts = event?.type === "thread.started" || event?.type === "thread.forked";
  return starts ? event.data.threadId : undefined;
}

/** A fork proves by the sum of its parent's event that nothing there changed. */
async function withTrueSum(
  store: EventStore,
  parent: string,
  event: RefoldEvent,
): Promise<RefoldEvent> {
  if (event.type !== "thread.forked") return event;
  const { from } = event.data;
  for await (const { sum = "" } of store.read(parent, { from: from.offset, to: from.offset })) {
    return { ...event, data: { ...event.data, from: { ...from, sum } } };
  }
  return event;
}
