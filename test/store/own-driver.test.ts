import { describe, expect, test } from "vitest";
import { lineStore, type StoredLine } from "../../src/entries/store.js";
import { type ContractOptions, storeContract } from "../../src/entries/testing.js";
import type { EventStore, LogEvent } from "../../src/index.js";
import { contractId, newThread, notice } from "../../src/testing/store-contract/contract-case.js";
import {
  cappedStore,
  leakingStore,
  narrowStore,
  oneByOneStore,
  replacingStore,
  sameTurnStore,
  tornStore,
} from "./broken-drivers.js";
import { MapDriver, ownStore } from "./own-driver.js";

describe("a driver written from the public names alone", () => {
  for (const { name, run } of storeContract(ownStore, { openFailing })) test(name, run);
});

describe("a database that other processes write to as well", () => {
  class SharedDriver extends MapDriver {
    readonly pollMs = 1;
  }
  const begin = async () => {
    const driver = new SharedDriver();
    const [own, other] = [lineStore(driver), lineStore(driver)];
    await newThread(own, contractId(1), [2]);
    return { other, next: following(own.follow(contractId(1), { from: 1 })) };
  };

  test("is followed", async () => {
    const { other, next } = await begin();
    await next();
    await other.append(contractId(1), 2, [notice(2)]);
    expect(await next()).toMatchObject({ offset: 2 });
  });

  test("ends following when the thread is deleted there", async () => {
    const { other, next } = await begin();
    await next();
    await other.delete(contractId(1));
    await expect(next()).rejects.toMatchObject({ code: "thread-deleted" });
  });

  test("ends following when the thread is a shorter one of the same id", async () => {
    const { other, next } = await begin();
    await next();
    await other.delete(contractId(1));
    await newThread(other, contractId(1), [1]);
    await expect(next()).rejects.toMatchObject({ code: "head-regressed" });
  });

  test("refuses a batch that another process was faster with", async () => {
    const driver = new SharedDriver();
    const stores = [lineStore(driver), lineStore(driver)];
    const results = await Promise.allSettled(
      stores.map((store) => newThread(store, contractId(1), [2])),
    );
    const failed = results.filter(({ status }) => status === "rejected");
    expect(failed).toMatchObject([{ reason: { code: "offset-conflict" } }]);
  });
});

describe("the contract finds a driver", () => {
  const beside = "a reader beside an append sees all of the batch or none";
  const first = "a reader beside the first append sees the whole thread or none";
  const followed = "a follower gets no event before its whole batch can be read";
  const failing = "an append that fails at a write in the middle stores nothing of its batch";

  test("that stores a batch event by event, 3 ms apart", async () => {
    expect(await failures(oneByOneStore)).toEqual([beside, first, followed]);
  });

  test("that stores a batch event by event within a turn of the event loop", async () => {
    expect(await failures(sameTurnStore)).toEqual(expect.arrayContaining([beside, first]));
  });

  test.each([
    ["read", [beside, first]],
    ["readBackward", [beside, first]],
    ["head", [beside, first]],
    ["list", [beside, first]],
    ["follow", [followed]],
  ] as const)("of which only `%s` shows a part of a batch", async (reader, names) => {
    expect(await failures(() => leakingStore(reader))).toEqual(names);
  });

  test.each([
    ["gives fewer lines than it is asked for", cappedStore, "a thread of many events"],
    ["cuts long lines", narrowStore, "a line of a million bytes"],
    ["replaces a thread that another began", replacingStore, "of several first appends"],
  ] as const)("that %s", async (_, open, named) => {
    expect(await failures(open)).toEqual([expect.stringContaining(named)]);
  });

  test("that keeps the first lines of a batch when it fails in the middle", async () => {
    expect(await failures(ownStore, { openFailing: tornStore })).toEqual([failing]);
  });

  test("whose storage never fails, though a failing one was asked for", async () => {
    expect(await failures(ownStore, { openFailing: ownStore })).toEqual([failing]);
  });
});

function following(events: AsyncIterable<LogEvent>): () => Promise<unknown> {
  const iterator = events[Symbol.asyncIterator]();
  return async () => {
    const result: IteratorResult<LogEvent, unknown> = await iterator.next();
    return result.value;
  };
}

async function failures(open: () => EventStore, options?: ContractOptions): Promise<string[]> {
  const results = storeContract(open, options).map(({ name, run }) =>
    run().then(
      () => [],
      () => [name],
    ),
  );
  return (await Promise.all(results)).flat();
}

/** The sample writes once for each batch. */
function openFailing(write: number): EventStore {
  let writes = 0;
  class FailingDriver extends MapDriver {
    override async append(threadId: string, lines: readonly StoredLine[], after: number | null) {
      writes += 1;
      if (writes === write) throw new Error("the database is gone");
      return super.append(threadId, lines, after);
    }
  }
  return lineStore(new FailingDriver());
}
