import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answer,
  completed,
  context,
  event,
  meta,
  rolledBack,
  started,
  textOf,
  user,
} from "../../dialects/codex/lines.js";
import { callRefold } from "../run-refold.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "refold-once-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const counts = (total: number) => ({ input_tokens: total, output_tokens: 1, total_tokens: total });
const used = (last: number, total: number) =>
  event("token_count", {
    info: { last_token_usage: counts(last), total_token_usage: counts(total) },
  });

test("a report that a later line repeats to make the history again is shown once", async () => {
  const path = join(folder, "merged.jsonl");
  const first = [meta, started("a"), context("a", "m"), user("one"), answer("1"), used(100, 100)];
  const second = [started("b"), context("b", "m"), user("two"), rolledBack(1), used(120, 220)];
  writeFileSync(path, textOf([...first, ...second, completed("c")])); // joins both: one turn, gone
  const { stdout } = await callRefold(["replay", path]);
  expect(stdout.match(/^ +#\d+ tokens .*$/gm)).toEqual([
    "     #5 tokens    100 in, 1 out",
    "    #10 tokens    120 in, 1 out",
  ]);
  expect(stdout).toContain("  tokens    220 in (0 cached), 2 out");
});

test("a summary is shown without the sentence that Codex puts before each", async () => {
  const { stdout } = await callRefold(["replay", "fixtures/turns.jsonl"]);
  expect(stdout).toContain("│ The clock reads its almanac from `data/cork.json` and is\n");
  expect(stdout).not.toContain("Another language model");
});
