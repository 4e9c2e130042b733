import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { PostgresAccess } from "../../../src/store/postgres/access.js";
import { postgresStore } from "../../../src/store/postgres/postgres-store.js";
import { migrate, roleSql, schemaSql } from "../../../src/store/postgres/schema.js";
import {
  collect,
  contractId,
  newThread,
  notice,
} from "../../../src/testing/store-contract/contract-case.js";
import { schema, usePglite } from "./pglite.js";

const id = contractId(1);
const pglite = usePglite();

describe("the tables", () => {
  test("are made once, and by several at the same time", async () => {
    const options = { schema: "made_twice" };
    const made = await Promise.all([
      migrate(pglite.access, options),
      migrate(pglite.access, options),
    ]);
    expect(made).toContainEqual({ from: 0, to: 1 });
    expect(await migrate(pglite.access, options)).toEqual({ from: 1, to: 1 });
  });

  test("are the same by the SQL that is printed", async () => {
    const options = { schema: "printed" };
    await pglite.database.exec(schemaSql(options));
    const store = postgresStore({ ...pglite.access, ...options });
    await newThread(store, id, [2]);
    await store.close();
    const columns = async (name: string) => {
      const { rows } = await pglite.database.query(
        `select table_name, column_name, data_type, is_nullable from information_schema.columns
          where table_schema = $1 order by 1, ordinal_position`,
        [name],
      );
      return rows;
    };
    expect(await columns("printed")).toEqual(await columns(schema));
  });

  test("that are missing, older or newer are an error that names what to do", async () => {
    const missing = postgresStore({ ...pglite.access, schema: "nowhere" });
    await expect(missing.head(id)).rejects.toMatchObject({
      code: "schema-mismatch",
      details: { schema: "nowhere", found: 0, expected: 1 },
      remedy: expect.stringContaining("refold migrate") as unknown,
    });
    const options = { schema: "newer" };
    await migrate(pglite.access, options);
    await pglite.database.exec("insert into newer.migration (version) values (99)");
    const mismatch = { code: "schema-mismatch", details: { found: 99 } };
    const newer = postgresStore({ ...pglite.access, ...options });
    await expect(newer.append(id, 0, [])).rejects.toMatchObject(mismatch);
    await expect(migrate(pglite.access, options)).rejects.toMatchObject(mismatch);
    await pglite.database.exec("delete from newer.migration where version = 99");
    await expect(newer.head(id)).rejects.toMatchObject({ code: "thread-not-found" }); // looked again
  });

  test("leave what others have in their schema to those who may use it", async () => {
    await pglite.database.exec(`
      create schema shared; create role neighbour; grant usage on schema shared to public;
      create table shared.theirs (); grant select on shared.theirs to public;
      create function shared.help() returns integer language sql as 'select 1';`);
    await migrate(pglite.access, { schema: "shared" });
    await pglite.database.exec(`create role ours; ${roleSql("ours", "append", { schema: "shared" })}
      create table shared.private ();`);
    const { rows } = await pglite.database.query(`select
      has_schema_privilege('neighbour', 'shared', 'usage') as schema,
      has_table_privilege('neighbour', 'shared.theirs', 'select') as "table",
      has_function_privilege('neighbour', 'shared.help()', 'execute') as function,
      has_table_privilege('neighbour', 'shared.batch', 'select') as batch,
      has_function_privilege('neighbour', 'shared.wake(text)', 'execute') as wake,
      has_table_privilege('ours', 'shared.batch', 'select') as own`);
    expect(rows).toEqual([
      { schema: true, table: true, function: true, batch: false, wake: false, own: true },
    ]);
  });

  test.each(['x"; drop schema public; --', "Upper", "", "pg_mine", "x".repeat(49), "1st"])(
    "are never in a schema named %j",
    async (name) => {
      const named = { schema: name };
      const refused = expect.objectContaining({ code: "invalid-argument" }) as unknown;
      expect(() => postgresStore({ ...pglite.access, ...named })).toThrow(refused);
      expect(() => schemaSql(named)).toThrow(refused);
      expect(() => roleSql(name, "read")).toThrow(refused);
      await expect(migrate(pglite.access, named)).rejects.toMatchObject({
        code: "invalid-argument",
      });
    },
  );
});

describe("a role", () => {
  beforeAll(async () => {
    for (const rights of ["read", "append", "manage"] as const) {
      await pglite.database.exec(
        `create role role_${rights}; ${roleSql(`role_${rights}`, rights, { schema })}`,
      );
    }
  }, 60_000);

  /** Every statement as another role. */
  const as = (role: string): PostgresAccess => ({
    query: (sql, params) =>
      pglite.database.transaction(async (transaction) => {
        await transaction.exec(`set local role ${role}`);
        const { rows } = await transaction.query<Record<string, unknown>>(sql, [...params]);
        return { rows };
      }),
  });
  const storesOf = async () => {
    const owner = await pglite.newStore();
    await newThread(owner, id, [3]);
    await owner.close();
    const open = (role: string) => postgresStore({ ...as(role), schema, pollMs: 1 });
    return { read: open("role_read"), append: open("role_append"), manage: open("role_manage") };
  };

  test("that may read cannot append, and the error names the right that it lacks", async () => {
    const { read } = await storesOf();
    expect(await collect(read.read(id))).toHaveLength(3);
    expect(await collect(read.readBackward(id))).toHaveLength(3);
    expect(await collect(read.list())).toHaveLength(1);
    for await (const { offset } of read.follow(id)) if (offset === 2) break;
    await expect(read.append(id, 3, [notice(3)])).rejects.toMatchObject({
      code: "missing-right",
      details: { right: `execute on function "${schema}".hold` },
    });
    await expect(read.blobs.put(new Uint8Array(1))).rejects.toMatchObject({
      code: "missing-right",
    });
  });

  test("that may append does all but delete, and cannot write to a table", async () => {
    const { append, manage } = await storesOf();
    expect(await append.append(id, 3, [notice(3)])).toBe(4);
    const hash = await append.blobs.put(new Uint8Array([1, 2]));
    expect(await append.blobs.get(hash)).toEqual(Buffer.from([1, 2]));
    await append.sync(id);
    await expect(append.delete(id)).rejects.toMatchObject({
      code: "missing-right",
      details: { right: `execute on function "${schema}".remove` },
    });
    for (const sql of [
      `update ${schema}.batch set lines = ''`,
      `delete from ${schema}.batch`,
      `insert into ${schema}.batch values ('x', 0, 0, '')`,
      `update ${schema}.thread set head = 0`,
      `delete from ${schema}.blob`,
    ]) {
      for (const role of ["role_append", "role_manage"]) {
        await expect(as(role).query(sql, [])).rejects.toMatchObject({ code: "42501" });
      }
    }
    await append.close();
    await manage.delete(id);
    expect(await manage.has(id)).toBe(false);
    expect(await manage.collectGarbage({ olderThanMs: 0 })).toEqual([{ hash, sizeBytes: 2 }]);
  });

  test.each([
    ["refold_app", "append"],
    ["refold_reader", "read"],
  ] as const)("is given what docs/postgres.md shows: %s", async (name, rights) => {
    const page = await readFile(new URL("../../../docs/postgres.md", import.meta.url), "utf8");
    const [, after = ""] = page.split(`-- roleSql("${name}", "${rights}")`);
    const [shown = ""] = after.slice(after.indexOf("\n") + 1).split("```");
    expect(shown).toBe(roleSql(name, rights));
  });

  test("that was given nothing reads nothing", async () => {
    await pglite.database.exec("create role role_nothing");
    const store = postgresStore({ ...as("role_nothing"), schema });
    await expect(store.head(id)).rejects.toMatchObject({
      code: "missing-right",
      details: { right: `select on ${schema}.migration` },
    });
  });
});

test.each([{ leaseMs: NaN }, { leaseMs: 0 }, { pollMs: -1 }, { openThreads: NaN }])(
  "%o is refused",
  (limits) => {
    const open = () => postgresStore({ ...pglite.access, schema, ...limits });
    expect(open).toThrow(expect.objectContaining({ code: "invalid-argument" }));
  },
);
