import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callRefold, runRefold } from "./run-refold.js";

const BIN = fileURLToPath(new URL("../../bin/refold.js", import.meta.url));
const CLEAN = fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url));
const THREAD_ID = "01KN6MM6TRFAHVDH0DBT7K39Y9";

let home: string;
let child: ChildProcess | null = null;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "refold-follow-"));
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
});

test("log --follow shows what another process writes to a thread, and Ctrl-C ends it with 0", async () => {
  await callRefold(["import", CLEAN], { home });
  const lines = follow(THREAD_ID, "--from", "36");
  expect(await next(lines)).toMatchObject({ offset: 36 });
  expect((await runRefold(["rollback", THREAD_ID, "--turns", "1"], { home })).code).toBe(0);
  expect(await next(lines)).toMatchObject({ offset: 37, type: "history.rolled-back" });
  expect((await callRefold(["redo", THREAD_ID], { home })).code).toBe(0);
  expect(await next(lines)).toMatchObject({ offset: 38, type: "history.rolled-back" });
  expect(await interrupted()).toEqual([0, null]);
});

test("log --follow shows what its tool appends to a file, and Ctrl-C ends it with 0", async () => {
  const text = readFileSync(CLEAN, "utf8").trimEnd().split("\n");
  const path = join(home, "session.jsonl");
  writeFileSync(path, `${text.slice(0, 10).join("\n")}\n`);
  const lines = follow(path, "--from", "9");
  expect(await next(lines)).toMatchObject({ offset: 9 });
  appendFileSync(path, `${text.slice(10, 11).join("\n")}\n`);
  expect(await next(lines)).toMatchObject({ offset: 10 });
  expect(await interrupted()).toEqual([0, null]);
});

function follow(...words: string[]): AsyncIterator<string> {
  const env = { ...process.env, REFOLD_HOME: home };
  const started = spawn(process.execPath, [BIN, "log", ...words, "--follow", "--json"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  return createInterface({ input: started.stdout })[Symbol.asyncIterator]();
}

async function next(lines: AsyncIterator<string>): Promise<unknown> {
  const line: IteratorResult<string, unknown> = await lines.next();
  expect(line.done).toBe(false);
  return JSON.parse(String(line.value));
}

/** @returns exit code and signal */
async function interrupted(): Promise<unknown[]> {
  if (child === null) throw new Error("nothing is followed");
  const closed = once(child, "close");
  child.kill("SIGINT");
  return closed;
}
