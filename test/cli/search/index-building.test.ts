import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodePart, type IndexedFile } from "../../../src/sessions/search/index-part.js";
import { indexFolder } from "../../../src/sessions/search/search-index.js";
import { temporaryHome } from "../../store/jsonl/home.js";
import { foundIn } from "./found-json.js";
import { runRefold } from "../run-refold.js";

const BIN = fileURLToPath(new URL("../../../bin/refold.js", import.meta.url));
const FILES = 5;
const FILE_BYTES = 4 * 1024 * 1024;

/** Enough for several parts, made by worker threads; nothing here writes to them. */
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "refold-sessions-"));
  writeSessions();
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeSessions(): void {
  for (let file = 0; file < FILES; file += 1) {
    const lines = [{ type: "session", version: 3, id: `s${file}`, timestamp: TIME, cwd: "/p" }].map(
      (header) => JSON.stringify(header),
    );
    const words = Array.from({ length: 4_000 }, (_, word) => `word${word}of${file}`).join(" ");
    for (let id = 0, bytes = 0; bytes < FILE_BYTES; id += 1) {
      const content = [{ type: "text", text: `${words} needle${id}x` }];
      const message = { role: "user", content };
      const parentId = id === 0 ? null : `m${id - 1}`;
      const line = JSON.stringify({
        type: "message",
        id: `m${id}`,
        parentId,
        timestamp: TIME,
        message,
      });
      bytes += line.length;
      lines.push(line);
    }
    writeFileSync(join(folder, `${file}.jsonl`), `${lines.join("\n")}\n`);
  }
}

const TIME = "2026-04-01T00:00:00.000Z";
const QUERY = ["search", '"needle1x" word3999of4'];

async function hitsIn(home: string): Promise<number> {
  const { code, stdout, stderr } = await runRefold([...QUERY, folder, "--json"], { home });
  expect([code, stderr]).toEqual([0, ""]);
  return foundIn(stdout).sessions.length;
}

function partsIn(home: string): readonly string[] {
  return readdirSync(indexFolder(home)).filter((name) => name.endsWith(".part"));
}

/** Of a part; none: it is damaged. */
function filesOf(path: string): readonly IndexedFile[] {
  const part = decodePart(readFileSync(path));
  return typeof part === "string" ? [] : part.files;
}

test("an index whose making was killed at any moment is made further, and never wrong", async () => {
  const home = temporaryHome();
  // Before anything of it is there, once it is begun, and after a part.
  for (const isReached of [
    () => true,
    () => existsSync(indexFolder(home)),
    () => existsSync(indexFolder(home)) && partsIn(home).length > 0,
  ]) {
    const env = { ...process.env, REFOLD_HOME: home };
    const child = spawn(process.execPath, [BIN, ...QUERY, folder], { env, stdio: "ignore" });
    const ended = once(child, "close");
    while (!isReached() && child.exitCode === null) await delay(2);
    child.kill("SIGKILL");
    await ended;
  }
  expect(await hitsIn(home)).toBe(1);
  for (const name of partsIn(home)) {
    expect(filesOf(join(indexFolder(home), name)).length).toBeGreaterThan(0);
  }
  expect(await hitsIn(home)).toBe(1);
});

test("two processes that make an index at a time both find everything, and one index is left", async () => {
  const home = temporaryHome();
  const both = await Promise.all([hitsIn(home), hitsIn(home)]);
  expect(both).toEqual([1, 1]);
  expect(await hitsIn(home)).toBe(1);
  const files = partsIn(home).flatMap((name) => filesOf(join(indexFolder(home), name)));
  expect(new Set(files.map(({ path }) => path)).size).toBe(FILES);
  expect(files).toHaveLength(FILES);
});
