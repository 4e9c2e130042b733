import {
  existsSync,
  readdirSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  appendFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { findHomeFiles } from "../../src/vault/homes.js";
import { keepFiles } from "../../src/vault/keep-files.js";
import { openVault, vaultFolder } from "../../src/vault/vault.js";
import { PaginatedHome } from "../dialects/codex/lineages.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { callRefold } from "./run-refold.js";

const CLEAN = fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url));
const ID = "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9";
const SESSION = `sessions/2026/04/02/rollout-2026-04-02T08-41-07-${ID}.jsonl`;

const Listed = z.tuple([z.object({ threadId: z.string() })]);

/** A Codex home with a session that grew, was kept twice, and was deleted. */
async function keptHome() {
  const folder = temporaryHome();
  const [home, codex] = [join(folder, "home"), join(folder, "codex")];
  const path = join(codex, SESSION);
  mkdirSync(dirname(path), { recursive: true });
  const lines = readFileSync(CLEAN, "utf8").split("\n");
  writeFileSync(path, `${lines.slice(0, 20).join("\n")}\n`);
  writeFileSync(join(codex, "session_index.jsonl"), `{"id":"${ID}"}\n`);
  await keep(home, codex);
  copyFileSync(CLEAN, path);
  await keep(home, codex);
  rmSync(path);
  await keep(home, codex);
  const run = (...words: string[]) => callRefold(["vault", ...words], { home });
  const json = async (...words: string[]): Promise<unknown> =>
    JSON.parse((await run(...words, "--json")).stdout);
  return { folder, home, codex, path, run, json };
}

async function keep(home: string, codex: string): Promise<void> {
  const vault = await openVault(vaultFolder(home), { isBegun: true });
  await keepFiles(vault, findHomeFiles({ codex }));
  vault.close();
}

test("list names sessions with title, generations and whether they are there", async () => {
  const { run, json, codex, path } = await keptHome();
  const row = { tool: "codex", home: codex, path: SESSION, id: ID, generations: 3, there: false };
  const title = "Since Sunday the clock shows high water an hour late. Can you find out why?";
  expect(await json("list")).toMatchObject({ files: [{ ...row, title, bytes: 11_395 }], more: 0 });
  expect(await json("list", "--files")).toMatchObject({ files: [{}, {}] });
  expect(await json("list", "--gone", "nothing")).toEqual({ files: [], more: 0 });
  const { stdout } = await run("list", "--utc");
  expect(stdout).toContain("gone");
  expect(stdout).toContain(path);
});

test("show lists generations, and writes the content of one", async () => {
  const { run, json } = await keptHome();
  expect(await json("show", ID)).toMatchObject({
    path: SESSION,
    generations: [
      { number: 1, why: "new" },
      { number: 2, why: "grew", bytes: 11_395 },
      { number: 3, why: "gone", sha256: null },
    ],
  });
  expect((await run("show", `${ID.slice(0, 8)}@2`)).stdout).toBe(readFileSync(CLEAN, "utf8"));
  expect((await run("show", "nothing")).code).toBe(1);
  expect((await run("show", `${ID}@3`)).code).toBe(2);
});

test("restore puts a session back to its place, or to a folder, and refuses to overwrite another", async () => {
  const { run, path, folder, codex, json } = await keptHome();
  const { code, stderr } = await run("restore", ID);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "refold: 1 file restored\n" });
  expect(readFileSync(path, "utf8")).toBe(readFileSync(CLEAN, "utf8"));
  appendFileSync(path, "mine\n");
  const refused = await run("restore", ID);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("is not overwritten");
  expect((await run("restore", ID, "--force")).code).toBe(0);
  expect(readFileSync(path, "utf8")).toBe(readFileSync(CLEAN, "utf8"));
  expect(await json("show", ID)).toMatchObject({ generations: [{}, {}, {}, { bytes: 11_400 }] });
  const to = join(folder, "to");
  expect(await json("restore", codex, "--to", to, "--as-of", "2020-01-01")).toEqual([]);
  expect(await json("restore", codex, "--to", to, "--dry-run")).toMatchObject([{}, {}]);
  expect((await run("restore", `${ID}@1`, "--to", to)).code).toBe(0);
  expect(readFileSync(join(to, SESSION), "utf8").split("\n")).toHaveLength(21);
});

test("restore of a folder brings all that was in it, of several homes each below its own", async () => {
  const folder = temporaryHome();
  const names = [`a/.codex/${SESSION}`, `b/${SESSION}`, "c/clean.jsonl"];
  for (const name of names) {
    mkdirSync(dirname(join(folder, "all", name)), { recursive: true });
    copyFileSync(CLEAN, join(folder, "all", name));
  }
  const home = join(folder, "home");
  await callRefold(["keep", join(folder, "all"), "--to", home]);
  const restore = async (name: string, to: string) => {
    await callRefold(["vault", "restore", join(folder, name), "--to", join(folder, to)], { home });
    return readdirSync(join(folder, to), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
  };
  expect(await restore("all", "x")).toEqual(names.map((name) => join(folder, "x", name)));
  expect(await restore("all/a/.codex/sessions/2026", "y")).toEqual([join(folder, "y", SESSION)]);
});

test("restore of a name that was a file and is a folder since brings both, and says which has no place", async () => {
  const folder = temporaryHome();
  const [all, home, to] = [join(folder, "all"), join(folder, "home"), join(folder, "to")];
  const name = join(all, "s.jsonl");
  mkdirSync(all);
  copyFileSync(CLEAN, name);
  await callRefold(["keep", all, "--to", home]);
  rmSync(name);
  mkdirSync(name);
  copyFileSync(CLEAN, join(name, "inner.jsonl"));
  await callRefold(["keep", all, "--to", home]);
  const restore = (...words: string[]) =>
    callRefold(["vault", "restore", name, ...words], { home });
  const { code, stdout, stderr } = await restore();
  expect(code).toBe(1);
  expect(stdout).toContain(join(name, "inner.jsonl"));
  expect(stderr).toContain(`${name} `);
  expect(stderr).toContain("1 as it was, 1 refused");
  const shown = await callRefold(["vault", "show", name, "--json"], { home });
  const keptAt = /"keptAt": "([^"]+)"/.exec(shown.stdout)?.[1] ?? "";
  expect((await restore("--to", to, "--as-of", keptAt)).code).toBe(0);
  expect(readFileSync(join(to, "s.jsonl"), "utf8")).toBe(readFileSync(CLEAN, "utf8"));
});

test("restore of a session brings the files that its history begins in, unless they are there", async () => {
  const folder = temporaryHome();
  const [home, codex] = [join(folder, "home"), join(folder, "codex")];
  const threads = new PaginatedHome([
    { kind: "turn", thread: 0 },
    { kind: "fork", thread: 0, cut: 5 },
    { kind: "turn", thread: 1 },
    { kind: "fork", thread: 1, cut: 8 },
  ]);
  const day = join(codex, "sessions", "2026", "03", "01");
  const write = (): void => {
    mkdirSync(day, { recursive: true });
    for (const [name, bytes] of threads.contents()) writeFileSync(join(day, name), bytes);
  };
  write();
  await keep(home, codex);
  rmSync(codex, { recursive: true });
  const last = threads.files.at(-1);
  const run = (...words: string[]) => callRefold(["vault", ...words], { home });
  const { code, stderr } = await run("restore", last?.name ?? "");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "refold: 3 files restored\n" });
  for (const [name, bytes] of threads.contents()) {
    expect(readFileSync(join(day, name)).equals(bytes)).toBe(true);
  }
  rmSync(join(day, last?.name ?? ""));
  appendFileSync(join(day, threads.files[0]?.name ?? ""), "more\n");
  expect((await run("restore", last?.name ?? "")).stderr).toBe("refold: 1 file restored\n");
  expect((await run("prune", "--session", threads.files[0]?.name ?? "", "--apply")).code).toBe(0);
  const alone = await run("restore", last?.name ?? "", "--to", join(folder, "to"));
  expect(alone.code).toBe(1);
  expect(alone.stderr).toContain(`begins in the file of ${threads.files[0]?.id}`);
  const only = await run("restore", last?.name ?? "", "--only", "--to", join(folder, "only"));
  expect(only.stderr).toBe("refold: 1 file restored\n");
});

test("diff shows which lines a generation has more", async () => {
  const { json, run } = await keptHome();
  const diff = { sameFirst: 20, removed: 0, added: 17, sameLast: 0 };
  expect(await json("diff", `${ID}@1`)).toMatchObject(diff);
  const first = {
    kind: "added",
    line: 21,
    byte: 6059,
    bytes: 288,
    type: "event_msg.agent_message",
  };
  expect(await json("diff", ID, "--limit", "1")).toMatchObject({ changes: [first] });
  const { stdout } = await run("diff", ID);
  expect(stdout).toContain("20 lines the same at the beginning");
  expect(stdout).toContain("0 removed, 17 added");
});

test("prune shows what would go, and does it when it is asked to", async () => {
  const { home, run, json } = await keptHome();
  expect((await run("prune")).code).toBe(2);
  expect((await run("prune", "--keep-last", "0")).code).toBe(2);
  const dry = await run("prune", "--keep-last", "1");
  expect(dry.stdout).toContain("1 generation would go");
  const none = await run("prune", "--keep-last", "9");
  expect(none.stdout).toBe(
    "0 generations would go, and free 0 B (by this rule every generation stays); --apply does it\n",
  );
  expect(await json("show", ID)).toMatchObject({ generations: [{}, {}, {}] });
  await callRefold(["list", "--vault"], { home });
  expect(readdirSync(vaultFolder(home))).toContain("index");
  expect((await run("prune", "--keep-last", "1", "--apply")).code).toBe(0);
  expect(readdirSync(vaultFolder(home))).not.toContain("index"); // it may hold what was forgotten
  expect(await json("show", ID)).toMatchObject({ generations: [{ why: "grew" }, { why: "gone" }] });
  expect((await run("verify")).stdout).toMatch(/^2 generations, .*: all whole\n$/);
  expect((await run("prune", "--session", ID, "--apply")).code).toBe(0);
  expect(await json("list", "--files")).toMatchObject({ files: [{ path: "session_index.jsonl" }] });
});

test("verify exits with 1 and names what is not whole", async () => {
  const { run, home } = await keptHome();
  const pack = join(vaultFolder(home), "packs", "000001.pack");
  const bytes = readFileSync(pack);
  bytes[100] = (bytes[100] ?? 0) ^ 0xff;
  writeFileSync(pack, bytes);
  const { code, stdout } = await run("verify");
  expect(code).toBe(1);
  expect(stdout).toContain(`not whole: `);
  expect(stdout).toContain("damage: ");
});

test("a session that is only in the vault is read like any other, in each of its generations", async () => {
  const { home, path } = await keptHome();
  const before = readdirSync(tmpdir());
  const read = async (...words: string[]): Promise<string> => {
    const { code, stdout } = await callRefold([...words, "--vault"], { home });
    expect(code).toBe(0);
    return stdout;
  };
  expect(await read("replay", ID, "--turns")).toContain("turns     2");
  expect(await read("replay", `${ID}@1`, "--turns")).toContain("turns     1");
  const [{ threadId }] = Listed.parse(JSON.parse(await read("list", "--json")));
  expect(await read("replay", threadId, "--turns")).toContain("turns     2");
  expect(await read("replay", `${threadId.slice(0, 10)}@1`, "--turns")).toContain("turns     1");
  const title = "Since Sunday the clock shows high water an hour late. Can you find out why?";
  expect(JSON.parse(await read("list", "--json"))).toMatchObject([{ title, path, turns: 2 }]);
  expect(JSON.parse(await read("stats", "--json"))).toMatchObject({ files: 1, unread: [] });
  const found: unknown = JSON.parse(await read("search", '"npm test"', "--role", "tool", "--json"));
  expect(found).toMatchObject({ sessions: [{ path, hits: [{ offset: 17 }, { offset: 30 }] }] });
  expect(readdirSync(home)).toEqual(["vault"]); // the index is in it
  const left = readdirSync(tmpdir()).filter((name) => !before.includes(name));
  expect(left.filter((name) => existsSync(join(tmpdir(), name, "1-codex")))).toEqual([]);
});

test("a vault that is missing is an error of its own", async () => {
  const { code, stderr } = await callRefold(["vault", "list"]);
  expect(code).toBe(1);
  expect(stderr).toContain("there is no vault");
});
