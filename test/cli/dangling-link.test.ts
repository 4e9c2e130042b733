import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession } from "../../src/sessions/open-session.js";
import { callRefold } from "./run-refold.js";

const BIN = fileURLToPath(new URL("../../bin/refold.js", import.meta.url));

let folder: string;
let link: string;
let target: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "refold-links-")));
  target = join(folder, "gone.jsonl");
  link = join(folder, "link");
  symlinkSync("gone.jsonl", link);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a link to nothing is refused as what it is, by every command that takes a FILE", async () => {
  const out = join(folder, "out.jsonl");
  for (const words of [
    ["replay", link],
    ["import", link],
    ["fork", link, "--at", "1"],
    ["export", link, "--format", "md"],
    ["repair", link, "-o", out],
    ["stats", link],
    ["doctor", link],
  ]) {
    const { code, stdout, stderr } = await callRefold(words, { home: join(folder, "home") });
    expect(code, words[0]).toBe(1);
    const shown = (stdout + stderr).replaceAll(/\s+/g, " ");
    expect(shown).toContain(`${link} is a link to ${target}, which leads to no file`);
  }
});

test("a link to nothing is refused also by a name that could be a thread's", () => {
  const { status, stderr } = spawnSync(process.execPath, [BIN, "replay", "link"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toBe(
    `refold: link is a link to ${target}, which leads to no file\n` +
      "Name the file itself, or recreate the link.\n",
  );
});

test("a link that leads back to itself leads to no file either", async () => {
  const loop = join(folder, "loop");
  symlinkSync(loop, loop);
  const refused = { code: "dangling-link", details: { path: loop, target: loop } };
  await expect(openSession(loop)).rejects.toMatchObject(refused);
});
