import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startPostgres } from "./server.js";
import { postgresUrl } from "./shared-server.js";

test("the server of the tests writes every commit through to the disk", async () => {
  const client = new pg.Client(postgresUrl);
  await client.connect();
  onTestFinished(() => client.end());
  for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
    const { rows } = await client.query(`show ${name}`);
    expect(rows).toEqual([{ [name]: "on" }]);
  }
});

test("a server that was killed starts again with what was committed", async () => {
  const server = await startPostgres();
  onTestFinished(() => server.remove());
  const query = async (text: string) => {
    const client = new pg.Client(server.url);
    client.on("error", () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<{ number: number }>(text);
      return rows;
    } finally {
      await client.end();
    }
  };
  await query("create table kept (number int)");
  await query("insert into kept values (1)");
  await server.kill();
  await expect(query("select 1")).rejects.toThrow("ECONNREFUSED");
  await server.start();
  expect(await query("select number from kept")).toEqual([{ number: 1 }]);
});
