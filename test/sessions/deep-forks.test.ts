import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { sum } from "../../src/projections/figures.js";
import { listThreads } from "../../src/sessions/listing/list-threads.js";
import { redactThread } from "../../src/sessions/redaction/redact-thread.js";
import { threadTree } from "../../src/sessions/thread-tree.js";
import { entriesOf } from "../../src/store/event-store.js";
import { forkThread } from "../../src/store/fork-thread.js";
import { forksFirst } from "../../src/store/forks-first.js";
import { nodeFileSystem } from "../../src/store/jsonl/file-system.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { answer, build, END, START, user } from "../testing/by-hand.js";
import { contractId } from "../../src/testing/store-contract/contract-case.js";
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

test.each(Object.keys(WORK))(
  "%s of forks of forks opens and lists as much for each",
  async (name) => {
    const [few, more, most] = [
      await costOf(name, 8),
      await costOf(name, 16),
      await costOf(name, 32),
    ];
    expect(most - more).toBeLessThanOrEqual(2 * (more - few));
  },
);

/** How many files are opened and how many names of folders are listed. */
async function costOf(name: string, depth: number): Promise<number> {
  const home = join(temporaryHome(), "home");
  const newest = await writeChain(home, depth);
  const open = vi.spyOn(nodeFileSystem, "open");
  const list = vi.spyOn(nodeFileSystem, "list");
  await WORK[name]?.(home, newest);
  const listed = list.mock.results.map(({ value }) => (Array.isArray(value) ? value.length : 0));
  const cost = open.mock.calls.length + sum(listed);
  open.mockRestore();
  list.mockRestore();
  return cost;
}

async function writeChain(home: string, depth: number): Promise<string> {
  const store = jsonlStore({ home, durability: "none" });
  const history = build(START, user("Hello."), answer("Good day."), END).history();
  let { threadId: parentId } = await storeHistory(store, history);
  for (let index = 0; index < depth; index += 1) {
    const threadId = contractId(1_000 + index);
    const offset = (await store.head(parentId)) - 1;
    const at = "2026-04-02T12:00:00.000Z";
    await forkThread(store, { parentId, offset, threadId, eventId: contractId(2_000 + index), at });
    parentId = threadId;
  }
  await store.close();
  return parentId;
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
