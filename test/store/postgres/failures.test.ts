import { expect, test } from "vitest";
import { isRefoldError } from "../../../src/errors.js";
import { databaseError } from "../../../src/store/postgres/failures.js";
import { postgresStore } from "../../../src/store/postgres/postgres-store.js";
import {
  collect,
  contractId,
  fork,
  newThread,
  notice,
} from "../../../src/testing/store-contract/contract-case.js";
import { schema, usePglite } from "./pglite.js";

const pglite = usePglite();
const id = contractId(1);

test.each([
  ["ECONNREFUSED", "database-unreachable"],
  ["ENOTFOUND", "database-unreachable"],
  ["CONNECT_TIMEOUT", "database-unreachable"],
  ["57P03", "database-unreachable"],
  ["53300", "database-unreachable"],
  ["28P01", "database-refused"],
  ["3D000", "database-refused"],
  ["ECONNRESET", "connection-lost"],
  ["57P01", "connection-lost"],
  ["CONNECTION_CLOSED", "connection-lost"],
  ["40001", "database-failed"],
  ["42501", "missing-right"],
  ["25006", "database-read-only"],
  ["57014", "statement-timeout"],
  ["25P04", "statement-timeout"],
  ["53100", "disk-full"],
  ["XX000", "database-failed"],
])("what a client reports as %s is %s, with a remedy and the cause", (code, kind) => {
  const cause = Object.assign(new Error("postgres://me:secret@host/db is not there"), { code });
  const statement = { database: "host/db", doing: "appending", needs: "execute on function x" };
  const error = databaseError(statement, cause);
  expect(error).toMatchObject({ code: kind, cause });
  expect(error.message).toMatch(/^host\/db: appending failed: /);
  expect(error.message).not.toContain("secret");
  expect(error.remedy).not.toBe("");
});

test.each([
  ["Connection terminated unexpectedly", "connection-lost"],
  ["Client has encountered a connection error and is not queryable", "connection-lost"],
  ["timeout exceeded when trying to connect", "database-unreachable"],
  ["Query read timeout", "statement-timeout"],
  ["something else", "database-failed"],
])("what pg reports without a code as %j is %s", (message, kind) => {
  const statement = { database: "db", doing: "reading", needs: "" };
  expect(databaseError(statement, new Error(message)).code).toBe(kind);
});

test("a database that is read-only is read, and refuses to append", async () => {
  const store = await pglite.newStore();
  await newThread(store, id, [2]);
  await pglite.database.exec("set default_transaction_read_only = on");
  try {
    await expect(store.append(id, 2, [notice(2)])).rejects.toMatchObject({
      code: "database-read-only",
    });
    expect(await store.head(id)).toBe(2);
  } finally {
    await pglite.database.exec("set default_transaction_read_only = off");
  }
  expect(await store.append(id, 2, [notice(2)])).toBe(3);
});

test("a blob whose row was altered is reported, and put right by storing it again", async () => {
  const store = await pglite.newStore();
  const hash = await store.blobs.put(Buffer.from("as it was"));
  await pglite.database.exec(`update ${schema}.blob set bytes = 'altered'`);
  await expect(store.blobs.get(hash)).rejects.toMatchObject({ code: "blob-corrupt" });
  expect(await store.blobs.put(Buffer.from("as it was"))).toBe(hash);
  expect(await store.blobs.get(hash)).toEqual(Buffer.from("as it was"));
});

test("blobs are collected by age, and while no thread names them", async () => {
  const store = await pglite.newStore();
  const [named, unnamed, young] = await Promise.all(
    ["named", "unnamed", "young"].map((text) => store.blobs.put(Buffer.from(text))),
  );
  await newThread(store, id, [1]);
  await store.append(id, 1, [notice(1, `see ${named}`)]);
  await pglite.database.exec(`update ${schema}.blob set stored_at = stored_at - interval '2 hours'
    where hash <> '${young}'`);
  const collected = [{ hash: unnamed, sizeBytes: 7 }];
  expect(await store.collectGarbage({ dryRun: true })).toEqual(collected);
  expect(await store.blobs.has(unnamed ?? "")).toBe(true);
  expect(await store.collectGarbage()).toEqual(collected);
  expect(await store.collectGarbage()).toEqual([]);
  // With the thread goes what it alone named, unless it was stored again since.
  expect(await store.blobs.has(named ?? "")).toBe(true);
  await store.delete(id);
  expect(await store.blobs.has(named ?? "")).toBe(false);
  expect(await store.blobs.has(young ?? "")).toBe(true);
});

test("no fork is begun of a parent that was deleted just now", async () => {
  const parents = await pglite.newStore();
  await newThread(parents, id, [2]);
  const forks = postgresStore({
    schema,
    async query(sql, params) {
      if (sql.includes(".begin_thread(")) await parents.delete(id);
      return pglite.access.query(sql, params);
    },
  });
  const forkId = contractId(2);
  await expect(fork(forks, { from: id, at: 1, as: forkId })).rejects.toMatchObject({
    code: "fork-parent-missing",
    details: { threadId: forkId, parentId: id, offset: 1 },
  });
  expect(await forks.has(forkId)).toBe(false);
});

test("nothing is detached from a thread that was deleted just now, as a fork in between was detached", async () => {
  const others = await pglite.newStore();
  const [between, forkId] = [contractId(2), contractId(3)];
  await newThread(others, id, [2]);
  await fork(others, { from: id, at: 1, as: between });
  await fork(others, { from: between, at: 2, as: forkId });
  await others.close();
  let isDue = true;
  const store = postgresStore({
    schema,
    async query(sql, params) {
      if (isDue && sql.includes(".adopt(")) {
        isDue = false;
        const other = postgresStore({ ...pglite.access, schema });
        await other.detach(between);
        await other.delete(id);
        await other.close();
      }
      return pglite.access.query(sql, params);
    },
  });
  await expect(store.detach(forkId)).rejects.toMatchObject({
    code: "thread-deleted",
    details: { threadId: id },
  });
  expect(await collect(store.read(forkId))).toHaveLength(4);
  await store.detach(forkId);
  await store.delete(between);
  expect(await collect(store.read(forkId))).toHaveLength(4);
});

test("a pool that was ended is named as that", () => {
  const ended = new Error("Cannot use a pool after calling end on the pool");
  const statement = { database: "db", doing: "reading", needs: "" };
  expect(databaseError(statement, ended)).toMatchObject({
    message: "db: reading failed: the pool that was handed in has been ended",
    remedy: expect.stringContaining("after the store is closed") as unknown,
  });
});

test("an error of another library's making stays what it is", () => {
  const statement = { database: "db", doing: "reading", needs: "" };
  const ours = databaseError(statement, new Error("x"));
  expect(databaseError(statement, ours)).toBe(ours);
  expect(isRefoldError(ours)).toBe(true);
});
