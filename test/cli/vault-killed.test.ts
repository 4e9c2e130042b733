import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { textOf } from "../vault/changing-home.js";
import { keepOnce } from "../vault/vault-folder.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { callRefold } from "./run-refold.js";

const BIN = fileURLToPath(new URL("../../bin/refold.js", import.meta.url));
const FILES = 40;

/** Restores until so many files are told of, and is killed then. */
async function restoreKilled(words: readonly string[], afterFiles: number): Promise<void> {
  const child = spawn(process.execPath, [BIN, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  let lines = 0;
  child.stdout.on("data", (bytes: Buffer) => {
    lines += bytes.toString().split("\n").length - 1;
    if (lines >= afterFiles) child.kill("SIGKILL");
  });
  await once(child, "close");
}

test("a restore that is killed leaves whole files only, and the next one finishes it", async () => {
  const folder = temporaryHome();
  const [sessions, home, to] = ["sessions", "home", "to"].map((name) => join(folder, name));
  if (sessions === undefined || home === undefined || to === undefined) return;
  mkdirSync(sessions);
  const contents = new Map<string, Buffer>();
  for (let number = 0; number < FILES; number += 1) {
    contents.set(`${number}.jsonl`, textOf(number, 20_000 + number));
  }
  for (const [name, content] of contents) writeFileSync(join(sessions, name), content);
  await keepOnce(sessions, join(home, "vault"));
  const words = ["vault", "restore", sessions, "--to", to, "--home", home];
  for (const afterFiles of [1, 5, 20]) {
    await restoreKilled(words, afterFiles);
    const names = existsSync(to) ? readdirSync(to).filter((name) => name.endsWith(".jsonl")) : [];
    expect(names.length).toBeGreaterThanOrEqual(afterFiles);
    for (const name of names) {
      expect(readFileSync(join(to, name)).equals(contents.get(name) ?? Buffer.of())).toBe(true);
    }
  }
  expect((await callRefold(words.slice(0, -2), { home })).code).toBe(0);
  expect(readdirSync(to).toSorted()).toEqual([...contents.keys()].toSorted());
});
