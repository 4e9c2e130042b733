import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JsonObject } from "../../src/events/primitives.js";
import { callRefold } from "./run-refold.js";

const CLEAN = fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url));
const THREAD = "01KN6MM6TRFAHVDH0DBT7K39Y9";

let home: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "refold-compact-"));
  expect((await callRefold(["import", CLEAN], { home })).code).toBe(0);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("a dry run writes nothing, and is what the run then does", async () => {
  const head = await headOf();
  const dry = await json(["compact", THREAD, "--dry-run", "--strategy", "clear-outputs"]);
  expect(dry).toMatchObject({ kind: "compacted", dryRun: true, offset: null });
  expect(await headOf()).toBe(head);
  expect(await json(["compact", CLEAN, "--dry-run", "--strategy", "clear-outputs"])).toEqual(dry);
  const done = await json(["compact", THREAD, "--strategy", "clear-outputs"]);
  expect({ ...done, dryRun: true, offset: null }).toEqual(dry);
  expect(await headOf()).toBe(head + 1);
});

test("a summary without a model is shown with the tokens before and after, and undo takes it back", async () => {
  const before = await json(["state", THREAD, "--json"]);
  const { code, stdout } = await callRefold(["compact", THREAD], { home });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^compacted by summary: [\d,]+ tokens before, [\d,]+ after\n/);
  expect(stdout).toMatch(/\nwritten as #\d+\n$/);
  const done = await json(["compact", THREAD, "--dry-run"]);
  expect(done["tokensBefore"]).toBeGreaterThan(0);
  await callRefold(["undo", THREAD], { home });
  const { ledger } = await json(["state", THREAD, "--json"]);
  expect(ledger).toEqual(before["ledger"]);
});

test("a history that is within the target is not said to have nothing that could go", async () => {
  const words = ["compact", THREAD, "--dry-run", "--strategy", "sliding-window"];
  const { stdout } = await callRefold(words, { home });
  expect(stdout).toContain("or the history is within the target");
  expect((await callRefold([...words, "--target", "200"], { home })).stdout).toContain("compacted");
});

test.each([
  [["--strategy", "forget-all"], 2],
  [["--target", "0"], 2],
])("is refused with %j", async (words, code) => {
  const ran = await callRefold(["compact", THREAD, ...words], { home });
  expect(ran).toMatchObject({ code, stdout: "" });
});

async function headOf(): Promise<number> {
  const { stdout } = await callRefold(["log", THREAD, "--json"], { home });
  return stdout.trimEnd().split("\n").length;
}

async function json(words: readonly string[]): Promise<Record<string, unknown>> {
  const asked = words.includes("--json") ? words : [...words, "--json"];
  const { stdout, stderr } = await callRefold(asked, { home });
  expect(stderr).toBe("");
  return JsonObject.parse(JSON.parse(stdout));
}
