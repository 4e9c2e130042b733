import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LogEvent } from "../../../src/events/event.js";
import { openSession } from "../../../src/sessions/open-session.js";
import { openReadable, type Readable } from "../../../src/ui/server/readable.js";
import { folder } from "../../cli/test-folder.js";

const FIXTURE = "fixtures/turns.jsonl";

async function allOf(events: AsyncIterable<LogEvent>): Promise<readonly LogEvent[]> {
  const all: LogEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** Without what a store adds: sums, and the state that a checkpoint carries. */
function said(events: readonly LogEvent[]): readonly object[] {
  return events.map(({ offset, type, at }) => ({ offset, type, at }));
}

async function open(path: string, heldBytes: number): Promise<Readable> {
  const summary = { collection: "codex", threadId: "", path } as const;
  return openReadable(summary, join(folder, "no-home"), heldBytes);
}

test.each([
  ["held in memory", Infinity],
  ["imported into a store that goes", 0],
])("a file that is %s can be read from any offset, and grows with it", async (_, heldBytes) => {
  const path = join(folder, `grown-${heldBytes}.jsonl`);
  const lines = readFileSync(FIXTURE, "utf8").split("\n");
  writeFileSync(path, `${lines.slice(0, 30).join("\n")}\n`);
  const readable = await open(path, heldBytes);
  const stamp = await readable.stamp();
  const first = await allOf(readable.newest(0));
  appendFileSync(path, lines.slice(30).join("\n"));
  expect(await readable.stamp()).not.toBe(stamp);
  const rest = await allOf(readable.newest(first.length));
  const session = await openSession(FIXTURE);
  const wanted = said(await allOf(session.source.read()));
  expect(said([...first, ...rest])).toEqual(wanted);
  for (const from of [0, 7, first.length, wanted.length - 1]) {
    const read = await allOf(readable.source.read({ from, to: from + 5 }));
    expect(said(read)).toEqual(wanted.slice(from, from + 6));
  }
  await session.close();
  await readable.close();
});
