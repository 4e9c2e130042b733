import { join } from "node:path";
import { expect, test } from "vitest";
import { completed, event, meta, rolledBack, started, user } from "../dialects/codex/lines.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { callRefold } from "./run-refold.js";
import { writeLines } from "./stats/counting.js";

test("a Codex session is called by its newest name in every command, whatever was rolled back", async () => {
  const home = temporaryHome();
  const turn = (id: string) => [started(id), user(id), completed(id)];
  const name = (thread_name: string) => event("thread_name_updated", { thread_name });
  const lines = [meta, ...turn("a"), name("Tides"), ...turn("b"), name("Harbours"), rolledBack(1)];
  const path = writeLines(join(home, "session.jsonl"), lines);
  await callRefold(["import", path], { home });
  for (const words of [
    ["list", path, "--json"],
    ["list", "--json"],
    ["replay", path, "--json"],
    ["transcript", path, "--format", "json"],
  ]) {
    const { stdout } = await callRefold(words, { home });
    expect(/"title": ?"(\w+)"/.exec(stdout)?.[1]).toBe("Harbours");
  }
});
