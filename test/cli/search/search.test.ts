import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importFile } from "../../../src/sessions/import-file.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { temporaryHome } from "../../store/jsonl/home.js";
import { hostileSession } from "../hostile-session.js";
import { foundIn } from "./found-json.js";
import { callRefold } from "../run-refold.js";
import { CLEAN_ULID, CLEAN_UUID } from "../written-files.js";

const FIXTURE = "fixtures/clean.jsonl";

test("a hit names its session and the offset that other commands take", async () => {
  const { code, stdout } = await callRefold(["search", "npm test", FIXTURE, "--json"]);
  expect(code).toBe(0);
  const found = foundIn(stdout);
  expect(found).toMatchObject({ more: false, damaged: [], unread: [] });
  const [session] = found.sessions;
  expect(session?.tool).toBe("codex");
  expect(session?.hits.length).toBeGreaterThan(0);
  for (const { offset, excerpt, places } of session?.hits ?? []) {
    const log = await callRefold([
      "log",
      session?.name ?? "",
      "--from",
      `${offset}`,
      "--to",
      `${offset}`,
    ]);
    expect(log.stdout).toContain(`#${offset}`);
    const marked = places.map(({ from, to }) => excerpt.slice(from, to).toLowerCase());
    expect(["npm", "test"]).toEqual(expect.arrayContaining(marked));
  }
});

test("for people a hit is shown where it is, with what is around it", async () => {
  const { stdout, stderr } = await callRefold(["search", '"npm test"', FIXTURE, "--limit", "1"]);
  expect(stdout).toMatch(/^ {2}.*clean\.jsonl {2}codex/m);
  expect(stdout).toMatch(/^ +#\d+ {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}\w+/m);
  expect(stdout).toContain("npm test");
  expect(stdout).toContain("times: UTC");
  expect(stderr).toContain("--limit 10 shows more");
});

test("a thread of the store is named by its id, archived or not", async () => {
  const home = temporaryHome();
  await callRefold(["import", FIXTURE], { home });
  const asked = [
    ["search", "NPM test"],
    ["search", "npm", CLEAN_UUID],
    ["search", "npm", CLEAN_ULID],
  ];
  for (const words of asked) {
    const { stdout } = await callRefold([...words, "--json"], { home });
    expect(foundIn(stdout).sessions).toMatchObject([{ name: CLEAN_ULID, tool: "codex" }]);
  }
  await callRefold(["archive", CLEAN_ULID], { home });
  for (const words of asked) {
    const { stdout } = await callRefold([...words, "--json"], { home });
    expect(foundIn(stdout).sessions).toMatchObject([{ name: CLEAN_ULID }]);
  }
});

test("damage in a session, and one that cannot be read, are told of on stderr", async () => {
  const folder = temporaryHome();
  writeFileSync(join(folder, "other.jsonl"), '{"what":"is this"}\n');
  const { code, stderr } = await callRefold(["search", "a", "fixtures/damaged.jsonl", folder]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/6 places\s.*damaged\.jsonl/);
  expect(stderr).toMatch(/not-a-rollout\s.*other\.jsonl/);
});

test("no more hits are shown than asked for, and that there are more is said", async () => {
  const all = foundIn((await callRefold(["search", "the", FIXTURE, "--json"])).stdout);
  const hits = all.sessions[0]?.hits ?? [];
  expect(all.more).toBe(false);
  for (const limit of [1, hits.length - 1, hits.length]) {
    const words = ["search", "the", FIXTURE, "--limit", String(limit), "--json"];
    const found = foundIn((await callRefold(words)).stdout);
    expect(found.sessions[0]?.hits).toEqual(hits.slice(0, limit));
    expect(found.more).toBe(limit < hits.length);
  }
});

test("an output is searched as it was, also where it was cut when it was recorded", async () => {
  const home = temporaryHome();
  const store = jsonlStore({ home });
  await importFile(FIXTURE, store, { policy: { mode: "bytes", limit: 10 } });
  await store.close();
  const asked = async (session: readonly string[]) => {
    const words = ["search", "display", ...session, "--role", "output", "--json"];
    return foundIn((await callRefold(words, { home })).stdout).sessions[0]?.hits;
  };
  const hits = await asked([FIXTURE]);
  expect(hits?.length).toBeGreaterThan(0);
  expect(await asked([])).toEqual(hits);
});

test("the summary of a compaction of Claude Code is found in its line", async () => {
  const asked = ["search", '"lacks one tooth; a new one"', "fixtures/claude-code.jsonl", "--json"];
  const { stdout } = await callRefold(asked);
  const [session] = foundIn(stdout).sessions;
  expect(session?.hits).toMatchObject([{ offset: 29, role: "summary" }]);
});

test("a fork has what was said in it, and its parent the rest", async () => {
  const home = temporaryHome();
  await callRefold(["import", FIXTURE], { home });
  const { stdout: forkId } = await callRefold(["fork", CLEAN_ULID, "--at", "17"], { home });
  await callRefold(["rename", forkId.trim(), "needle"], { home });
  const { stdout } = await callRefold(["search", "npm test", "--json"], { home });
  expect(foundIn(stdout).sessions.map(({ name }) => name)).toEqual([CLEAN_ULID]);
});

test("nothing found is said, and is no failure", async () => {
  const { code, stdout, stderr } = await callRefold(["search", "zzzz", FIXTURE]);
  expect([code, stdout, stderr]).toEqual([0, "", "refold: nothing found in 1 file\n"]);
});

test.each([
  [["/a(?=b)/", FIXTURE], "at character 2"],
  [["   ", FIXTURE], "nothing to search for"],
  [["rate", "limit"], 'refold search "rate limit"'],
  [["rate", FIXTURE, "--role", "nobody"], "there is no role nobody"],
  [["rate", FIXTURE, "--until", "soon"], "--until: not a time"],
  [["rate", FIXTURE, "--project", ""], "A path is not empty"],
])("%j is refused", async (words, message) => {
  const { code, stdout, stderr } = await callRefold(["search", ...words]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

test("what a session says cannot drive the terminal", async () => {
  const path = join(temporaryHome(), "hostile.jsonl");
  writeFileSync(path, hostileSession());
  const { stdout } = await callRefold(["search", "and more", path]);
  expect(stdout).toContain("and more");
  // eslint-disable-next-line no-control-regex -- they are what it looks for
  expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
});
