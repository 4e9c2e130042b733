import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeFile } from "../../../src/cli/export/write-file.js";
import { temporaryHome } from "../../store/jsonl/home.js";

const parts = [Buffer.from("the tide "), Buffer.from("is high\n")];

function folders() {
  const folder = temporaryHome();
  const home = join(folder, "home");
  mkdirSync(join(home, "threads"), { recursive: true });
  return { folder, home };
}

test("a file is written whole, for its owner's eyes, and how large it is is told", async () => {
  const { folder, home } = folders();
  const path = join(folder, "out");
  expect(await writeFile(parts, { path, home, force: false })).toBe(17);
  expect(readFileSync(path, "utf8")).toBe("the tide is high\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).toSorted()).toEqual(["home", "out"]);
});

test("what breaks off leaves nothing after, and what stood there stands", async () => {
  const { folder, home } = folders();
  const path = join(folder, "out");
  const breaking = async function* () {
    yield* parts;
    await Promise.reject(new RangeError("no more"));
  };
  await expect(writeFile(breaking(), { path, home, force: true })).rejects.toThrow("no more");
  expect(readdirSync(folder)).toEqual(["home"]);
  writeFileSync(path, "before");
  await expect(writeFile(breaking(), { path, home, force: true })).rejects.toThrow("no more");
  expect(readFileSync(path, "utf8")).toBe("before");
  expect(readdirSync(folder).toSorted()).toEqual(["home", "out"]);
});

test("nothing is written into a home that is there, nor over the file that is read, even by force", async () => {
  const { folder, home } = folders();
  const source = join(folder, "source");
  const linked = join(folder, "linked");
  writeFileSync(source, "before");
  linkSync(source, linked);
  for (const path of [
    home,
    join(home, "out"),
    join(home, "..out"),
    join(home, "threads/x.jsonl"),
    source,
    linked,
  ]) {
    const writing = writeFile(parts, { path, home, source, force: true });
    await expect(writing).rejects.toMatchObject({ code: "file-exists" });
  }
  expect(readdirSync(home, { recursive: true })).toEqual(["threads"]);
  expect(readFileSync(source, "utf8")).toBe("before");
  const beside = join(folder, "home-made");
  await writeFile(parts, { path: beside, home, source, force: false });
  expect(existsSync(beside)).toBe(true);
  const again = writeFile(parts, { path: beside, home, source, force: false });
  await expect(again).rejects.toMatchObject({ code: "file-exists" });
});

test("a pipe and a folder stay what they are, even by force", async () => {
  const { folder, home } = folders();
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const inner = join(folder, "folder");
  mkdirSync(inner);
  for (const path of [pipe, inner]) {
    const writing = writeFile(parts, { path, home, force: true });
    await expect(writing).rejects.toMatchObject({ code: "file-exists" });
  }
  expect(statSync(pipe).isFIFO()).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(["folder", "home", "pipe"]);
});
