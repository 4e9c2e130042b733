import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { restoreGitSnapshot } from "../../../src/runtime/snapshots/restore-snapshot.js";
import { takeGitSnapshot } from "../../../src/runtime/snapshots/take-snapshot.js";

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "refold-snapshots-")));
  git("init", "-q", "-b", "main");
  write(".gitignore", "ignored.txt\n");
  write("kept.txt", "kept");
  write("folder/deep.txt", "deep");
  commit("first");
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("a ghost snapshot", () => {
  test("touches neither HEAD, nor branches, nor the index", async () => {
    write("kept.txt", "changed");
    git("add", "kept.txt");
    write("kept.txt", "changed again");
    const before = [
      git("rev-parse", "HEAD"),
      git("for-each-ref"),
      git("diff", "--cached"),
      git("status", "-s"),
    ];

    const { commit: made, parent } = await takeGitSnapshot({ cwd: root });

    expect([
      git("rev-parse", "HEAD"),
      git("for-each-ref"),
      git("diff", "--cached"),
      git("status", "-s"),
    ]).toEqual(before);
    expect(parent).toBe(git("rev-parse", "HEAD"));
    expect(git("show", `${made}:kept.txt`)).toBe("changed again");
  });

  test("holds tracked and untracked files, and no ignored ones", async () => {
    write("new file.txt", "new");
    write("ignored.txt", "secret");
    rmSync(join(root, "kept.txt"));
    const { commit: made, untracked } = await takeGitSnapshot({ cwd: join(root, "folder") });
    expect(git("ls-tree", "-r", "--name-only", made).split("\n")).toEqual([
      ".gitignore",
      "folder/deep.txt",
      "new file.txt",
    ]);
    expect(untracked).toEqual(["new file.txt"]);
  });

  test("leaves big untracked files out and names them", async () => {
    write("big.bin", "x".repeat(2000));
    const { commit: made, skipped } = await takeGitSnapshot({
      cwd: root,
      untrackedLimitBytes: 1000,
    });
    expect(skipped).toEqual(["big.bin"]);
    expect(git("ls-tree", "-r", "--name-only", made)).not.toContain("big.bin");
  });

  test("takes names as they are, also those that git reads as patterns", async () => {
    const names = ["*", ":(top)x", "[ab].txt", "!not"];
    for (const name of names) write(name, "small");
    for (const name of ["big.bin", "a.txt.big"]) write(name, "x".repeat(2000));
    const {
      commit: made,
      untracked,
      skipped,
    } = await takeGitSnapshot({
      cwd: root,
      untrackedLimitBytes: 1000,
    });
    expect(skipped.toSorted()).toEqual(["a.txt.big", "big.bin"]);
    expect(untracked).toEqual(expect.arrayContaining(names));
    const held = git("ls-tree", "-r", "--name-only", made).split("\n");
    expect(held).toEqual(expect.arrayContaining(names));
    expect(held.filter((name) => name.includes("big"))).toEqual([]);
  });

  test("can be taken before the first commit and in the middle of a merge", async () => {
    const empty = realpathSync(mkdtempSync(join(tmpdir(), "refold-empty-")));
    execFileSync("git", ["init", "-q"], { cwd: empty });
    writeFileSync(join(empty, "a.txt"), "a");
    expect(await takeGitSnapshot({ cwd: empty })).toMatchObject({
      parent: null,
      untracked: ["a.txt"],
    });
    rmSync(empty, { recursive: true });

    git("checkout", "-q", "-b", "other");
    write("kept.txt", "theirs");
    commit("theirs");
    git("checkout", "-q", "main");
    write("kept.txt", "ours");
    commit("ours");
    expect(() => git("merge", "other")).toThrow();
    const status = git("status", "-s");
    const { commit: made } = await takeGitSnapshot({ cwd: root });
    expect(git("status", "-s")).toBe(status);
    expect(git("show", `${made}:kept.txt`)).toContain("<<<<<<<");
  });

  test("names submodules, whose own files it does not hold", async () => {
    const inner = realpathSync(mkdtempSync(join(tmpdir(), "refold-inner-")));
    execFileSync("git", ["init", "-q"], { cwd: inner });
    writeFileSync(join(inner, "i.txt"), "i");
    commit("inner", inner);
    git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "module");
    commit("with a module");
    expect((await takeGitSnapshot({ cwd: root })).submodules).toEqual(["module"]);
    rmSync(inner, { recursive: true });
  });

  test("that takes longer than asked for says so once, with the largest files", async () => {
    write("big.bin", "x".repeat(2000));
    write("small.bin", "x");
    const slow: (readonly string[])[] = [];
    await takeGitSnapshot({ cwd: root, noticeAfterMs: 0, onSlow: (largest) => slow.push(largest) });
    expect(slow).toEqual([["big.bin", "small.bin"]]);
  });

  test("outside a work tree is refused by name", async () => {
    const plain = realpathSync(mkdtempSync(join(tmpdir(), "refold-plain-")));
    await expect(takeGitSnapshot({ cwd: plain })).rejects.toMatchObject({
      code: "not-a-repository",
    });
    rmSync(plain, { recursive: true });
  });
});

describe("restoring a ghost snapshot", () => {
  test("brings back changed, deleted and renamed files, and takes away what came since", async () => {
    write("untracked.txt", "was here");
    write("ignored.txt", "secret");
    symlinkSync("kept.txt", join(root, "link"));
    const { commit: made, untracked } = await takeGitSnapshot({ cwd: root });

    write("kept.txt", "changed");
    rmSync(join(root, "untracked.txt"));
    renameSync(join(root, "folder/deep.txt"), join(root, "moved.txt"));
    rmSync(join(root, "link"));
    write("later/new.txt", "new");
    write("ignored.txt", "secret, changed");
    const head = [git("rev-parse", "HEAD"), git("ls-files", "--stage")];

    const { deleted } = await restoreGitSnapshot({ cwd: root, commit: made, untracked });

    expect(read("kept.txt")).toBe("kept");
    expect(read("untracked.txt")).toBe("was here");
    expect(read("folder/deep.txt")).toBe("deep");
    expect(readlinkSync(join(root, "link"))).toBe("kept.txt");
    expect(existsSync(join(root, "later"))).toBe(false);
    expect(deleted.toSorted()).toEqual(["later/new.txt", "moved.txt"]);
    expect(read("ignored.txt")).toBe("secret, changed");
    expect([git("rev-parse", "HEAD"), git("ls-files", "--stage")]).toEqual(head);
  });

  test("keeps untracked files that were too big to be held", async () => {
    write("big.bin", "x".repeat(2000));
    const { commit: made, untracked } = await takeGitSnapshot({
      cwd: root,
      untrackedLimitBytes: 10,
    });
    write("big.bin", "y".repeat(2000));
    await restoreGitSnapshot({ cwd: root, commit: made, untracked });
    expect(read("big.bin")).toBe("y".repeat(2000));
  });

  test("of a commit that is gone is an error that says so", async () => {
    const gone = "0123456789012345678901234567890123456789";
    await expect(
      restoreGitSnapshot({ cwd: root, commit: gone, untracked: [] }),
    ).rejects.toMatchObject({
      code: "git-failed",
    });
    expect(read("kept.txt")).toBe("kept");
  });
});

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trimEnd();
}
function commit(words: string, cwd: string = root): void {
  const who = ["-c", "user.name=t", "-c", "user.email=t@localhost"];
  execFileSync("git", ["add", "-A"], { cwd });
  execFileSync("git", [...who, "commit", "-q", "-m", words], { cwd });
}
function write(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}
function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
