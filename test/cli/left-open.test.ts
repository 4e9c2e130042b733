import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openThread } from "../../src/runtime/open-thread.js";
import { nodeFileSystem } from "../../src/store/jsonl/file-system.js";
import { findRollout } from "../../src/store/jsonl/home.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { callRefold } from "./run-refold.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "refold-left-open-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const ULID = "01KNS7MFCZF88B5H2NN8F7Y381";

test("a session that was cut inside a turn goes back, and comes again", async () => {
  const lines = readFileSync("fixtures/turns.jsonl", "utf8").split("\n");
  const path = join(home, "cut.jsonl");
  writeFileSync(path, `${lines.slice(0, 33).join("\n")}\n`); // its third turn never ends
  await callRefold(["import", path], { home });
  const undone = await callRefold(["undo", ULID], { home });
  expect(undone).toMatchObject({ code: 0, stderr: "" });
  expect(undone.stdout).toContain("back to #24");
  expect((await callRefold(["redo", ULID], { home })).stdout).toContain("back to #32");
  const back = await callRefold(["rollback", ULID, "--turns", "2"], { home });
  expect(back.stdout).toContain("back to #12 (2 turns)");
});

test("undo with nothing to undo records nothing, not even the end of a turn that was left open", async () => {
  const store = jsonlStore({ home });
  const thread = await openThread({ store }, { cwd: home });
  await thread.startTurn({ model: "m", provider: "openai", cwd: home }); // its user never spoke
  await store.close();
  const path = findRollout({ fileSystem: nodeFileSystem, home }, thread.id) ?? "";
  const before = readFileSync(path, "utf8");
  const { code, stderr } = await callRefold(["undo", thread.id], { home });
  expect({ code, stderr }).toMatchObject({ code: 1 });
  expect(stderr).toMatch(/nothing to undo|no turn/i);
  expect(readFileSync(path, "utf8")).toBe(before);
});

test("a thread that somebody drives stays where it is", async () => {
  const store = jsonlStore({ home });
  const thread = await openThread({ store }, { cwd: home });
  const turn = await thread.startTurn({ model: "m", provider: "openai", cwd: home });
  await turn.recordUserInput("hello");
  const { code, stderr } = await callRefold(["undo", thread.id], { home });
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`process ${process.pid}|pid ${process.pid}`));
  await turn.complete();
  await thread.close();
  await store.close();
});
