import assert from "node:assert/strict";
import { RefoldError, type RefoldErrorCode } from "../../errors.js";
import type { LogEvent } from "../../events/event.js";
import type { EventStore } from "../../store/event-store.js";

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
    assert.ok(error instanceof RefoldError, `expected ${code}, got ${String(error)}`);
    assert.equal(error.code, code);
    return true;
  });
}
