import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { temporaryHome } from "../store/jsonl/home.js";
import { callRefold, runRefold } from "./run-refold.js";

const CLEAN = fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url));
const CLEAN_ULID = "01KN6MM6TRFAHVDH0DBT7K39Y9";

/** A bundle of a fork, and the home that it came from. */
async function forkedBundle() {
  const home = temporaryHome();
  await callRefold(["import", CLEAN], { home });
  const { stdout } = await callRefold(["fork", CLEAN_ULID, "--before-turn", "2"], { home });
  const fork = stdout.trim();
  const bundle = join(temporaryHome(), "fork.refold");
  const ran = await callRefold(["export", fork, "--format", "bundle", "-o", bundle], { home });
  expect(ran.code).toBe(0);
  return { home, fork, bundle };
}

test("a bundle opens in an empty home, ancestors first, and a second time changes nothing", async () => {
  const { home, fork, bundle } = await forkedBundle();
  expect(statSync(bundle).mode & 0o777).toBe(0o600);
  const other = temporaryHome();
  const first = await callRefold(["import", bundle], { home: other });
  expect(first.code).toBe(0);
  expect(first.stdout).toMatch(new RegExp(`^${CLEAN_ULID} +imported[^]*\n${fork} +imported`));
  const again = await callRefold(["import", bundle], { home: other });
  expect(again.code).toBe(0);
  expect(again.stdout).not.toMatch(/imported/);
  const show = (place: string) => callRefold(["log", fork, "--json"], { home: place });
  expect((await show(other)).stdout).toBe((await show(home)).stdout);
  const opened = await callRefold(["log", bundle, "--json"], { home: temporaryHome() });
  expect(opened.code).toBe(0);
});

test("a bundle with a wrong hash, or cut short, is refused in clear words, and stores nothing", async () => {
  const { bundle } = await forkedBundle();
  const plain = gunzipSync(readFileSync(bundle));
  plain.write("9", plain.indexOf('{"offset":0') + 20);
  const bad = join(temporaryHome(), "bad.refold");
  const cut = join(dirname(bad), "cut.refold");
  writeFileSync(bad, plain);
  writeFileSync(cut, readFileSync(bundle).subarray(0, 900));
  for (const [path, words] of [
    [bad, /at byte \d+: its bytes have another hash than the manifest says/],
    [cut, /at byte \d+: the bundle is cut short or changed here/],
  ] as const) {
    const home = temporaryHome();
    const imported = await callRefold(["import", path], { home });
    expect(imported.code).toBe(1);
    expect(imported.stderr).toMatch(words);
    expect(imported.stderr).not.toMatch(/\n {4}at /);
    const threads = join(home, "threads");
    expect(existsSync(threads) ? readdirSync(threads) : []).toEqual([]);
    const read = await callRefold(["log", path], { home });
    expect(read.code).toBe(1);
    expect(read.stderr).toMatch(words);
  }
});

test("a thread's name that is a path leads nowhere", async () => {
  const home = join(temporaryHome(), "home");
  await callRefold(["import", CLEAN], { home });
  const outside = join(dirname(home), "nobody.jsonl");
  writeFileSync(outside, readFileSync(CLEAN));
  const before = readdirSync(dirname(home)).toSorted();
  for (const words of [
    ["delete", "../../nobody", "--yes"],
    ["delete", "../nobody.jsonl", "--yes"],
    ["export", "../../nobody", "--format", "md"],
    ["export", "../nobody", "--format", "codex"],
    ["archive", "../../nobody"],
    ["rename", "../../nobody", "title"],
    ["replay", "../../nobody"],
  ]) {
    const { code, stdout, stderr } = await callRefold(words, { home });
    expect([1, 2]).toContain(code);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^refold: (?:not an id: "|there is no (?:file|thread)|.*no such)/);
  }
  expect(readdirSync(dirname(home)).toSorted()).toEqual(before);
});

test("what a bundle was unpacked into goes although the reader of the output went first", async () => {
  const [home, folder] = [temporaryHome(), temporaryHome()];
  const lines = readFileSync(CLEAN, "utf8").trimEnd().split("\n");
  const long = join(folder, "long.jsonl");
  // Far more than a pipe holds.
  writeFileSync(
    long,
    `${[...lines, ...Array<string>(5_000).fill(lines.at(-1) ?? "")].join("\n")}\n`,
  );
  const bundle = join(folder, "long.refold");
  await callRefold(["export", long, "--format", "bundle", "-o", bundle], { home });
  const temporary = join(folder, "temporary");
  mkdirSync(temporary);
  vi.stubEnv("TMPDIR", temporary);
  const { code } = await runRefold(["log", bundle, "--json"], { home, stopAfterBytes: 1 });
  vi.unstubAllEnvs();
  expect(code).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});
