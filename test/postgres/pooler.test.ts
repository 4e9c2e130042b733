import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromPg, type PostgresAccess } from "../../src/store/postgres/access.js";
import { postgresStore } from "../../src/store/postgres/postgres-store.js";
import { migrate } from "../../src/store/postgres/schema.js";
import { storeContract } from "../../src/testing/store-contract/store-contract.js";
import { runHandover } from "../torture/handover.js";
import { serverUser } from "./binaries.js";
import { freePort } from "./server.js";
import { postgresUrl } from "./shared-server.js";

const isInstalled = spawnSync("pgbouncer", ["--version"]).status === 0;

/** Each statement may go to another session, and `LISTEN` reaches nobody. */
describe.skipIf(!isInstalled)("through PgBouncer in transaction mode", () => {
  const folder = mkdtempSync(join(tmpdir(), "refold-pooler-"));
  let pooler: ChildProcess;
  let pool: Pool;
  let access: PostgresAccess;
  let schemas = 0;

  beforeAll(async () => {
    const server = new URL(postgresUrl);
    const port = await freePort();
    writeFileSync(join(folder, "pooler.ini"), configuration(server, port, folder));
    const password = decodeURIComponent(server.password);
    writeFileSync(join(folder, "users.txt"), `"${server.username}" "${password}"\n`);
    chmodSync(folder, 0o755); // the pooler runs as another user than root
    pooler = spawn("pgbouncer", [join(folder, "pooler.ini")], {
      ...serverUser(),
      stdio: ["ignore", "ignore", "pipe"],
    });
    await untilListening(pooler);
    pool = new Pool({ ...{ host: "127.0.0.1", port, user: server.username }, max: 6 });
    access = fromPg(pool);
  });
  afterAll(async () => {
    await pool.end();
    const ended = once(pooler, "exit");
    pooler.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true });
  });

  const open = async () => {
    schemas += 1;
    const schema = `pooled_${schemas}`;
    await migrate(access, { schema });
    return postgresStore({ ...access, schema, pollMs: 10 });
  };
  for (const { name, run } of storeContract(open)) test(name, run);

  test("processes hand each other leases, and followers see each event once", async () => {
    const { host = "", port = 0, user = "" } = pool.options;
    const url = `postgres://${user}@${host}:${port}/postgres`;
    const options = { processes: 3, threads: 20, batches: 30, seed: 1, pauseMs: 0 };
    const { events } = await runHandover({ url, schema: "pooled_handover", ...options });
    expect(events).toBeGreaterThanOrEqual(90);
  });
});

function configuration(server: URL, port: number, folder: string): string {
  return `
[databases]
* = host=127.0.0.1 port=${server.port} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 3
`;
}

async function untilListening(pooler: ChildProcess): Promise<void> {
  let log = "";
  await new Promise<void>((resolve, reject) => {
    pooler.once("error", reject);
    pooler.once("exit", () => {
      reject(new Error(`PgBouncer did not start:\n${log}`));
    });
    pooler.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000);
      if (log.includes("process up")) resolve();
    });
  });
}
