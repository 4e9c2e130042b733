/** A world that is not as it should be: each has its code, and says what to do. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { fromPg, type Row } from "../../src/store/postgres/access.js";
import { postgresStore } from "../../src/store/postgres/postgres-store.js";
import { roleSql, type RoleRights } from "../../src/store/postgres/schema.js";
import {
  collect,
  contractId,
  fork,
  newThread,
  notice,
  notices,
} from "../../src/testing/store-contract/contract-case.js";
import { callRefold } from "../cli/run-refold.js";
import { isSuperuser } from "../is-superuser.js";
import { serverUser } from "./binaries.js";
import { newSchema, openSchema, query, useServer } from "./schemas.js";
import { startPostgres } from "./server.js";
import { postgresUrl } from "./shared-server.js";

useServer();

const id = contractId(1);
const password = "secret-of-the-role";

/** A store over connections of its own. */
function storeAt(url: URL, schema: string) {
  const pool = new pg.Pool({ connectionString: url.href });
  onTestFinished(() => pool.end());
  return postgresStore({ ...fromPg(pool), schema, name: "the database" });
}

function urlFor(user: string): URL {
  const url = new URL(postgresUrl);
  [url.username, url.password] = [user, password];
  return url;
}

/** A thread of two events, in a schema of its own. */
async function storedThread(): Promise<string> {
  const schema = await newSchema();
  const store = openSchema(schema);
  await newThread(store, id, [2]);
  await store.close();
  return schema;
}

let roles = 0;

async function newRole(settings = ""): Promise<string> {
  roles += 1;
  const role = `role_${process.pid}_${roles}`;
  await query(
    `create role ${role} login password '${password}'; ${settings.replaceAll("ROLE", role)}`,
  );
  return role;
}

async function roleWith(rights: RoleRights, schema: string): Promise<string> {
  const role = await newRole();
  await query(roleSql(role, rights, { schema }));
  return role;
}

describe("a server", () => {
  test("that is not there", async () => {
    const url = urlFor("postgres");
    url.port = "1";
    const error = await failure(storeAt(url, "refold").head(id));
    expect(error).toMatchObject({ code: "database-unreachable" });
    expect(error.message).toMatch(/no server .*ECONNREFUSED/);
  });

  test("that refuses the password, which no message repeats", async () => {
    const role = await newRole();
    const url = urlFor(role);
    url.password = "a-wrong-one";
    const error = await failure(storeAt(url, "refold").head(id));
    expect(error).toMatchObject({ code: "database-refused", details: { sqlState: "28P01" } });
    expect(JSON.stringify([error.message, error.details, error.remedy])).not.toContain("wrong-one");
  });

  test("that asks for a password, and there is none", async () => {
    const url = urlFor(await newRole());
    url.password = "";
    vi.stubEnv("PGPASSFILE", "/no/such/file");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { stderr } = await callRefold(["list"], { home: url.href });
    expect(stderr).toContain("refused the user, the password or the database");
  });

  test("takes the password from a password file", async () => {
    const url = urlFor(await newRole());
    const file = join(mkdtempSync(join(tmpdir(), "refold-pgpass-")), "pgpass");
    onTestFinished(() => {
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
      rmSync(dirname(file), { recursive: true });
    });
    url.password = "";
    vi.stubEnv("PGPASSFILE", file);
    const ask = () => callRefold(["list"], { home: url.href });
    const warned = vi.spyOn(process, "emitWarning");
    writeFileSync(file, `${url.hostname}:*:*:${url.username}:wrong\n`, { mode: 0o600 });
    expect((await ask()).stderr).toContain("password");
    writeFileSync(file, `${url.hostname}:*:*:${url.username}:${password}\n`);
    expect((await ask()).stderr).toContain("refold migrate"); // it was let in
    expect(warned).not.toHaveBeenCalled();
  });

  test("that a URL with a certificate that is not there does not reach", async () => {
    const url = new URL(postgresUrl);
    url.search = "?sslmode=verify-full&sslrootcert=/no/such/file";
    const { stderr } = await callRefold(["list"], { home: url.href });
    expect(stderr).toContain("/no/such/file");
    expect(stderr).not.toContain(url.password);
  });

  test("that has no such database", async () => {
    const url = new URL(postgresUrl);
    url.pathname = "no_such_database";
    const error = await failure(storeAt(url, "refold").head(id));
    expect(error).toMatchObject({ code: "database-refused", details: { sqlState: "3D000" } });
  });
});

describe("a schema", () => {
  test("without tables", async () => {
    const error = await failure(openSchema("not_made").head(id));
    expect(error).toMatchObject({ code: "schema-mismatch", details: { found: 0 } });
    expect(error.remedy).toContain("refold migrate");
  });

  test("of a newer version", async () => {
    const schema = await newSchema();
    await query(`insert into ${schema}.migration (version) values (99)`);
    const error = await failure(openSchema(schema).head(id));
    expect(error).toMatchObject({ code: "schema-mismatch", details: { found: 99 } });
    expect(error.remedy).toContain("newer version");
  });
});

describe("a role", () => {
  test("that may only read reads, and is told which right it lacks", async () => {
    const schema = await storedThread();
    const store = storeAt(urlFor(await roleWith("read", schema)), schema);
    expect(await collect(store.read(id))).toHaveLength(2);
    const error = await failure(store.append(id, 2, [notice(2)]));
    expect(error).toMatchObject({
      code: "missing-right",
      details: { right: expect.stringMatching(/^execute on function /) as unknown },
    });
  });

  test("that may append does so, and cannot change, delete or add a batch otherwise", async () => {
    const schema = await storedThread();
    const role = await roleWith("append", schema);
    const store = storeAt(urlFor(role), schema);
    expect(await store.append(id, 2, notices(2, 4))).toBe(5);
    expect(await failure(store.delete(id))).toMatchObject({ code: "missing-right" });
    await store.close();
    const client = new pg.Client(urlFor(role).href);
    await client.connect();
    onTestFinished(() => client.end());
    for (const change of [
      `update ${schema}.batch set lines = ''`,
      `delete from ${schema}.batch`,
      `truncate ${schema}.batch`,
      `insert into ${schema}.batch (thread, first, last, lines) values ('x', 0, 0, '')`,
      `update ${schema}.thread set head = 9`,
      `alter table ${schema}.batch disable trigger user`,
      `insert into ${schema}.migration values (2)`,
    ]) {
      await expect(client.query(change)).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("that owns the tables does not change a batch by mistake", async () => {
    const schema = await storedThread();
    for (const change of [
      `update ${schema}.batch set lines = ''`,
      `delete from ${schema}.batch`,
      `truncate ${schema}.batch`,
    ]) {
      await expect(query(change)).rejects.toMatchObject({ code: "23001" });
    }
  });

  test("that may do nothing is told which right it lacks", async () => {
    const schema = await storedThread();
    const error = await failure(storeAt(urlFor(await newRole()), schema).head(id));
    expect(error).toMatchObject({ code: "missing-right" });
    expect(error.message).toContain(schema);
  });
});

test("a database that is read-only", async () => {
  const schema = await storedThread();
  const role = await newRole("alter role ROLE set default_transaction_read_only = on");
  await query(roleSql(role, "append", { schema }));
  const store = storeAt(urlFor(role), schema);
  expect(await store.head(id)).toBe(2);
  const error = await failure(store.append(id, 2, [notice(2)]));
  expect(error).toMatchObject({ code: "database-read-only", details: { sqlState: "25006" } });
});

test("a statement that takes longer than the server allows", async () => {
  const schema = await storedThread();
  const role = await newRole("alter role ROLE set statement_timeout = 50");
  await query(roleSql(role, "append", { schema }));
  const store = storeAt(urlFor(role), schema);
  expect(await store.head(id)).toBe(2);
  const blocker = new pg.Client(postgresUrl);
  await blocker.connect();
  await blocker.query(`begin; select from ${schema}.thread for update`);
  const error = await failure(store.append(id, 2, [notice(2)]));
  await blocker.end();
  expect(error).toMatchObject({ code: "statement-timeout", details: { sqlState: "57014" } });
  expect(await store.append(id, 2, [notice(2)])).toBe(3);
});

test("no thread goes that a fork is being made of, whatever snapshots transactions see", async () => {
  const schema = await storedThread();
  const role = await newRole(
    "alter role ROLE set default_transaction_isolation = 'repeatable read'",
  );
  await query(roleSql(role, "manage", { schema }));
  const client = new pg.Client(urlFor(role).href);
  await client.connect();
  onTestFinished(() => client.end());
  const pool = new pg.Pool({ connectionString: urlFor(role).href });
  onTestFinished(() => pool.end());
  const access = fromPg(pool);
  const forks = postgresStore({
    schema,
    async query(text, values) {
      if (!text.includes(".begin_thread(")) return access.query(text, values);
      await client.query("begin");
      return client.query<Row>(text, [...values]);
    },
  });
  let isDue = true;
  const deletes = postgresStore({
    schema,
    async query(text, values, name) {
      if (!text.includes(".remove(") || !isDue) return access.query(text, values, name);
      isDue = false;
      await fork(forks, { from: id, at: 1, as: contractId(2) });
      const removing = access.query(text, values, name);
      const [answer] = await Promise.all([
        removing,
        untilWaiting().then(() => client.query("commit")),
      ]);
      return answer;
    },
  });
  await expect(deletes.delete(id)).rejects.toMatchObject({ code: "thread-has-forks" });
  expect(await collect(deletes.read(contractId(2)))).toHaveLength(3);
});

/** Until a statement waits for the lock of another. */
async function untilWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await query("select from pg_locks where not granted");
    if (rows.length > 0) return;
  }
}

test("a disk that is full stores nothing of a batch, which is appended when there is room", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "refold-small-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { uid = 0 } = serverUser();
  const mounted = isSuperuser() && mount(folder, uid);
  if (!mounted) context.skip("needs the right to mount a small file system");
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  const server = await startPostgres();
  onTestFinished(() => server.remove());
  const pool = new pg.Pool({ connectionString: server.url });
  pool.on("error", () => undefined);
  onTestFinished(() => pool.end());
  const schema = await newSchema(pool);
  await pool.query(`create tablespace small location '${folder}'`);
  await pool.query(`alter table ${schema}.batch set tablespace small`);
  await pool.query(
    `create table filler tablespace small as select repeat('x', 1000) from generate_series(1, 2000)`,
  );
  const store = postgresStore({ ...fromPg(pool), schema });
  await newThread(store, id, [2]);
  let head = 2;
  const fill = async () => {
    for (;;) head = await store.append(id, head, notices(head, head, "x".repeat(200_000)));
  };
  expect(await failure(fill())).toMatchObject({ code: "disk-full", details: { errno: "53100" } });
  expect(await collect(store.read(id))).toHaveLength(head);
  await pool.query("drop table filler");
  expect(await store.append(id, head, [notice(head)])).toBe(head + 1);
  await store.close();
});

describe("the command line", () => {
  /** Its exit code, and what it says: which never holds a password. */
  const said = async (words: readonly string[], url: URL, schema = "refold") => {
    url.searchParams.set("schema", schema);
    const { code, stdout, stderr } = await callRefold(words, { home: url.href });
    for (const secret of [url.password, decodeURIComponent(url.password)]) {
      expect(stdout + stderr).not.toContain(secret);
    }
    return { code, stderr };
  };
  const notThere = () => {
    const url = urlFor("postgres");
    url.port = "1";
    return url;
  };

  test("says that no server is there", async () => {
    const { code, stderr } = await said(["list"], notThere());
    expect(code).toBe(1);
    expect(stderr).toContain("no server that takes the connection");
    expect(stderr).toContain("start the server");
  });

  test("says that the password was refused, and does not repeat it", async () => {
    const url = urlFor(await newRole());
    url.password = "a-wrong-one";
    const { code, stderr } = await said(["list"], url);
    expect(code).toBe(1);
    expect(stderr).toContain("refused the user, the password or the database");
  });

  test("says how tables are made, and that they are of a newer version", async () => {
    const url = () => new URL(postgresUrl);
    const missing = await said(["list"], url(), "not_made");
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain("refold migrate");
    const schema = await newSchema();
    await query(`insert into ${schema}.migration (version) values (99)`);
    const newer = await said(["list"], url(), schema);
    expect(newer.code).toBe(1);
    expect(newer.stderr).toContain("newer version of Refold");
  });

  test("says which right a role lacks", async () => {
    const schema = await storedThread();
    const reader = urlFor(await roleWith("read", schema));
    expect(await said(["list"], reader, schema)).toMatchObject({ code: 0 });
    const { code, stderr } = await said(["fork", id, "--at", "1"], reader, schema);
    expect(code).toBe(1);
    expect(stderr).toMatch(/lacks a right: execute on function /);
  });

  test("says that the database is read-only", async () => {
    const schema = await storedThread();
    const role = await newRole("alter role ROLE set default_transaction_read_only = on");
    await query(roleSql(role, "append", { schema }));
    const { code, stderr } = await said(["fork", id, "--at", "1"], urlFor(role), schema);
    expect(code).toBe(1);
    expect(stderr).toContain("read-only");
  });
});

function mount(folder: string, uid: number): boolean {
  const options = `size=8m,mode=0700,uid=${uid}`;
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status === 0;
}

interface Refusal {
  readonly message: string;
  readonly remedy: string;
  readonly details: unknown;
}

/** What an action is refused with. */
async function failure(action: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await action.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isRefusal(error)) throw new Error(`no refusal: ${String(error)}`);
  return error;
}

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && "code" in error && "details" in error && "remedy" in error;
}
