import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { sum } from "../../src/projections/figures.js";
import { listThreads } from "../../src/sessions/listing/list-threads.js";
import { redactThread } from "../../src/sessions/redaction/redact-thread.js";
import { threadTree } from "../../src/sessions/thread-tree.js";
import { entriesOf } from "../../src/store/event-store.js";
import { forksFirst, forkThread } from "../../src/store/fork-thread.js";
import { nodeFileSystem } from "../../src/store/jsonl/file-system.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { HistoryCommand } from "../../src/testing/history-command.js";
import { contractId, newThread, notices } from "../../src/testing/store-contract/contract-case.js";
import { renderCommand } from "../../src/testing/render-history.js";
import { answer, build, COMPACT, END, START, user } from "../testing/by-hand.js";
import { storeHistory } from "../reducers/store-history.js";
import { temporaryHome } from "../store/jsonl/home.js";

/** What is done with a chain of forks; the newest is the deepest. */
const WORK: Readonly<Record<string, (home: string, newest: string) => Promise<unknown>>> = {
  "a list": (home) => listThreads({ home: join(home) }),
  "a redacted copy": (home, threadId) => redactThread({ home, threadId, target: `${home}-copy` }),
  "a tree": async (home, threadId) => threadTree(jsonlStore({ home }), threadId),
  "deleting all": async (home) => {
    const store = jsonlStore({ home });
    await store.delete([...(await entriesOf(store)).keys()]);
    await store.close();
  },
};

/** What each fork does. */
const ACTS: Readonly<Record<string, readonly HistoryCommand[]>> = {
  "": [],
  " that have a checkpoint each": [COMPACT],
};
const CASES = Object.keys(ACTS).flatMap((acts) =>
  Object.keys(WORK).map((name) => [name, acts] as const),
);

test.each(CASES)("%s of forks of forks%s opens and lists as much for each", async (name, acts) => {
  const [few, more, most] = [
    await costOf(name, acts, 8),
    await costOf(name, acts, 16),
    await costOf(name, acts, 32),
  ];
  expect(most - more).toBeLessThanOrEqual(2 * (more - few));
});

/** How many files are opened and how many names of folders are listed. */
async function costOf(name: string, acts: string, depth: number): Promise<number> {
  const home = join(temporaryHome(), "home");
  const newest = await writeChain(home, depth, ACTS[acts] ?? []);
  const open = vi.spyOn(nodeFileSystem, "open");
  const list = vi.spyOn(nodeFileSystem, "list");
  await WORK[name]?.(home, newest);
  const listed = list.mock.results.map(({ value }) => (Array.isArray(value) ? value.length : 0));
  const cost = open.mock.calls.length + sum(listed);
  open.mockRestore();
  list.mockRestore();
  return cost;
}

async function writeChain(
  home: string,
  depth: number,
  acts: readonly HistoryCommand[],
): Promise<string> {
  const store = jsonlStore({ home, durability: "none" });
  const told: HistoryCommand = { do: "instruct", text: "Be brief." };
  const builder = build(told, START, user("Hello."), answer("Good day."), END);
  for (let index = 0; index < depth; index += 1) {
    builder.fork(builder.head - 1);
    for (const command of acts) renderCommand(builder, command);
  }
  const { threadId } = await storeHistory(store, builder.history());
  await store.close();
  return threadId;
}

test("a list of long forks of forks opens the first thread as often, however deep they are", async () => {
  expect(await opensOfFirst(14)).toBe(await opensOfFirst(3));
});

/** Ten threads are more than a resumed tail. */
const EVENTS = 1_100;
const AT = "2026-04-02T12:00:00.000Z";
const forkId = (index: number): string => contractId(1_000_000 + index);

/** How often a list opens the first thread. */
async function opensOfFirst(depth: number): Promise<number> {
  const home = join(temporaryHome(), "home");
  const store = jsonlStore({ home, durability: "none" });
  await newThread(store, contractId(0), [EVENTS]);
  for (let index = 1; index <= depth; index += 1) {
    const head = index * EVENTS;
    const [parentId, threadId, eventId] = [contractId(index - 1), contractId(index), forkId(index)];
    await forkThread(store, { parentId, offset: head - 1, threadId, eventId, at: AT });
    await store.append(threadId, head + 1, notices(head + 1, head + EVENTS - 1));
  }
  await store.close();
  const open = vi.spyOn(nodeFileSystem, "open");
  await listThreads({ home });
  const opens = open.mock.calls.filter(([path]) => path.includes(contractId(0)));
  open.mockRestore();
  return opens.length;
}

test("forks come before their parents however deep they are, and stay in the order asked for", () => {
  const entries = Array.from({ length: 100_000 }, (_, index) => ({
    threadId: String(index),
    forkedFrom: index === 0 ? null : { threadId: String(index - 1) },
  }));
  const ids = entries.map(({ threadId }) => threadId);
  expect(forksFirst(ids, entries).join()).toBe(ids.toReversed().join());
  expect(forksFirst(["b", "a"], [])).toEqual(["b", "a"]);
  expect(() => forksFirst(ids.slice(0, -1), entries)).toThrow("99999");
});
