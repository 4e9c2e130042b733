import { expect, test } from "vitest";
import { treeWindow, type FamilyNode } from "../../../src/ui/server/views/tree-rows.js";

const FORKS = 100_000;

function node(id: number, is: FamilyNode["thread"]["is"] = "fork"): FamilyNode {
  const thread = {
    ...{ threadId: `thread-${id}`, key: null, title: null, createdAt: "2026-04-01T12:00:00.000Z" },
    ...{ head: 2, forkedAt: id === 0 ? null : 1, is, trouble: null },
  };
  return { thread, marks: [], children: [] };
}

/** Forks of forks, half as deep as they are many, and as many beside the deepest. */
function family(): FamilyNode {
  const root = node(0, "ancestor");
  let deepest = root;
  for (let id = 1; id <= FORKS / 2; id += 1) {
    const fork = node(id, id === FORKS / 2 ? "this" : "ancestor");
    deepest.children.push(fork);
    deepest = fork;
  }
  for (let id = FORKS / 2 + 1; id <= FORKS; id += 1) deepest.children.push(node(id));
  return root;
}

test(`a family of ${FORKS} forks is answered in windows, however deep it is`, () => {
  const asked = { root: family(), missingParent: null };
  const { total, atRow, rows } = treeWindow(asked, new Set(), { from: FORKS / 2 - 1, count: 4 });
  expect([total, atRow]).toEqual([FORKS + 1, FORKS / 2]);
  expect(rows.map(({ is, depth }) => [is, depth])).toEqual([
    ["ancestor", FORKS / 2 - 1],
    ["this", FORKS / 2],
    ["fork", FORKS / 2 + 1],
    ["fork", FORKS / 2 + 1],
  ]);
  const closed = treeWindow(asked, new Set(["thread-10"]), { from: -1, count: 1 });
  expect(closed).toMatchObject({ total: 11, rows: [{ threadId: "thread-10", isClosed: true }] });
});
