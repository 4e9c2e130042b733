import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openThread } from "../../src/runtime/open-thread.js";
import type { Thread } from "../../src/runtime/thread.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { callRefold } from "./run-refold.js";

let root: string;
let home: string;
let tree: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "refold-rollback-files-"));
  home = join(root, "home");
  tree = join(root, "tree");
  mkdirSync(tree);
  execFileSync("git", ["init", "-q"], { cwd: tree });
  write("note.txt", "at the start");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("rollback --files puts the work tree back to the first snapshot after where it goes", async () => {
  const { threadId, offsets } = await twoTurns({ snapshots: true });
  write("made later.txt", "new");

  const { code, stdout, stderr } = await rollback(threadId, "--turns", "1", "--files");

  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("(1 turn)");
  expect(stdout).toContain(`files of ${tree} are as at #${offsets[1]}`);
  expect(read("note.txt")).toBe("before turn two");
  expect(existsSync(join(tree, "made later.txt"))).toBe(false);
  const log = await callRefold(["log", threadId, "--type", "snapshot.restored"], { home });
  expect(log.stdout.match(/snapshot\.restored/g)).toHaveLength(1);
  const redone = await callRefold(["redo", threadId], { home });
  expect(redone.code).toBe(0);
  expect(read("note.txt")).toBe("before turn two");
});

test("rollback without --files leaves the work tree alone", async () => {
  const { threadId } = await twoTurns({ snapshots: true });
  expect((await rollback(threadId, "--turns", "1")).code).toBe(0);
  expect(read("note.txt")).toBe("after turn two");
});

test("rollback --files goes nowhere when there is no snapshot to go to", async () => {
  const { threadId } = await twoTurns({ snapshots: false });
  const before = await callRefold(["state", threadId, "--json"], { home });
  const { code, stdout, stderr } = await rollback(threadId, "--turns", "1", "--files");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/no snapshot/);
  expect(await callRefold(["state", threadId, "--json"], { home })).toEqual(before);
  expect(read("note.txt")).toBe("after turn two");
});

/** A turn at the start of which a snapshot is taken, changes, and the same again. */
async function twoTurns({ snapshots }: { readonly snapshots: boolean }) {
  const store = jsonlStore({ home });
  const thread = await openThread({ store }, { cwd: tree });
  const offsets: number[] = [];
  for (const name of ["one", "two"]) {
    write("note.txt", `before turn ${name}`);
    offsets.push(await talk(thread, name, snapshots));
    write("note.txt", `after turn ${name}`);
  }
  await thread.close();
  await store.close();
  return { threadId: thread.id, offsets };
}

async function talk(thread: Thread, text: string, snapshots: boolean): Promise<number> {
  const turn = await thread.startTurn({ model: "m" });
  await turn.recordUserInput(text);
  const offset = thread.state.log.head;
  if (snapshots) await thread.takeSnapshot();
  await turn.complete();
  return offset;
}

function rollback(threadId: string, ...words: string[]) {
  return callRefold(["rollback", threadId, ...words], { home });
}

function write(name: string, text: string): void {
  writeFileSync(join(tree, name), text);
}

function read(name: string): string {
  return readFileSync(join(tree, name), "utf8");
}
