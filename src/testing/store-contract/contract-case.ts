import assert from "node:assert/strict";
import { type RefoldErrorCode, isRefoldError } from "../../errors.js";
import type { EventOf, LogEvent, RefoldEvent } from "../../events/event.js";
import type { EventStore } from "../../store/event-store.js";
import { forkThread } from "../../store/fork-thread.js";

/** One promise of the port; rejects when the driver does not keep it. */
export interface ContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** The cases of one chapter, each with a store of its own. */
export type ContractChapter = Readonly<Record<string, (store: EventStore) => Promise<void>>>;

export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of source) values.push(value);
  return values;
}

/** The next `count` values of something that may go on for ever. */
export async function take<T>(source: AsyncIterable<T>, count: number): Promise<T[]> {
  const values: T[] = [];
  if (count === 0) return values;
  for await (const value of source) {
    values.push(value);
    if (values.length === count) break;
  }
  return values;
}

export function offsetsOf(events: readonly LogEvent[]): number[] {
  return events.map(({ offset }) => offset);
}

export async function assertFails(code: RefoldErrorCode, work: () => Promise<unknown>) {
  await assert.rejects(work, (error) => {
    assert.ok(isRefoldError(error), `expected ${code}, got ${String(error)}`);
    assert.equal(error.code, code);
    return true;
  });
}

/** Ids that are distinguished by a number, in the order of their numbers. */
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
