import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sessionIn, THREAD_ID } from "../sessions/slim/slimmable-rollout.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { callRefold } from "./run-refold.js";

function codexHome() {
  const folder = temporaryHome();
  const [home, codex] = [join(folder, "home"), join(folder, "codex")];
  const path = sessionIn(codex);
  return {
    codex,
    path,
    before: readFileSync(path),
    run: (...words: string[]) => callRefold(words, { home }),
  };
}

test("a home is looked at, slimmed, and given back from the vault byte for byte", async () => {
  const { codex, path, before, run } = codexHome();
  const dry = await run("slim", "--codex", codex, "--keep-turns", "1");
  expect(dry).toMatchObject({ code: 0, stderr: "" });
  expect(dry.stdout).toContain("would give way");
  expect(dry.stdout).toContain("nothing was written");
  expect(readFileSync(path).equals(before)).toBe(true);
  const applied = await run("slim", "--codex", codex, "--keep-turns", "1", "--apply", "--json");
  expect(applied.code).toBe(0);
  expect(JSON.parse(applied.stdout)).toMatchObject({
    ...{ kind: "slim", applied: true, keepTurns: 1, left: [] },
    files: [{ path, dialect: "codex", applied: true, bytesAfter: statSync(path).size }],
    bytesBefore: before.length,
  });
  expect(statSync(path).size).toBeLessThan(before.length / 2);
  const kept: unknown = JSON.parse((await run("vault", "show", THREAD_ID, "--json")).stdout);
  expect(kept).toMatchObject({ generations: [{ why: "new" }, { why: "slimmed" }] });
  expect((await run("vault", "restore", `${THREAD_ID}@1`, "--force")).code).toBe(0);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("a packed session is listed in a folder, and refused by its name", async () => {
  const { codex, before, run } = codexHome();
  const packed = join(codex, "sessions", `rollout-2026-03-02T10-00-00-${THREAD_ID}.jsonl.gz`);
  writeFileSync(packed, gzipSync(before));
  const all = await run("slim", "--codex", codex);
  expect(all.code).toBe(0);
  expect(all.stdout).toContain(`left as it is (compressed): ${packed}`);
  expect(all.stdout).not.toContain("not now");
  const one = await run("slim", packed);
  expect(one).toMatchObject({ code: 1, stdout: "no session would become shorter\n" });
  expect(one.stderr).toContain("it is compressed");
});

test("what is no session, and nothing at all, is refused", async () => {
  const { run } = codexHome();
  expect((await run("slim")).code).toBe(2);
  expect((await run("slim", "not-there.jsonl")).code).toBe(1);
});

test("a dry run says what --apply would refuse now", async () => {
  const { codex, path, run } = codexHome();
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace('"cwd"', '"history_mode":"paginated","cwd"'),
  );
  writeFileSync(join(codex, "thread_history_1.sqlite"), "positions");
  const dry = await run("slim", path, "--keep-turns", "1");
  expect(dry.stdout).toContain("1 of them not now: in a home with an index of byte positions");
  const dropped = await run("slim", path, "--keep-turns", "1", "--drop-index");
  expect(dropped.stdout).not.toContain("not now");
});
