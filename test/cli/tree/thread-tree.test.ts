import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { threadTree } from "../../../src/sessions/thread-tree.js";
import { rolloutPath } from "../../../src/store/jsonl/home.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { encodeBatch } from "../../../src/store/jsonl/line-encoder.js";
import { contractId } from "../../../src/testing/store-contract/contract-case.js";
import { temporaryHome } from "../../store/jsonl/home.js";

const AT = "2026-04-01T12:00:00.000Z";

test("of threads that are forks of each other, which is damage, each is shown once", async () => {
  const home = temporaryHome();
  const ids = [contractId(1), contractId(2)] as const;
  writeFork(home, { threadId: ids[0], parentId: ids[1] });
  writeFork(home, { threadId: ids[1], parentId: ids[0] });
  const store = jsonlStore({ home });
  const { root, missingParent } = await threadTree(store, ids[0]);
  expect(missingParent).toBeNull();
  expect([root.threadId, ...root.forks.map(({ threadId }) => threadId)].toSorted()).toEqual(ids);
  expect(root.forks.flatMap(({ forks }) => forks)).toEqual([]);
  await store.close();
});

function writeFork(home: string, fork: { threadId: string; parentId: string }): void {
  const from = { threadId: fork.parentId, offset: 0, id: contractId(9), sum: "00000000" };
  const data = { threadId: fork.threadId, from };
  const event = { offset: 1, id: contractId(8), at: AT, type: "thread.forked", data } as const;
  const path = rolloutPath(home, fork.threadId, AT);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, encodeBatch([event]));
}
