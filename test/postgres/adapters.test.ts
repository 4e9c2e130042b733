import { Pool } from "pg";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  fromPg,
  fromPostgresJs,
  type PgClient,
  type PostgresAccess,
} from "../../src/store/postgres/access.js";
import { postgresStore } from "../../src/store/postgres/postgres-store.js";
import { migrate } from "../../src/store/postgres/schema.js";
import {
  collect,
  contractId,
  fork,
  newThread,
  notice,
  offsetsOf,
  take,
} from "../../src/testing/store-contract/contract-case.js";
import { postgresUrl } from "./shared-server.js";

const [id, forkId] = [contractId(1), contractId(2)];
const lastId = contractId(3);

describe.each(["pg", "postgres"] as const)("over %s", (client) => {
  const schema = `adapter_${client}`;
  let access: PostgresAccess;
  let end: () => Promise<void>;
  beforeAll(async () => {
    const url = postgresUrl;
    if (client === "pg") {
      const pool = new Pool({ connectionString: url, max: 3 });
      access = fromPg(pool);
      end = () => pool.end();
    } else {
      const sql = postgres(url, { max: 3, onnotice: () => undefined });
      access = fromPostgresJs(sql);
      end = () => sql.end();
    }
    await migrate(access, { schema });
  });
  afterAll(() => end());

  test("a store reads what it wrote: events, forks, blobs, lists", async () => {
    const store = postgresStore({ ...access, schema });
    await newThread(store, id, [2, 3]);
    const message = "ünï → 😀 \\x00 \" ' {a,b} %s $1";
    expect(await store.append(id, 5, [notice(5, message)])).toBe(6);
    const events = await collect(store.read(id));
    expect(events.at(-1)?.data).toMatchObject({ message });
    expect(await collect(store.readBackward(id))).toEqual(events.toReversed());
    await fork(store, { from: id, at: 3, as: forkId });
    await store.detach(forkId);
    expect((await collect(store.read(forkId))).slice(0, 4)).toEqual(events.slice(0, 4));
    const bytes = Uint8Array.from({ length: 300 }, (_, at) => at % 256);
    const hash = await store.blobs.put(bytes);
    expect(new Uint8Array(await store.blobs.get(hash))).toEqual(bytes);
    expect((await collect(store.list())).map(({ threadId }) => threadId)).toContain(forkId);
    expect(await store.collectGarbage({ olderThanMs: 0, dryRun: true })).toEqual([
      { hash, sizeBytes: 300 },
    ]);
    await store.sync(id);
    await store.delete(forkId);
    await store.close();
  });

  test("a follower is notified by another store", async () => {
    const [writer, reader] = [0, 1].map(() => postgresStore({ ...access, schema }));
    if (writer === undefined || reader === undefined) throw new Error("two stores");
    await newThread(writer, lastId, [1]);
    let heard = 0;
    const silence = await access.listen?.(`${schema}_events`, () => (heard += 1));
    const iterator = reader.follow(lastId)[Symbol.asyncIterator]();
    await iterator.next();
    for (let head = 1; heard === 0;) {
      const next = iterator.next();
      head = await writer.append(lastId, head, [notice(head)]);
      expect(await next).toMatchObject({ value: { offset: head - 1 } });
    }
    await iterator.return?.();
    await silence?.();
    await reader.close();
    await writer.close();
  });

  test("several stores append to threads of their own at the same time", async () => {
    const stores = Array.from({ length: 6 }, () => postgresStore({ ...access, schema }));
    const read = stores.map(async (store, number) => {
      const threadId = contractId(100 + number);
      await newThread(store, threadId, [1, 2, 3, 4, 5]);
      const followed = await take(store.follow(threadId), 15);
      await store.close();
      return offsetsOf(followed);
    });
    const all = Array.from({ length: 15 }, (_, offset) => offset);
    expect(await Promise.all(read)).toEqual(stores.map(() => all));
  });
});

test("those who begin to listen at a time ask pg one after the other", async () => {
  const pool = new Pool({ connectionString: postgresUrl });
  const client = await pool.connect();
  let [running, most] = [0, 0];
  const watched: PgClient = {
    async query(sql) {
      most = Math.max(most, (running += 1));
      await client.query(sql);
      running -= 1;
    },
    on: () => undefined,
    release: (destroy) => {
      client.release(destroy);
    },
  };
  const access = fromPg({
    query: (statement) => pool.query(statement),
    connect: () => Promise.resolve(watched),
  });
  const channels = ["tides", "tides", "moons"];
  const ends = await Promise.all(
    channels.map(async (channel) => access.listen?.(channel, () => undefined)),
  );
  const { rows } = await client.query("select pg_listening_channels() as name");
  expect(rows).toEqual([{ name: "tides" }, { name: "moons" }]);
  expect(most).toBe(1);
  for (const end of ends) await end?.();
  await pool.end();
});

describe("statements that are run often", () => {
  const prepared = "select name, statement from pg_prepared_statements order by name";
  const connect = async (schema: string) => {
    const pool = new Pool({ connectionString: postgresUrl, max: 1 });
    const access = fromPg(pool);
    await migrate(access, { schema });
    return { pool, access, store: postgresStore({ ...access, schema }) };
  };

  test("are prepared over pg, and run without it once a connection has lost them", async () => {
    const { pool, store } = await connect("deallocated");
    await newThread(store, id, [1, 2]);
    const { rows } = await pool.query<{ statement: string }>(prepared);
    expect(rows.map(({ statement }) => statement).join()).toContain('"deallocated".append(');
    await pool.query("deallocate all"); // a pooler that hands on another session
    expect(await store.append(id, 3, [notice(3)])).toBe(4);
    expect(await store.append(id, 4, [notice(4)])).toBe(5);
    expect((await pool.query(prepared)).rows).toEqual([]);
    expect(offsetsOf(await collect(store.read(id)))).toEqual([0, 1, 2, 3, 4]);
    await store.close();
    await pool.end();
  });

  test("run without it where a connection has them from somebody else", async () => {
    const { pool: first, store } = await connect("prepared_twice");
    await newThread(store, id, [1]);
    const { rows } = await first.query<{ name: string; statement: string }>(prepared);
    await store.close();
    await first.end();
    const { pool: second, store: another } = await connect("prepared_twice");
    for (const { name, statement } of rows) await second.query(`prepare "${name}" as ${statement}`);
    expect(await another.append(id, 1, [notice(1)])).toBe(2);
    await another.close();
    await second.end();
  });
});

test.each([
  ["as the server writes them", String],
  ["with numbers", Number],
  ["with big integers", BigInt],
])("values may come out of a driver %s", async (_, parseBigint) => {
  const bigint = 20; // its number in pg_type
  const types = { getTypeParser: (type: number) => (type === bigint ? parseBigint : String) };
  const pool = new Pool({ connectionString: postgresUrl, max: 1, types });
  const access = fromPg(pool);
  await migrate(access, { schema: "raw_values" });
  const store = postgresStore({ ...access, schema: "raw_values" });
  await newThread(store, id, [1, 2]);
  await fork(store, { from: id, at: 1, as: forkId });
  await store.detach(forkId);
  const follower = store.follow(id)[Symbol.asyncIterator]();
  await store.append(id, 3, [notice(3)]);
  for (let offset = 0; offset < 4; offset += 1) {
    expect(await follower.next()).toMatchObject({ value: { offset } });
  }
  await follower.return?.();
  const hash = await store.blobs.put(Uint8Array.of(0, 255, 92));
  expect(new Uint8Array(await store.blobs.get(hash))).toEqual(Uint8Array.of(0, 255, 92));
  await store.sync(id);
  await store.delete(forkId);
  await store.delete(id);
  await store.close();
  await pool.end();
});

test.each([
  ["a password that is wrong", "postgres://postgres:wrong@127.0.0.1", "database-refused"],
  ["a server that is not there", "postgres://postgres:secret@127.0.0.1:1", "database-unreachable"],
])("%s is an error that does not show it", async (_, base, code) => {
  const url = new URL(postgresUrl);
  const wrong = new URL(`${base}/postgres`);
  if (wrong.port === "") wrong.port = url.port;
  const pool = new Pool({ connectionString: wrong.href });
  const sql = postgres(wrong.href, { connect_timeout: 5 });
  for (const access of [fromPg(pool), fromPostgresJs(sql)]) {
    const failure = await postgresStore({ ...access, name: wrong.host })
      .head(id)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code });
    expect(String(failure)).not.toContain(wrong.password);
  }
  await pool.end();
  await sql.end();
});

test("a statement that takes too long is told apart", async () => {
  const pool = new Pool({ connectionString: postgresUrl, statement_timeout: 1_000 });
  const access = fromPg(pool);
  await migrate(access, { schema: "timed" });
  const store = postgresStore({ ...access, schema: "timed" });
  await newThread(store, id, [1]);
  const locking = await pool.connect();
  await locking.query(`begin; select from timed.thread where id = '${id}' for update`);
  await expect(store.append(id, 1, [notice(1)])).rejects.toMatchObject({
    code: "statement-timeout",
  });
  await locking.query("rollback");
  locking.release();
  expect(await store.append(id, 1, [notice(1)])).toBe(2);
  await store.close();
  await pool.end();
});
