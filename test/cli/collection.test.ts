import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { openThread } from "../../src/runtime/open-thread.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { callRefold } from "./run-refold.js";
import { written } from "./written-files.js";

const TURNS = "01KNS7MFCZF88B5H2NN8F7Y381";

test("a thread is listed, renamed, archived, read, and unarchived", async () => {
  const home = await homeWithTurns();
  expect((await callRefold(["list"], { home })).stdout).toMatch(/^The almanac for Cork/);
  expect((await callRefold(["rename", TURNS, "Cork"], { home })).code).toBe(0);
  const before = await callRefold(["log", TURNS], { home });
  expect((await callRefold(["archive", TURNS], { home })).stdout).toMatch(/KB → .*KB/);
  expect((await callRefold(["list"], { home })).stdout).toMatch(/^Cork\n(?: .*\n)*.*archived/);
  expect((await callRefold(["log", TURNS], { home })).stdout).toBe(before.stdout);
  expect((await callRefold(["unarchive", TURNS], { home })).code).toBe(0);
  expect((await callRefold(["log", TURNS], { home })).stdout).toBe(before.stdout);
});

test("a signature holds no words that are looked for", async () => {
  const home = temporaryHome();
  const store = jsonlStore({ home });
  const thread = await openThread({ store });
  const encrypted_content = `${"Qk".repeat(150)}tide`;
  const turn = await thread.startTurn({ model: "gpt-5.2" });
  await turn.recordModelItems({ type: "reasoning", summary: [], encrypted_content });
  await turn.complete();
  await thread.close();
  await store.close();
  const { stdout } = await callRefold(["list", "--search", "tide", "--full-text"], { home });
  expect(stdout).toBe("");
});

test("a list is narrowed by what is asked for", async () => {
  const home = await homeWithTurns();
  const found = async (...words: string[]) =>
    (await callRefold(["list", ...words], { home })).stdout.includes("almanac");
  expect(await found("--search", "ALMANAC")).toBe(true);
  expect(await found("--search", "apply_patch")).toBe(false);
  expect(await found("--search", "apply_patch", "--full-text")).toBe(true);
  expect(await found("--since", "2026-04-09")).toBe(true);
  expect(await found("--since", "2026-04-10")).toBe(false);
  expect(await found("--cwd", "/home/orla")).toBe(true);
  expect(await found("--cwd", "/home/or")).toBe(false);
  expect(await found("--model", "no-such-model")).toBe(false);
  expect((await callRefold(["list", "--since", "soon"], { home })).code).toBe(2);
  expect((await callRefold(["list", "--full-text"], { home })).code).toBe(2);
});

test("the messages of other tools' sessions are searched, their ids are not", async () => {
  const search = async (text: string) => {
    const words = ["list", "fixtures/claude-code.jsonl", "fixtures/pi-tree.jsonl"];
    const { stdout } = await callRefold([...words, "--search", text, "--full-text", "--json"], {
      home: temporaryHome(),
    });
    const listed: unknown = JSON.parse(stdout);
    return Array.isArray(listed) ? listed.length : 0;
  };
  expect(await search("escape wheel")).toBe(1);
  expect(await search("c0de0001-0000-4000")).toBe(0);
});

test("a model that no thread used gets those that are spelled like it, else those that there are", async () => {
  const home = await homeWithTurns();
  const told = async (model: string) =>
    (await callRefold(["list", "--model", model], { home })).stderr;
  expect(await told("gpt-5.2-codec")).toMatch(/^refold: none of 1 thread\n.*gpt-5\.2-codex\n$/);
  expect(await told("no")).toContain("gpt-5.2-codex");
  const model = ["--model", "gpt-5.2", "--since", "2026-04-10"];
  const { stderr } = await callRefold(["list", ...model], { home });
  expect(stderr).toBe("refold: none of 1 thread\n");
});

test("a folder that is named as Codex's shows what its files are, and names what is no session", async () => {
  const folder = temporaryHome();
  const sessions = ["claude-code", "pi-tree", "clean", "bare-2025"].map((name) => `${name}.jsonl`);
  for (const name of sessions) copyFileSync(join("fixtures", name), join(folder, name));
  writeFileSync(join(folder, "other.jsonl"), '{"a":1}\n');
  const words = ["list", "--codex", folder, "--json"];
  const { code, stdout, stderr } = await callRefold(words, { home: temporaryHome() });
  const listed = z.array(Listed).parse(JSON.parse(stdout));
  expect(listed.map((one) => [basename(one.path), one.tool, one.turns, one.cost !== null])).toEqual(
    [
      ["clean.jsonl", "codex", 2, true],
      ["pi-tree.jsonl", "pi", 2, true],
      ["claude-code.jsonl", "claude-code", 5, true],
      ["bare-2025.jsonl", "codex", 1, false],
    ],
  );
  expect(stderr).toMatch(/^refold: left out: .*other\.jsonl is not a supported session format/);
  expect(code).toBe(1);
});

const Listed = z.object({
  ...{ path: z.string(), tool: z.string() },
  ...{ turns: z.number(), cost: z.number().nullable() },
});

test("a list as JSON is the same from the files and from the index", async () => {
  const home = await homeWithTurns();
  const words = ["list", "--json", "--codex", "fixtures"];
  const fromFiles = await callRefold([...words], { home });
  expect((await callRefold([...words], { home })).stdout).toBe(fromFiles.stdout);
  const own = await callRefold(["list", "--json"], { home });
  expect((await callRefold(["list", "--json"], { home })).stdout).toBe(own.stdout);
});

test("a list as JSON has every figure", async () => {
  const home = await homeWithTurns();
  const { stdout } = await callRefold(["list", "--json"], { home });
  expect(JSON.parse(stdout)).toMatchObject([
    { threadId: TURNS, turns: 5, forks: 0, isArchived: false, problem: null },
  ]);
});

test("a session without requests is listed alike in the store and as a file: nobody knows what it cost", async () => {
  const beginning = readFileSync("fixtures/clean.jsonl", "utf8").split("\n").slice(0, 6).join("\n");
  const file = written("no-requests.jsonl", beginning);
  const home = temporaryHome();
  expect((await callRefold(["import", file], { home })).code).toBe(0);
  for (const words of [["list"], ["list", file]]) {
    const { stdout } = await callRefold([...words, "--json"], { home });
    expect(JSON.parse(stdout)).toMatchObject([{ tokens: 0, cost: null }]);
    expect((await callRefold(words, { home })).stdout).toContain("no tokens reported");
  }
});

test("without a terminal nothing is deleted unless it was agreed to", async () => {
  const home = await homeWithTurns();
  const refused = await callRefold(["delete", TURNS], { home });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("--yes");
  expect(
    (await callRefold(["delete", "--older-than", "2025-01-01", "--yes"], { home })).stdout,
  ).toBe("no thread is old enough\n");
  expect((await callRefold(["delete", TURNS, "--yes"], { home })).code).toBe(0);
  expect((await callRefold(["list", "--json"], { home })).stdout).toBe("[]\n");
});

test.skipIf(!hasTerminals())(
  "on a terminal delete shows what would go, and takes a yes only",
  async () => {
    const home = await homeWithTurns();
    const kept = await answerOnTerminal(["delete", TURNS, "--home", home], "no\n");
    expect(kept.shown).toContain("The almanac for Cork");
    expect(kept.shown).toContain("Delete 1 thread for good? [y/N]");
    expect(kept).toMatchObject({ code: 0, isAnswered: true });
    expect((await callRefold(["list"], { home })).stdout).toContain("almanac");
    const ended = await answerOnTerminal(["delete", TURNS, "--home", home], END_OF_INPUT);
    expect(ended.shown).toContain("nothing was deleted");
    expect(ended).toMatchObject({ code: 0, isAnswered: true });
    const gone = await answerOnTerminal(["delete", TURNS, "--home", home], "y\n");
    expect(gone.shown).toContain(`${TURNS}  deleted`);
    expect((await callRefold(["list", "--json"], { home })).stdout).toBe("[]\n");
  },
);

test("a thread whose forks stay is not deleted; with them, or once they are detached, it is", async () => {
  const home = await homeWithTurns();
  const forkId = (await callRefold(["fork", TURNS, "--at", "20"], { home })).stdout.trim();
  const refused = await callRefold(["delete", TURNS, "--yes"], { home });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(forkId);
  expect(refused.stderr).toContain("refold detach");
  expect((await callRefold(["detach", forkId], { home })).code).toBe(0);
  expect((await callRefold(["delete", TURNS, "--yes"], { home })).code).toBe(0);
  expect((await callRefold(["log", forkId], { home })).code).toBe(0);
});

test("collecting garbage says what went and what stays", async () => {
  const home = await homeWithTurns();
  const { code, stdout } = await callRefold(["gc", "--dry-run"], { home });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^0 blobs would go, 0 B; \d+ stay$/m);
});

/** Whether util-linux's `script` is there, which gives a program a terminal of its own. */
function hasTerminals(): boolean {
  const { status, stdout } = spawnSync("script", ["--version"], { encoding: "utf8" });
  return status === 0 && stdout.includes("util-linux");
}

/** Ctrl-D. */
const END_OF_INPUT = "\x04";

/** Runs the built command on a terminal, and answers once it asks. */
async function answerOnTerminal(words: readonly string[], answer: string) {
  const command = [process.execPath, "bin/refold.js", ...words].map((word) => `'${word}'`);
  const child = spawn("script", ["-qec", command.join(" "), "/dev/null"]);
  let shown = "";
  let isAnswered = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    if (isAnswered || !shown.includes("[y/N]")) return;
    isAnswered = true;
    child.stdin.write(answer);
  });
  const closed: unknown[] = await once(child, "close");
  return { code: closed[0], shown, isAnswered };
}

test("of threads that go together forks go first, whatever changed last", async () => {
  const home = await homeWithTurns();
  const fork = (await callRefold(["fork", TURNS, "--before-turn", "2"], { home })).stdout.trim();
  await callRefold(["rename", TURNS, "changed last"], { home });
  const refused = await callRefold(["delete", TURNS, "--yes"], { home });
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(fork);
  const both = await callRefold(["delete", TURNS, fork, "--yes"], { home });
  expect(both).toMatchObject({ code: 0, stderr: "" });
  expect(both.stdout).toBe(`${fork}  deleted\n${TURNS}  deleted\n`);
});

test("a thread that cannot be archived stops no other, and the command ends with 1", async () => {
  const home = await homeWithTurns();
  const ran = await callRefold(["archive", "01KN6MM6TRFAHVDH0DBT7K39Y8", TURNS], { home });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain("no such thread: 01KN6MM6TRFAHVDH0DBT7K39Y8");
  expect(ran.stdout).toMatch(new RegExp(`^${TURNS}  .* → `));
});

async function homeWithTurns(): Promise<string> {
  const home = temporaryHome();
  await callRefold(["import", join("fixtures", "turns.jsonl")], { home });
  return home;
}
