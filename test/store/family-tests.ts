import fc from "fast-check";
import { expect, test } from "vitest";
import type { LogEvent } from "../../src/events/event.js";
import type { EventStore } from "../../src/store/event-store.js";
import {
  collect,
  contractId,
  fork as forkAt,
  newThread,
  notices,
} from "../../src/testing/store-contract/contract-case.js";

/** Where a family of threads is written, and how a store that did not write it is opened. */
interface FamilyHome {
  readonly writer: EventStore;
  readonly reopen: () => EventStore | Promise<EventStore>;
}

type OpenHome = () => FamilyHome | Promise<FamilyHome>;

export function testForkedReading(open: OpenHome, numRuns: number): void {
  test("law 1: a fork's events are its parent's up to the fork point, and then its own", async () => {
    const property = fc.asyncProperty(steps, async (family) => {
      const { writer, reopen } = await open();
      const lists = await growFamily(writer, family);
      const store = await reopen();
      await expectFamily(store, lists);
      await store.close();
    });
    await fc.assert(property, { numRuns });
  });
}

export function testDetaching(open: OpenHome, numRuns: number): void {
  test("when every fork is detached, each thread lives without the others", async () => {
    const property = fc.asyncProperty(steps, async (family) => {
      const { writer: store } = await open();
      const lists = await growFamily(store, family);
      for (const id of lists.keys()) await store.detach(id);
      for (const [id, events] of [...lists].reverse()) {
        await expectFamily(store, new Map([[id, events]]));
        await store.delete(id);
      }
      expect(await collect(store.list())).toEqual([]);
      await store.close();
    });
    await fc.assert(property, { numRuns });
  });
}

/** Append a batch to a thread, fork one at an offset, or detach one; picks are taken by remainder. */
export type Step = { readonly thread: number } & (
  | { readonly do: "append"; readonly size: number }
  | { readonly do: "fork"; readonly at: number }
  | { readonly do: "detach" }
);

const thread = fc.nat({ max: 20 });
export const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ do: fc.constant("append"), thread, size: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant("fork"), thread, at: fc.nat({ max: 50 }) }),
    fc.record({ do: fc.constant("detach"), thread }),
  ),
  { maxLength: 14 },
);

/** Does the steps to a store, and to plain lists by the definition: a fork is a prefix, then its own. */
export async function growFamily(
  store: EventStore,
  family: readonly Step[],
): Promise<Map<string, LogEvent[]>> {
  const lists = new Map<string, LogEvent[]>();
  const grow = async (id: string, shared: readonly LogEvent[]) => {
    const own = await collect(store.read(id, { from: shared.length }));
    lists.set(id, [...shared, ...own]);
  };
  await newThread(store, contractId(0), [2, 2]);
  await grow(contractId(0), []);
  for (const step of family) {
    const id = contractId(step.thread % lists.size);
    const events = lists.get(id) ?? [];
    if (step.do === "detach") {
      await store.detach(id);
    } else if (step.do === "append") {
      const text = `${id} ${String(events.length)}`;
      await store.append(
        id,
        events.length,
        notices(events.length, events.length + step.size - 1, text),
      );
      await grow(id, events);
    } else {
      const at = step.at % events.length;
      const child = contractId(lists.size);
      await forkAt(store, { from: id, at, as: child });
      await grow(child, events.slice(0, at + 1));
    }
  }
  return lists;
}

async function expectFamily(store: EventStore, lists: ReadonlyMap<string, LogEvent[]>) {
  for (const [id, events] of lists) {
    expect(await collect(store.read(id))).toEqual(events);
    expect(await collect(store.readBackward(id))).toEqual(events.toReversed());
    expect(await store.head(id)).toBe(events.length);
    const middle = events.length >> 1;
    expect(await collect(store.read(id, { from: middle }))).toEqual(events.slice(middle));
    expect(await collect(store.read(id, { to: middle }))).toEqual(events.slice(0, middle + 1));
  }
}
