import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { PostgresAccess } from "../../../src/store/postgres/access.js";
import { postgresStore } from "../../../src/store/postgres/postgres-store.js";
import {
  contractId,
  newThread,
  notice,
} from "../../../src/testing/store-contract/contract-case.js";
import { schema, usePglite } from "./pglite.js";

const id = contractId(1);

describe("the lease of a thread", () => {
  const pglite = usePglite();
  const open = async () => {
    await pglite.empty();
    const [one, other] = [0, 1].map(() => postgresStore({ ...pglite.access, schema }));
    if (one === undefined || other === undefined) throw new Error("two stores");
    await newThread(one, id, [2]);
    const change = (sql: string) => pglite.database.exec(`update ${schema}.thread set ${sql}`);
    return { one, other, change };
  };

  /** A store that keeps one thread open. */
  const oneAtATime = (query: PostgresAccess["query"]) =>
    postgresStore({ ...pglite.access, schema, openThreads: 1, query });

  test("is held against other stores until its holder is closed", async () => {
    const { one, other } = await open();
    await expect(other.append(id, 2, [notice(2)])).rejects.toMatchObject({
      code: "lease-held",
      details: { what: `thread ${id}`, holder: { pid: process.pid } },
    });
    await one.close();
    expect(await other.append(id, 2, [notice(2)])).toBe(3);
  });

  test("ends when its holder was not heard of for as long as it said, by the server's clock", async () => {
    const { one, other, change } = await open();
    await change("beat = beat - interval '1 hour'");
    expect(await other.append(id, 2, [notice(2)])).toBe(3);
    await expect(one.append(id, 2, [notice(2, "late")])).rejects.toMatchObject({ code: "fenced" });
    await expect(one.append(id, 3, [notice(3)])).rejects.toMatchObject({ code: "lease-held" });
    await other.close();
    expect(await one.append(id, 3, [notice(3)])).toBe(4);
  });

  test("is nobody else's while nobody took it, however late its holder is", async () => {
    const { one, change } = await open();
    await change("beat = beat - interval '1 hour'");
    expect(await one.append(id, 2, [notice(2)])).toBe(3);
  });

  test("is renewed while its thread is open", async () => {
    await pglite.empty();
    const store = postgresStore({ ...pglite.access, schema, leaseMs: 3 });
    await newThread(store, id, [1]);
    const beat = async () => {
      const { rows } = await pglite.database.query<{ beat: string }>(
        `select beat::text from ${schema}.thread`,
      );
      return rows[0]?.beat;
    };
    const first = await beat();
    while ((await beat()) === first) await setImmediate(); // timers get their turn
    await store.close();
    expect(await beat()).toBeNull();
  });

  test("that another server has given out again under the same fence is not the former holder's", async () => {
    const { one, change } = await open();
    await change("token = 'another'"); // a stand-in that had not heard of the first lease
    await expect(one.append(id, 2, [notice(2)])).rejects.toMatchObject({ code: "fenced" });
  });

  test("of a process of this machine that ended is taken at once", async () => {
    const { one, other, change } = await open();
    const gone = 2 ** 22 + 1; // above every pid
    await change(`holder = (holder::jsonb || '{"pid":${gone},"startTime":"1"}')::text`);
    expect(await other.append(id, 2, [notice(2)])).toBe(3);
    await one.close();
    expect(await other.append(id, 3, [notice(3)])).toBe(4);
  });

  test("of a process elsewhere is watched: one that is heard of holds it", async () => {
    const { change } = await open();
    await change(`holder = (holder::jsonb || '{"boot":"elsewhere"}')::text`);
    let holds = 0;
    const watching = postgresStore({
      ...pglite.access,
      schema,
      query: async (sql, params) => {
        if (sql.includes(".hold(") && ++holds === 2) await change("beat = clock_timestamp()");
        return pglite.access.query(sql, params);
      },
    });
    await expect(watching.append(id, 2, [notice(2)])).rejects.toMatchObject({ code: "lease-held" });
    expect(holds).toBe(2);
  });

  test("is taken from anybody by who steals it", async () => {
    const { one } = await open();
    const thief = postgresStore({ ...pglite.access, schema, steal: true });
    expect(await thief.append(id, 2, [notice(2)])).toBe(3);
    await expect(one.append(id, 2, [notice(2)])).rejects.toMatchObject({ code: "fenced" });
  });

  test("is given up when more threads are open than there may be", async () => {
    await pglite.empty();
    const few = postgresStore({ ...pglite.access, schema, openThreads: 1 });
    const other = postgresStore({ ...pglite.access, schema });
    await newThread(few, contractId(1), [1]);
    await newThread(few, contractId(2), [1]);
    expect(await other.append(contractId(1), 1, [notice(1)])).toBe(2);
    await expect(other.append(contractId(2), 1, [notice(1)])).rejects.toMatchObject({
      code: "lease-held",
    });
  });

  test("is kept while something is done with its thread, however many are open", async () => {
    await pglite.empty();
    const another = contractId(2);
    let isDue = true;
    const few = oneAtATime(async (sql, params) => {
      if (sql.includes(".append(") && isDue) {
        isDue = false;
        await newThread(few, another, [1]); // of two threads one is too many
      }
      return pglite.access.query(sql, params);
    });
    await newThread(few, id, [2]);
    expect(await few.append(id, 2, [notice(2)])).toBe(3);
    expect(await few.append(another, 1, [notice(1)])).toBe(2);
  });

  test("is remembered while the answer to an append is, however many are open", async () => {
    await pglite.empty();
    let isLost = true;
    const few = oneAtATime(async (sql, params) => {
      const answer = await pglite.access.query(sql, params);
      if (sql.includes(".append(") && isLost) throw new Error("no one knows what");
      return answer;
    });
    await newThread(few, id, [2]);
    const batch = [notice(2)];
    await expect(few.append(id, 2, batch)).rejects.toMatchObject({ code: "database-failed" });
    isLost = false;
    await newThread(few, contractId(2), [1]);
    expect(await few.append(id, 2, batch)).toBe(3);
  });

  test("that cannot be given up fails no append of another thread", async () => {
    await pglite.empty();
    const few = oneAtATime((sql, params) =>
      sql.includes(".release(")
        ? Promise.reject(new Error("no one knows what"))
        : pglite.access.query(sql, params),
    );
    await newThread(few, id, [1]);
    await newThread(few, contractId(2), [1]);
    expect(await few.append(id, 1, [notice(1)])).toBe(2);
  });

  test("that is being given up is taken again after that", async () => {
    await pglite.empty();
    let again: Promise<number> | undefined;
    const few = oneAtATime(async (sql, params) => {
      if (sql.includes(".release(") && again === undefined) {
        again = few.append(id, 1, [notice(1)]);
        await setImmediate();
        await pglite.database.query("select"); // it could have the lease by now
      }
      return pglite.access.query(sql, params);
    });
    await newThread(few, id, [1]);
    await newThread(few, contractId(2), [1]);
    expect(await again).toBe(2);
    expect(await few.append(id, 2, [notice(2)])).toBe(3);
  });

  test("ends although the server's clock went back", async () => {
    const { change } = await open();
    const other = postgresStore({ ...pglite.access, schema });
    const gone = `(holder::jsonb || '{"boot":"elsewhere"}')::text`;
    await change(`beat = beat + interval '1 day', lease_ms = 1, token = 'gone', holder = ${gone}`);
    expect(await other.append(id, 2, [notice(2)])).toBe(3);
  });

  test("protects a thread from being deleted or detached by others", async () => {
    const { other } = await open();
    await expect(other.delete(id)).rejects.toMatchObject({ code: "lease-held" });
    expect(await other.head(id)).toBe(2);
  });
});
