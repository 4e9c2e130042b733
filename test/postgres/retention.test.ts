/** The SQL by which docs/postgres.md keeps threads in partitions, run as it stands there. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { encodeTime } from "ulid";
import { collect, newThread, notice } from "../../src/testing/store-contract/contract-case.js";
import { newSchema, openSchema, query, useServer } from "./schemas.js";

useServer();

const january = `${encodeTime(Date.UTC(2027, 0, 15))}0000000000000000`;
const february = `${encodeTime(Date.UTC(2027, 1, 15))}0000000000000000`;
const imported = "7ZZZ0000000000000000000000";

/** The statements of the page's chapter on retention: how it is set up, and how a month goes. */
function documentedSql(schema: string): readonly string[] {
  const page = readFileSync("docs/postgres.md", "utf8");
  const chapter = page.slice(page.indexOf("## Retention"), page.indexOf("## Sizes"));
  const blocks = [...chapter.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = ""]) => sql);
  return blocks.map((sql) => sql.replaceAll("refold.", `${schema}.`));
}

test("batches in partitions by month are appended and read, and a month is dropped as one table", async () => {
  const schema = await newSchema();
  const [setUp = "", dropping = ""] = documentedSql(schema);
  const [forksOutside = "", drop = ""] = dropping.split(/^(?=begin;)/m);
  const before = openSchema(schema);
  await newThread(before, imported, [2]);
  await before.close();
  await query(setUp);
  const store = openSchema(schema);
  for (const id of [january, february]) await newThread(store, id, [2, 3]);
  await store.append(imported, 2, [notice(2)]);
  const rowsIn = async (table: string) => {
    const { rows } = await query(`select count(*)::int as rows from ${schema}.${table}`);
    return rows[0]?.["rows"];
  };
  expect([await rowsIn("batch_2027_01"), await rowsIn("batch_others")]).toEqual([2, 4]);
  await expect(query(`delete from ${schema}.batch`)).rejects.toThrow("never changed");
  expect((await query(forksOutside)).rows).toEqual([]);
  await store.close();
  await query(drop);
  const after = openSchema(schema);
  expect((await collect(after.list())).map(({ threadId }) => threadId)).toEqual([
    ...[february, imported].toSorted().toReversed(),
  ]);
  expect(await collect(after.read(february))).toHaveLength(5);
  expect(await collect(after.read(imported))).toHaveLength(3);
  await after.close();
});
