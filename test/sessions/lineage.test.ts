import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { replay } from "../../src/reducers/replay.js";
import { openSession } from "../../src/sessions/open-session.js";
import { PaginatedHome } from "../dialects/codex/lineages.js";
import { temporaryHome } from "../store/jsonl/home.js";

/** A fork, and the thread that it was forked from; each file goes where it is said to. */
function written(placeOf: (name: string, index: number) => string): readonly string[] {
  const folder = temporaryHome();
  const home = new PaginatedHome([
    { kind: "turn", thread: 0 },
    { kind: "fork", thread: 0, cut: 5 },
    { kind: "turn", thread: 1 },
  ]);
  return [...home.contents()].map(([name, bytes], index) => {
    const path = join(folder, placeOf(name, index), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return path;
  });
}

async function itemsOf(path: string): Promise<number> {
  const { source } = await openSession(path);
  return (await replay(source)).ledger.entries.length;
}

test("a base is found beside its fork, in the sessions of the home, and in its archive", async () => {
  const places = [
    () => "",
    (_: string, index: number) => (index === 0 ? "sessions/2024/01/01" : "sessions/2026/03/02"),
    (_: string, index: number) => (index === 0 ? "archived_sessions" : "sessions/2026/03/02"),
    (_: string, index: number) => (index === 0 ? "sessions/2026/03/02" : "archived_sessions"),
  ];
  for (const place of places) expect(await itemsOf(written(place)[1] ?? "")).toBe(4);
});

test("a base elsewhere is not found", async () => {
  const [, fork = ""] = written((_, index) => (index === 0 ? "elsewhere" : "sessions/2026"));
  await expect(openSession(fork)).rejects.toMatchObject({
    code: "damaged-lineage",
    details: { file: fork, reason: "missing" },
  });
});
