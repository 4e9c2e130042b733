import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PaginatedHome } from "../dialects/codex/lineages.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { callRefold } from "./run-refold.js";

test("a fork without the file that its history begins in is refused by every command", async () => {
  const codex = new PaginatedHome([
    { kind: "turn", thread: 0 },
    { kind: "fork", thread: 0, cut: 5 },
    { kind: "turn", thread: 1 },
  ]);
  const [, name = ""] = codex.files.map((file) => file.name);
  const folder = temporaryHome();
  const fork = join(folder, name);
  writeFileSync(fork, codex.contents().get(name) ?? "");
  const reading = ["replay", "state", "prompt", "transcript", "tokens", "check", "log", "cache"];
  for (const words of [
    ...reading.map((command) => [command, fork]),
    ["forgetting", fork],
    ["explain", fork],
    ["show", fork, "1"],
    ["diff", fork, fork],
    ["stats", fork],
    ["doctor", fork],
    ["list", "--codex", folder],
    ["import", fork],
    ["fork", fork, "--at", "1"],
    ["export", fork, "--format", "codex"],
    ["repair", fork, "-o", join(folder, "repaired.jsonl")],
  ]) {
    const { code, stdout, stderr } = await callRefold(words, { home: temporaryHome() });
    expect(code, words[0]).toBe(1);
    expect((stdout + stderr).replaceAll(/\s+/g, " "), words[0]).toContain(
      "its history begins in a file that is not found (missing)",
    );
  }
});
