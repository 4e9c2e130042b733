import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { fileBytes } from "../../src/sessions/file-bytes.js";
import { blobPath } from "../../src/store/jsonl/blobs.js";
import { sessionIn } from "../sessions/slim/slimmable-rollout.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { recordedSessions } from "./recorded-sessions.js";
import { callRefold } from "./run-refold.js";

const isLinux = process.platform === "linux";

/** Whoever opens a pipe without care waits for ever, and reading this device does not end. */
function putNoFiles(pipe: string, device: string): void {
  mkdirSync(dirname(pipe), { recursive: true });
  for (const path of [pipe, device]) rmSync(path, { force: true });
  execFileSync("mkfifo", [pipe]);
  symlinkSync(isLinux ? "/dev/zero" : pipe, device);
}

test("pipes and devices among what Claude Code says of its processes do not stop a slim", async () => {
  const folder = temporaryHome();
  const claude = join(folder, "claude");
  putNoFiles(join(claude, "sessions", "1.json"), join(claude, "sessions", "2.json"));
  const path = sessionIn(join(claude, "projects"));
  const { code, stdout } = await callRefold(["slim", path, "--keep-turns", "1"], { home: folder });
  expect(code).toBe(0);
  expect(stdout).toContain("would give way");
});

test("pipes and devices in a home are errors of reading, with the file", async () => {
  const home = temporaryHome();
  const images = recordedSessions().find(({ name }) => name === "images.jsonl")?.path ?? "";
  const id = (await callRefold(["import", images], { home })).stdout.slice(0, 26);
  const [one = "", two = ""] = readdirSync(join(home, "blobs"), { recursive: true })
    .map((name) => `sha256-${String(name).slice(-64)}`)
    .filter((hash) => /^sha256-[0-9a-f]{64}$/.test(hash))
    .map((hash) => blobPath(home, hash));
  putNoFiles(one, two);
  const out = join(home, "..", "out");
  for (const words of [
    ["check", id],
    ["import", images],
    ["export", id, "--format", "bundle", "-o", out],
  ]) {
    const { code, stdout, stderr } = await callRefold(words, { home });
    expect(code, words[0]).toBe(1);
    expect(stdout + stderr, words[0]).toMatch(/ENXIO|blob-corrupt|blob/);
  }
  const seen = await callRefold(["doctor"], { home });
  for (const path of [one, two]) expect(seen.stdout).toContain(`unreadable  ${path}`);
  for (const path of [one, two]) rmSync(path);
  mkdirSync(one);
  symlinkSync(two, two);
  const other = await callRefold(["doctor"], { home });
  for (const code of ["EISDIR", "blob-missing"]) expect(other.stdout).toContain(code);
});

test("a file in whose place a pipe stands by now is refused, never waited for", async () => {
  const path = join(temporaryHome(), "session.jsonl");
  copyFileSync(resolve("fixtures", "clean.jsonl"), path);
  const bytes = await fileBytes(path);
  rmSync(path);
  execFileSync("mkfifo", [path]);
  const refused = { code: "not-a-file", details: { path, kind: "pipe" } };
  await expect(bytes.slice(0, 10)).rejects.toMatchObject(refused);
  await expect(bytes.stream()[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused);
});

test("a path that cannot be looked at is a finding of doctor, by its name", async () => {
  const loop = resolve(temporaryHome(), "loop.jsonl");
  symlinkSync(loop, loop);
  const long = "x".repeat(300);
  const { code, stdout, stderr } = await callRefold(["doctor", loop, long]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  for (const code of ["dangling-link", "file-not-found"]) expect(stdout).toContain(code);
});

test.runIf(isLinux)("a file whose name is not UTF-8 is named as such", async () => {
  const folder = temporaryHome();
  writeFileSync(Buffer.from(`${folder}/\xff.jsonl`, "latin1"), "{}");
  const { code, stdout, stderr } = await callRefold(["doctor", folder]);
  expect(stdout + stderr).toContain("not UTF-8");
  expect(code).toBe(1);
});
