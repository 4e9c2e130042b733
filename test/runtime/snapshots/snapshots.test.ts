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
import { openThread } from "../../../src/runtime/open-thread.js";
import {
  restoreGitSnapshot,
  takeGitSnapshot,
} from "../../../src/runtime/snapshots/git-snapshot.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";

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

  test("leaves repositories inside the work tree to themselves", async () => {
    execFileSync("git", ["init", "-q", "begun"], { cwd: root });
    write("begun/i.txt", "of a repository without a commit");
    const { untracked, skipped } = await takeGitSnapshot({ cwd: root });
    expect(skipped).toEqual(["begun/"]);
    expect(untracked).toEqual(["begun/"]);
  });

  test.skipIf(process.platform !== "linux")("names files whose name is no UTF-8", async () => {
    const name = Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9])]);
    writeFileSync(name, "latin-1");
    write("new.txt", "new");
    const { commit: made, skipped } = await takeGitSnapshot({ cwd: root });
    expect(skipped).toEqual(["caf\u{fffd}"]);
    expect(git("ls-tree", "-r", "--name-only", made)).toContain("new.txt");
    rmSync(name);
  });

  test("is of the folder's repository, whatever git calls this process from", async () => {
    const other = realpathSync(mkdtempSync(join(tmpdir(), "refold-other-")));
    execFileSync("git", ["init", "-q"], { cwd: other });
    process.env["GIT_DIR"] = join(other, ".git");
    process.env["GIT_INDEX_FILE"] = join(other, ".git", "index");
    try {
      const { commit: made } = await takeGitSnapshot({ cwd: join(root, "folder") });
      delete process.env["GIT_DIR"];
      delete process.env["GIT_INDEX_FILE"];
      expect(git("ls-tree", "-r", "--name-only", made).split("\n")).toContain("folder/deep.txt");
    } finally {
      delete process.env["GIT_DIR"];
      delete process.env["GIT_INDEX_FILE"];
      rmSync(other, { recursive: true });
    }
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

  test("leaves a repository alone that was cloned into the work tree since", async () => {
    const { commit: made, untracked } = await takeGitSnapshot({ cwd: root });
    execFileSync("git", ["init", "-q", "cloned"], { cwd: root });
    write("cloned/i.txt", "i");
    write("kept.txt", "changed");
    const { deleted } = await restoreGitSnapshot({ cwd: root, commit: made, untracked });
    expect(deleted).toEqual([]);
    expect([read("kept.txt"), read("cloned/i.txt")]).toEqual(["kept", "i"]);
  });

  test("never takes back a log that lies in the work tree, whatever link the store is named by", async () => {
    const link = join(tmpdir(), `refold-link-${process.pid}`);
    symlinkSync(root, link);
    const store = jsonlStore({ home: join(link, ".refold"), durability: "none" });
    try {
      const thread = await openThread({ store }, { cwd: root });
      await thread.rename("before");
      const { commit: made } = await thread.takeSnapshot();
      await thread.rename("behind");
      write("new.txt", "new");
      await thread.restoreSnapshot();
      expect(existsSync(join(root, "new.txt"))).toBe(false);
      expect(git("ls-tree", "-r", "--name-only", made)).not.toContain(".refold");
      const types: string[] = [];
      for await (const { type } of store.read(thread.id)) types.push(type);
      expect(types.at(-1)).toBe("snapshot.restored");
    } finally {
      await store.close();
      rmSync(link);
    }
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
