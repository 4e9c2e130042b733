import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { readPage } from "../../projections/page-checks.js";
import { hostileSession } from "../hostile-session.js";
import { recordedSessions } from "../recorded-sessions.js";
import { callRefold, runRefold } from "../run-refold.js";
import { temporaryHome } from "../../store/jsonl/home.js";

const FIXTURES = recordedSessions()
  .map(({ path }) => path)
  .filter((path) => /fixtures\//.test(path));
// eslint-disable-next-line no-control-regex -- controls are what it looks for
const DRIVES = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

test("several threads count what one counts", async () => {
  const one = await callRefold(["stats", "--json", "--jobs", "1", ...FIXTURES]);
  const three = await runRefold(["stats", "--json", "--jobs", "3", ...FIXTURES]);
  expect(JSON.parse(one.stdout)).toMatchObject({ files: FIXTURES.length });
  expect(three.stdout).toBe(one.stdout);
});

test("files that cannot be read are listed with their codes, and the rest is counted", async () => {
  const folder = temporaryHome();
  writeFileSync(join(folder, "empty.jsonl"), "");
  writeFileSync(join(folder, "other.jsonl"), '{"what":"is this"}\n');
  const clean = FIXTURES.find((path) => path.endsWith("clean.jsonl")) ?? "";
  const words = ["stats", folder, clean, "/nowhere/session.jsonl"];
  const { code, stdout } = await callRefold([...words, "--json"]);
  const Unread = z.array(z.object({ code: z.string() }));
  const report = z.object({ threads: z.number(), unread: Unread }).parse(JSON.parse(stdout));
  expect(code).toBe(1);
  expect(report.threads).toBe(1);
  expect(report.unread.map((one) => one.code)).toEqual([
    "file-not-found",
    "empty-file",
    "not-a-rollout",
  ]);
});

test("without paths the store is counted, and an empty one has nothing", async () => {
  const home = temporaryHome();
  mkdirSync(join(home, "threads"));
  const { code, stdout } = await callRefold(["stats"], { home });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^0 threads in 0 files\n/);
});

test("a model that nothing ran under is refused, the nearest named", async () => {
  const { code, stderr } = await callRefold(["stats", "--model", "gpt-5.5-mini", ...FIXTURES]);
  expect(code).toBe(2);
  expect(stderr).toContain("did you mean gpt-5.4-mini");
  expect((await callRefold(["stats", "--since", "yesterday"])).code).toBe(2);
});

test("a hostile session drives neither the terminal nor the page", async () => {
  const folder = temporaryHome();
  const path = join(folder, "hostile.jsonl");
  writeFileSync(path, hostileSession());
  const page = join(folder, "page.html");
  const { stdout } = await callRefold(["stats", path, "--html", page]);
  expect(stdout).not.toMatch(DRIVES);
  const html = readFileSync(page, "utf8");
  expect(readPage(html)).toMatchObject({ refused: [], errors: [] });
  expect(html).toContain("<svg");
  expect(statSync(page).mode & 0o777).toBe(0o600);
  const refused = await callRefold(["stats", path, "--html", page]);
  expect(refused).toMatchObject({ code: 1, stdout: "" }); // before anything is counted
});

test("no line of it is wider than 80 columns", async () => {
  const { stdout } = await callRefold(["stats", ...FIXTURES]);
  const report = stdout.slice(0, stdout.indexOf("\ndamaged"));
  for (const line of report.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

test("names are shown in full where the terminal is wide enough", async () => {
  const path = join(temporaryHome(), "a-session-whose-name-has-no-room.jsonl");
  copyFileSync("fixtures/clean.jsonl", path);
  expect((await callRefold(["stats", path])).stdout).not.toContain(path);
  vi.stubEnv("COLUMNS", "200");
  const { stdout } = await callRefold(["stats", path]);
  vi.unstubAllEnvs();
  expect(stdout).toContain(` ${path}\n`);
});
