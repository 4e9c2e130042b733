import { describe, expect, test } from "vitest";
import type { LogDamage } from "../../src/errors.js";
import { resumeState } from "../../src/reducers/resume.js";
import { memoryStore } from "../../src/store/memory.js";
import {
  collect,
  contractId,
  fork,
  newThread,
} from "../../src/testing/store-contract/contract-case.js";
import { newSchema, openSchema, query, useServer } from "./schemas.js";

useServer();

const [id, other] = [contractId(1), contractId(2)];

/** Two threads of the batches 0-1, 2-4, 5-6 and 7, in a schema whose rows may be changed by hand. */
async function damaged(change: (schema: string) => string) {
  const schema = await newSchema();
  const writer = openSchema(schema);
  await newThread(writer, id, [2, 3, 2, 1]);
  await newThread(writer, other, [2, 3, 2, 1]);
  await writer.close();
  await query(`alter table ${schema}.batch disable trigger user; ${change(schema)}`);
  return { schema, store: openSchema(schema) };
}

const RESTORE =
  "read around the damage (`onDamage`), or restore the rows of this thread in `batch` from a backup";
const batchAt = (first: number) => `thread = '${id}' and first = ${first}`;
/** A byte of the second line of a batch: within the text of its event. */
const flipped = (first: number) => (schema: string) =>
  `update ${schema}.batch set lines = set_byte(lines, octet_length(lines) - 60, 33)
    where ${batchAt(first)}`;
const changeHead = (by: number) => (schema: string) =>
  `update ${schema}.thread set head = head + ${by} where id = '${id}'`;

/** What is changed, and at which offsets it is found: by who reads on, and by who reads backward. */
const changes: readonly (readonly [string, (schema: string) => string, number, number])[] = [
  ["a changed byte in the middle", flipped(2), 2, 4],
  ["a changed byte in the first batch", flipped(0), 0, 1],
  ["a changed byte in the last batch", flipped(7), 7, 7],
  ["a missing batch in the middle", (s) => `delete from ${s}.batch where ${batchAt(2)}`, 2, 2],
  ["a missing first batch", (s) => `delete from ${s}.batch where ${batchAt(0)}`, 0, 1],
  ["a missing last batch", (s) => `delete from ${s}.batch where ${batchAt(7)}`, 7, 7],
  [
    "the lines of another thread",
    (s) => `update ${s}.batch set lines = (
        select lines from ${s}.batch b where b.thread = '${other}' and b.first = 2
      ) where ${batchAt(2)}`,
    ...([2, 5] as const),
  ],
  [
    "a row that was cut short",
    (s) => `update ${s}.batch set lines = substring(lines from 1 for octet_length(lines) - 5)
      where ${batchAt(2)}`,
    ...([2, 4] as const),
  ],
  ["a head that was moved forward", changeHead(2), 8, 8],
  ["a head that was moved back", changeHead(-1), 7, 7],
];

describe.each(changes)("%s", (_name, change, forward, backward) => {
  test("is reported with thread, offset and remedy, whichever way it is read", async () => {
    const { schema, store } = await damaged(change);
    const ways = [
      [store.read(id), forward],
      [store.readBackward(id), backward],
    ] as const;
    for (const [events, offset] of ways) {
      await expect(collect(events)).rejects.toMatchObject({
        code: "damaged-log",
        details: { file: `schema ${schema}: thread ${id}`, offset },
        remedy: RESTORE,
      });
    }
    await expect(resumeState(store.source(id))).rejects.toMatchObject({ code: "damaged-log" });
    expect(await collect(store.read(other))).toHaveLength(8);
  });

  test("can be read around", async () => {
    const { store } = await damaged(change);
    const found: LogDamage[] = [];
    const events = await collect(store.read(id, { onDamage: (damage) => found.push(damage) }));
    expect(found.map(({ offset }) => offset)).toContain(forward);
    expect(events.length).toBeGreaterThan(0);
  });
});

test("lines that are read from within a row on are told of with their place in the thread", async () => {
  const memory = memoryStore();
  await newThread(memory, id, [1, 1, 1]);
  const lines = Buffer.concat(await collect(memory.readLines(id)));
  const schema = await newSchema();
  const store = openSchema(schema);
  await store.appendLines(id, 0, lines); // in one row
  const byte = lines.indexOf("\n") + 1;
  await query(`alter table ${schema}.batch disable trigger user;
    update ${schema}.batch set lines = set_byte(lines, ${byte + 60}, 33)`);
  await expect(collect(store.readLines(id, 1))).rejects.toMatchObject({
    details: { line: 2, offset: 1, byte },
  });
});

test("a fork's first line is told of with its place", async () => {
  const schema = await newSchema();
  const writer = openSchema(schema);
  await newThread(writer, id, [2, 1]);
  await fork(writer, { from: id, at: 2, as: other });
  await writer.close();
  await query(`alter table ${schema}.batch disable trigger user;
    update ${schema}.batch set lines = set_byte(lines, 60, 33) where thread = '${other}'`);
  await expect(collect(openSchema(schema).read(other))).rejects.toMatchObject({
    details: { line: 1, offset: 3, byte: 0 },
  });
});

test("a blob with other bytes is reported, with its name", async () => {
  const schema = await newSchema();
  const store = openSchema(schema);
  const hash = await store.blobs.put(Buffer.from("as it was stored"));
  await query(`update ${schema}.blob set bytes = 'other'`);
  await expect(store.blobs.get(hash)).rejects.toMatchObject({
    code: "blob-corrupt",
    details: { hash },
    remedy: "restore the file, or store the same content again",
  });
  await store.blobs.put(Buffer.from("as it was stored"));
  expect(Buffer.from(await store.blobs.get(hash)).toString()).toBe("as it was stored");
});
