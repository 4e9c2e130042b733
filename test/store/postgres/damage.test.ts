import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LogDamage } from "../../../src/errors.js";
import {
  collect,
  contractId,
  fork,
  newThread,
  notices,
} from "../../../src/testing/store-contract/contract-case.js";
import { schema, usePglite } from "./pglite.js";

const [id, forkId] = [contractId(1), contractId(2)];

describe("rows that were changed by hand", () => {
  const pglite = usePglite();
  const byHand = (sql: string) =>
    pglite.database.exec(
      `set session_replication_role = replica; ${sql}; set session_replication_role = origin;`,
    );
  const open = async (sql: string) => {
    const store = await pglite.newStore({ name: "the test's database" });
    await newThread(store, id, [2, 3, 1, 2]); // rows that begin at 0, 2, 5 and 6
    await byHand(sql);
    return store;
  };
  const rows = `${schema}.batch where thread = '${id}'`;
  const change = (first: number, lines: string) =>
    `update ${schema}.batch set lines = ${lines} where thread = '${id}' and first = ${first}`;

  test.each([
    ["another byte in a line", change(2, "set_byte(lines, 30, 33)"), "sum", 2],
    [
      "a line that is gone",
      change(2, "substring(lines from position('\\x0a'::bytea in lines) + 1)"),
      "offset-gap",
      2,
    ],
    ["a row that ends too early", change(5, "substring(lines from 1 for 20)"), "sum", 5],
    [
      "a row without its last byte",
      change(5, "substring(lines from 1 for length(lines) - 1)"),
      "sum",
      5,
    ],
    ["a row that is gone", `delete from ${rows} and first = 5`, "offset-gap", 5],
    ["a first row that is gone", `delete from ${rows} and first = 0`, "offset-gap", 0],
    ["a last row that is gone", `delete from ${rows} and first = 6`, "offset-gap", 6],
    ["lines twice", change(5, "lines || lines"), "offset-repeat", 5],
    [
      "the lines of another row",
      change(5, `(select lines from ${rows} and first = 6)`),
      "offset-gap",
      5,
    ],
    ["an empty row", change(5, "''"), "offset-gap", 5],
  ] as const)("%s: reported with thread, offset and remedy", async (_, sql, reason, offset) => {
    const store = await open(sql);
    const reported = {
      code: "damaged-log",
      message: `the test's database: thread ${id}: damage (${reason}) at offset ${offset}`,
      details: { offset, reason },
      remedy: expect.stringContaining("backup") as unknown,
    };
    await expect(collect(store.read(id))).rejects.toMatchObject(reported);
    const backward = { code: "damaged-log", message: expect.stringContaining(id) as unknown };
    await expect(collect(store.readBackward(id))).rejects.toMatchObject(backward);
    const damage: LogDamage[] = [];
    const around = await collect(store.read(id, { onDamage: (each) => damage.push(each) }));
    expect(damage[0]).toMatchObject({ offset, reason });
    expect(around.every(({ offset: each }) => each !== offset || reason === "offset-repeat")).toBe(
      true,
    );
  });

  test("are missed where all of a thread's are gone", async () => {
    const store = await open(`delete from ${rows}`);
    const missed = { code: "damaged-log", details: { offset: 0, reason: "offset-gap" } };
    await expect(collect(store.read(id))).rejects.toMatchObject(missed);
    await expect(collect(store.readBackward(id))).rejects.toMatchObject(missed);
  });

  test("are told of where the thread's row says that it has none", async () => {
    const store = await open(`update ${schema}.thread set head = 0`);
    const surplus = { code: "damaged-log", details: { offset: 0, reason: "offset-repeat" } };
    await expect(collect(store.read(id))).rejects.toMatchObject(surplus);
    await expect(collect(store.readBackward(id))).rejects.toMatchObject(surplus);
    await expect(collect(store.readLines(id))).rejects.toMatchObject(surplus);
  });

  test("are told of with their place in the lines of the thread", async () => {
    const store = await open(change(5, "set_byte(lines, 30, 33)"));
    const { rows: before } = await pglite.database.query<{ bytes: number }>(
      `select sum(length(lines))::int as bytes from ${rows} and first < 5`,
    );
    for (const read of [store.read(id), store.read(id, { from: 3 }), store.readBackward(id)]) {
      await expect(collect(read)).rejects.toMatchObject({
        details: { line: 6, byte: before[0]?.bytes, offset: 5, reason: "sum" },
      });
    }
  });

  test("do not hide what is before and after them", async () => {
    const store = await open(change(5, "set_byte(lines, 30, 33)"));
    const damage: LogDamage[] = [];
    const around = await collect(store.read(id, { onDamage: (each) => damage.push(each) }));
    expect(around.map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4, 6, 7]);
    expect(damage).toMatchObject([{ offset: 5, reason: "sum", line: 6 }]);
    expect(await collect(store.read(id, { to: 4 }))).toHaveLength(5);
    const backward = store.readBackward(id)[Symbol.asyncIterator]();
    await expect(backward.next()).rejects.toMatchObject({ code: "damaged-log" });
  });

  test("stop a detaching, which then changes nothing", async () => {
    const store = await pglite.newStore();
    await newThread(store, id, [2, 3]);
    await fork(store, { from: id, at: 4, as: forkId });
    await byHand(change(0, "set_byte(lines, 30, 33)"));
    await expect(store.detach(forkId)).rejects.toMatchObject({ code: "damaged-log" });
    const entries = await collect(store.list());
    expect(entries.find(({ threadId }) => threadId === forkId)?.forkedFrom).not.toBeNull();
  });

  test("are never read as events: one changed byte anywhere is damage", async () => {
    const store = await pglite.newStore();
    await newThread(store, id, [3, 4]);
    const events = await collect(store.read(id));
    const { rows: stored } = await pglite.database.query<{ bytes: number }>(
      `select length(lines) as bytes from ${rows} and first = 3`,
    );
    const bytes = stored[0]?.bytes ?? 0;
    const property = fc.asyncProperty(
      fc.nat(bytes - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, by) => {
        const flip = change(3, `set_byte(lines, ${at}, get_byte(lines, ${at}) # ${by})`);
        await byHand(flip);
        await expect(collect(store.read(id))).rejects.toMatchObject({ code: "damaged-log" });
        await expect(collect(store.readBackward(id))).rejects.toMatchObject({
          code: "damaged-log",
        });
        const around = await collect(store.read(id, { onDamage: () => undefined }));
        expect(around).toEqual(events.slice(0, 3));
        await byHand(flip);
        expect(await collect(store.read(id))).toEqual(events);
      },
    );
    await fc.assert(property, { numRuns: 20 });
  });

  test("cannot be changed by an update, nor deleted without their thread", async () => {
    const store = await pglite.newStore();
    await newThread(store, id, [3, 4]);
    for (const sql of [change(0, "''"), `delete from ${rows}`, `truncate ${schema}.batch`]) {
      await expect(pglite.database.exec(sql)).rejects.toThrow("never changed");
    }
    expect(await store.append(id, 7, notices(7, 8))).toBe(9);
    await store.delete(id);
  });
});
