import type { EventOf, RefoldEvent } from "../../events/event.js";
import type { EventStore } from "../../store/event-store.js";
import { forkThread } from "../../store/fork-thread.js";

/** Ids that are told apart by a number, in the order of their numbers. */
export function contractId(number: number): string {
  return `01KA${String(number).padStart(22, "0")}`;
}

function timeOf(number: number): string {
  return new Date(Date.UTC(2026, 3, 1) + number * 1000).toISOString();
}

export function started(threadId: string, second = 0): EventOf<"thread.started"> {
  const source = { dialect: "refold", version: null };
  const data = { threadId, cwd: null, source, memoryMode: null, title: null };
  return { offset: 0, id: contractId(900), at: timeOf(second), type: "thread.started", data };
}

export function notice(offset: number, message = `notice ${offset}`): EventOf<"notice.logged"> {
  const data = { level: "info", kind: "contract", message } as const;
  return { offset, id: contractId(1000 + offset), at: timeOf(offset), type: "notice.logged", data };
}

export function rolledBack(offset: number, to: number): EventOf<"history.rolled-back"> {
  const data = { to, historyVersion: 1 };
  const place = { offset, id: contractId(1000 + offset), at: timeOf(offset) };
  return { ...place, type: "history.rolled-back", data };
}

/** Notices at the offsets `from` up to `to`, inclusive. */
export function notices(from: number, to: number, text?: string): RefoldEvent[] {
  return Array.from({ length: to - from + 1 }, (_, index) => notice(from + index, text));
}

/** A new thread with as many events as its batches have together. */
export async function newThread(
  store: EventStore,
  threadId: string,
  batchSizes: readonly number[],
): Promise<void> {
  const [first = 1, ...others] = batchSizes;
  let head = await store.append(threadId, 0, [started(threadId), ...notices(1, first - 1)]);
  for (const size of others) {
    head = await store.append(threadId, head, notices(head, head + size - 1));
  }
}

export async function fork(
  store: EventStore,
  { from, at, as }: { readonly from: string; readonly at: number; readonly as: string },
): Promise<void> {
  const place = { parentId: from, offset: at, threadId: as };
  await forkThread(store, { ...place, eventId: contractId(800 + at), at: timeOf(100 + at) });
}
