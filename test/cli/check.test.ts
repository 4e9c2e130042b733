import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INVARIANTS } from "../../src/testing/invariants/invariants.js";
import { recordedSessions, sharedSessions, UNKNOWN_KINDS } from "./recorded-sessions.js";
import { callRefold, runRefold } from "./run-refold.js";

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const CLEAN = fixture("clean.jsonl");
const DAMAGED = fixture("damaged.jsonl");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "refold-check-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const all = new Map([...recordedSessions(), ...sharedSessions()].map(({ path }) => [path, path]));
const whole = [...all.keys()].filter(
  (path) => !basename(path).startsWith("damaged") && !path.includes("/corpus/"),
);

test.each(whole.map((path) => [basename(path), path]))("%s keeps every law", async (_, path) => {
  const { code, stdout, stderr } = await callRefold(["check", path]);
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(UNKNOWN_KINDS);
  expect(stdout).toContain("everything holds");
});

/** Large enough that another is checked at the same time, and of few items, so that it is soon done. */
function largeSession(name: string): string {
  const path = join(folder, `${name}.jsonl`);
  const place = { parentUuid: null, uuid: "u0", sessionId: `session ${name}`, cwd: "/p" };
  const content = "the beat is even again ".repeat(200_000);
  const line = { ...place, type: "user", timestamp: "2026-04-01T12:00:00.000Z" };
  writeFileSync(path, `${JSON.stringify({ ...line, message: { role: "user", content } })}\n`);
  return path;
}

describe("what does not hold", () => {
  test("damage is told with its line and byte, and a remedy; the command ends with 1", async () => {
    const { code, stdout } = await callRefold(["check", DAMAGED]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/log\/readable: \d+ violations?/);
    expect(stdout).toMatch(/line \d+, byte \d+: /);
    expect(stdout).toContain("remedy: ");
  });

  test("a file that cannot be read stops no other", async () => {
    const missing = join(folder, "nowhere.jsonl");
    const { code, stdout, stderr } = await callRefold(["check", missing, CLEAN]);
    expect(code).toBe(1);
    expect(stderr).toContain("nowhere.jsonl");
    expect(stdout).toContain("everything holds");
    expect(stdout).toContain("2 sessions: 1 does not hold or could not be read");
  });

  test("several large files are told of by the built command as each by itself, in their order", async () => {
    const missing = join(folder, "nowhere.jsonl");
    const names = [largeSession("one"), missing, DAMAGED, largeSession("two")];
    const alone: { stdout: string; stderr: string }[] = [];
    for (const name of names) alone.push(await callRefold(["check", name]));
    const together = await runRefold(["check", ...names]);
    const verdict = "\n4 sessions: 2 do not hold or could not be read\n";
    expect(together).toMatchObject({
      code: 1,
      stdout: alone.map(({ stdout }) => stdout).join("") + verdict,
      stderr: `refold: ${missing}:\n${alone.map(({ stderr }) => stderr).join("")}`,
    });
  });

  test("a half of a line at the end is told of", async () => {
    const torn = join(folder, "torn.jsonl");
    writeFileSync(torn, readFileSync(CLEAN).subarray(0, -20));
    const { code, stdout } = await callRefold(["check", torn]);
    expect(code).toBe(1);
    expect(stdout).toContain("log/readable");
  });
});

describe("wrong usage ends with 2", () => {
  test("an invariant that does not exist, with the nearest names", async () => {
    const { code, stderr } = await callRefold(["check", CLEAN, "--invariant", "log/id-unique"]);
    expect(code).toBe(2);
    expect(stderr).toContain("there is no invariant log/id-unique");
    expect(stderr).toContain("log/ids-unique");
  });

  test("nothing to check", async () => {
    const { code, stderr } = await callRefold(["check"]);
    expect(code).toBe(2);
    expect(stderr).toContain("name a session to check");
  });
});

test("--json prints one document a session, each on a line, with every check", async () => {
  const { code, stdout } = await callRefold(["check", CLEAN, DAMAGED, "--json"]);
  expect(code).toBe(1);
  const [clean, damaged] = stdout
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(clean).toMatchObject({
    ...{ session: CLEAN, violations: [], estimates: null },
    events: 37,
    turnEnds: { checked: 3, all: 3 },
    checks: INVARIANTS.map(({ name }) => ({ invariant: name, violations: 0 })),
  });
  expect(damaged).toMatchObject({ session: DAMAGED });
  expect(JSON.stringify(damaged)).toMatch(
    /"invariant":"log\/readable","offset":null,"place":"line \d+, byte \d+","message":"/,
  );
});

test("--invariant asks only what is named, whole or by its first part", async () => {
  const words = ["check", CLEAN, "--invariant", "state", "--invariant", "log/ids-unique", "--json"];
  const { stdout } = await callRefold(words);
  const names = [...stdout.matchAll(/"invariant":"([^"]+)"/g)].map(([, name]) => name);
  const asked = INVARIANTS.filter(({ name }) => /^(state\/|log\/ids-unique$)/.test(name));
  expect(names).toEqual(asked.map(({ name }) => name));
});

test("--list says every invariant, its sentence and its source", async () => {
  const { code, stdout } = await callRefold(["check", "--list", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(
    INVARIANTS.map(({ name, sentence, source, remedy }) => ({ name, sentence, source, remedy })),
  );
  const { stdout: text } = await callRefold(["check", "--list"]);
  for (const { name } of INVARIANTS) expect(text.split("\n")).toContain(name);
});

test("--replay-prompts prints how far estimates were from reports, by model and script", async () => {
  const { code, stdout } = await callRefold(["check", CLEAN, "--replay-prompts"]);
  expect(code).toBe(0);
  expect(stdout).toContain("estimates against reports");
  expect(stdout).toMatch(/reports +\d+ reports of input, \d+ compared/);
  expect(stdout).toMatch(/prompts +of +median +p95 +worst +at/);
  expect(stdout).toMatch(/all +input \d+ +[+−][\d.]+ % +[\d.]+ % +[+−][\d.]+ % +#\d+/);
});
