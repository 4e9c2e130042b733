import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { takeGitSnapshot } from "../../../src/runtime/snapshots/git-snapshot.js";

vi.mock("node:fs/promises", { spy: true });

test("a file that goes while a snapshot is taken is not in it, and all others are", async () => {
  const root = mkdtempSync(join(tmpdir(), "refold-snapshots-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" });
  git("init", "-q");
  for (const name of ["a.txt", "b.tmp", "c [*].txt"]) writeFileSync(join(root, name), name);
  const { lstat: look } = await vi.importActual<{ lstat: typeof lstat }>("node:fs/promises");
  vi.mocked(lstat).mockImplementation(async (path) => {
    const seen = await look(path);
    if (String(path).endsWith(".tmp")) rmSync(String(path)); // just after the look at it
    return seen;
  });
  const { commit } = await takeGitSnapshot({ cwd: root });
  expect(git("ls-tree", "-r", "--name-only", commit).trim().split("\n")).toEqual([
    "a.txt",
    "c [*].txt",
  ]);
});
