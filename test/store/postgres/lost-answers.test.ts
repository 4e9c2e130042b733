import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PostgresAccess } from "../../../src/store/postgres/access.js";
import {
  collect,
  contractId,
  newThread,
  notice,
  notices,
  started,
} from "../../../src/testing/store-contract/contract-case.js";
import { usePglite } from "./pglite.js";

const id = contractId(1);
/** `before`: the statement never arrived; `after`: it was done, and the answer was lost. */
type Fate = "answered" | "before" | "after";

describe("a connection that is lost", () => {
  const pglite = usePglite();
  /** The statements that write meet these fates, in order; the others are answered. */
  const unlucky = (fates: readonly Fate[], lost: () => Error): Pick<PostgresAccess, "query"> => {
    const due = [...fates];
    return {
      async query(sql, params) {
        const isWrite = /\.(append|begin_thread)\(/.test(sql);
        const fate = isWrite ? (due.shift() ?? "answered") : "answered";
        if (fate === "before") throw lost();
        const answer = await pglite.access.query(sql, params);
        if (fate === "after") throw lost();
        return answer;
      },
    };
  };
  const terminated = () => Object.assign(new Error("terminated"), { code: "ECONNRESET" });
  const unknown = () => new Error("no one knows what");

  test("loses no batch and stores none twice", async () => {
    const fate = fc.constantFrom<Fate>("answered", "before", "after");
    const property = fc.asyncProperty(fc.array(fate, { maxLength: 6 }), async (fates) => {
      // Three in a row would wait for longer than a test should.
      const bearable = fates.filter((each, at) => at % 2 === 0 || each === "answered");
      const store = await pglite.newStore(unlucky(bearable, terminated));
      const batches = [[started(id), notice(1)], notices(2, 4), notices(5, 6)];
      let head = 0;
      for (const batch of batches) head = await store.append(id, head, batch);
      expect(head).toBe(7);
      const read = await collect(store.read(id));
      expect(read.map(({ left: _left, sum: _sum, ...event }) => event)).toEqual(batches.flat());
      await store.close();
    });
    await fc.assert(property, { numRuns: 15 });
  });

  test.each(["before", "after"] as const)(
    "(%s the batch was stored) may be followed by the same append, which is done once",
    async (fate) => {
      const store = await pglite.newStore(unlucky([fate, "answered", fate], unknown));
      const first = [started(id), notice(1)];
      await expect(store.append(id, 0, first)).rejects.toMatchObject({ code: "database-failed" });
      expect(await store.append(id, 0, first)).toBe(2);
      const next = notices(2, 4);
      await expect(store.append(id, 2, next)).rejects.toMatchObject({ code: "database-failed" });
      expect(await store.append(id, 2, next)).toBe(5);
      expect((await collect(store.read(id))).map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4]);
      expect(await store.append(id, 5, [notice(5)])).toBe(6);
    },
  );

  test.each(["40001", "40P01"])("is no other than a transaction taken back (%s)", async (code) => {
    const takenBack = () => Object.assign(new Error("could not serialize access"), { code });
    const store = await pglite.newStore(unlucky(["before", "answered", "before"], takenBack));
    await newThread(store, id, [2, 2, 1]);
    expect(await store.head(id)).toBe(5);
  });

  test("does not make another batch at the same head the one that was stored", async () => {
    const store = await pglite.newStore(unlucky(["answered", "after"], unknown));
    await newThread(store, id, [2]);
    await expect(store.append(id, 2, [notice(2)])).rejects.toMatchObject({
      code: "database-failed",
    });
    await expect(store.append(id, 2, [notice(2, "another")])).rejects.toMatchObject({
      code: "offset-conflict",
      details: { expected: 2, actual: 3 },
    });
    expect(await store.append(id, 3, [notice(3)])).toBe(4);
  });

  test("may be followed by an append at the head that was read meanwhile", async () => {
    const store = await pglite.newStore(unlucky(["answered", "after"], unknown));
    await newThread(store, id, [2]);
    await expect(store.append(id, 2, [notice(2)])).rejects.toThrow();
    expect(await store.head(id)).toBe(3);
    expect(await store.append(id, 3, [notice(3)])).toBe(4);
  });
});
