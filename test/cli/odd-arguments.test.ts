import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callRefold } from "./run-refold.js";

const CLEAN = fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "refold-odd-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("an empty path, which an unset variable makes", () => {
  test.each([
    ["list", "--home", ""],
    ["list", "--codex", ""],
    ["list", "--cwd", ""],
    ["stats", "--claude", ""],
    ["export", CLEAN, "--format", "md", "-o", ""],
    ["repair", CLEAN, "-o", ""],
    ["stats", CLEAN, "--html", ""],
    ["list", ""],
    ["stats", ""],
    ["import", ""],
    ["doctor", ""],
    ["slim", "", "--apply"],
    ["keep", ""],
  ])("is wrong usage: %s %s", async (...words) => {
    const { code, stderr } = await callRefold(words);
    expect(stderr).toContain("A path is not empty.");
    expect(code).toBe(2);
  });
});

test.runIf(existsSync("/proc/self"))("a home that cannot be made is named", async () => {
  const home = "/proc/refold/home";
  const { code, stderr } = await callRefold(["import", CLEAN], { home });
  expect(stderr).toContain("/proc/refold");
  expect(code).toBe(1);
});

test("a generation without a name is none", async () => {
  const words = ["export", CLEAN, "--format", "codex", "--generation", ""];
  const { code, stderr } = await callRefold(words);
  expect(stderr).toContain("generation");
  expect(code).toBe(2);
});

test("a home's option that is followed by a session takes it for no home", async () => {
  const home = join(folder, "none");
  const { code, stderr } = await callRefold(["list", "--claude", CLEAN], { home });
  expect(code === 0 || stderr.includes(".claude")).toBe(true); // the usual home, should there be one
  const named = await callRefold(["list", "--claude", join(folder, "nowhere")], { home });
  expect(named).toMatchObject({ code: 1 });
  expect(named.stderr).toContain("no such file");
});

test("a file where a thread of the store is meant is told to be one, and standard input to be none", async () => {
  const words = [
    ["archive", CLEAN],
    ["delete", CLEAN, "--yes"],
    ["copy", CLEAN, "--to", folder],
  ];
  for (const asked of words) {
    const { code, stderr } = await callRefold(asked, { home: join(folder, "none") });
    expect(stderr).toContain("is a file: name a thread of the store");
    expect(code).toBe(2);
  }
  expect((await callRefold(["replay", "-"])).stderr).toContain("standard input is a pipe");
});

describe("a word after the option of a home", () => {
  test.each([
    ["search", "--vault", "words"],
    ["search", "--codex", "words"],
    ["replay", "--vault", "019d4d4a"],
    ["list", "--pi", "words"],
    ["keep", "--claude", "words"],
  ])("that names nothing is refused: %s %s", async (...words) => {
    const { code, stderr } = await callRefold(words);
    expect(stderr).toContain("put other words before the option");
    expect(code).toBe(2);
  });

  test("that names a folder is its home, and an argument that is missing then is explained", async () => {
    const { code, stderr } = await callRefold(["search", "--codex", folder]);
    expect(stderr).toBe(
      `refold: missing required argument 'query'\n--codex took ${folder}: put it first\n`,
    );
    expect(code).toBe(2);
  });
});

test("an import of a folder takes the sessions in it, and of nothing is wrong usage", async () => {
  const home = join(folder, "imported");
  const { code, stdout } = await callRefold(["import", join(CLEAN, "..", "..", "fixtures")], {
    home,
  });
  expect(stdout).toContain("clean.jsonl");
  expect(stdout).toContain("claude-code.jsonl");
  expect(code).toBe(1); // one of them is damaged
  expect((await callRefold(["import"], { home })).code).toBe(2);
});

test("an import of a folder without sessions says that there are none", async () => {
  const empty = join(folder, "empty");
  mkdirSync(empty);
  const { code, stdout, stderr } = await callRefold(["import", empty], { home: empty });
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: "",
    stderr: "refold: no sessions to import\n",
  });
});

test.each([
  ["diff", `${CLEAN}@x`, CLEAN],
  ["diff", CLEAN, "01KN6MM6@-1"],
  ["diff", CLEAN, "01KN6MM6@"],
])("what can be no offset after an @ is wrong usage: %s %s %s", async (...words) => {
  const { code, stderr } = await callRefold(words);
  expect(stderr).toContain("an offset is a whole number from 0");
  expect(code).toBe(2);
});

test.each([
  ["search", "tide", CLEAN, "--since", "2026-04-02", "--until", "2026-04-01"],
  ["replay", CLEAN, "--turns", "--items"],
])("options that contradict each other are wrong usage: %s", async (...words) => {
  const { code, stdout } = await callRefold(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

describe("log", () => {
  test("says that it has no such offset, and where it ends", async () => {
    const { code, stderr } = await callRefold(["log", CLEAN, "--from", "38"]);
    expect(stderr).toContain("there is no offset 38: the log has offsets 0 to 36");
    expect(code).toBe(1);
  });

  test("shows nothing right after the newest event", async () => {
    expect(await callRefold(["log", CLEAN, "--from", "37"])).toMatchObject({ code: 0, stdout: "" });
  });
});

describe("times", () => {
  test.each([
    ["list", "--since", "2026-02-30"],
    ["stats", CLEAN, "--since", "2026-02-30"],
  ])("that no calendar has are refused: %s", async (...words) => {
    expect((await callRefold(words)).code).toBe(2);
  });

  test("may be longer ago than anything is", async () => {
    const words = [
      "delete",
      "--older-than",
      "99999999999d",
      "--yes",
      "--home",
      join(folder, "none"),
    ];
    expect(await callRefold(words)).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("names", () => {
  test("longer than an id are none, and are not repeated at length", async () => {
    const { code, stderr } = await callRefold(["state", "x".repeat(5000)]);
    expect(stderr).toContain("not an id");
    expect(stderr.length).toBeLessThan(200);
    expect(code).toBe(1);
  });

  test("that are links in a circle are told as links, also to repair", async () => {
    const link = join(folder, "circle");
    symlinkSync("circle", link);
    const output = join(folder, "copy.jsonl");
    const { code, stderr } = await callRefold(["repair", link, "-o", output]);
    expect(stderr).toContain("which leads to no file");
    expect(code).toBe(1);
    expect(existsSync(output)).toBe(false);
  });

  test("check names a session that cannot be read once", async () => {
    const { stderr } = await callRefold(["check", join(folder, "nothing.jsonl")]);
    expect(stderr.match(/nothing\.jsonl/g)).toHaveLength(1);
  });
});

describe("models", () => {
  test("of which nothing is known are shown with defaults and the nearest names, and end with 1", async () => {
    const { code, stdout } = await callRefold(["models", "gtp-9"]);
    expect(stdout).toContain("none: defaults");
    expect(stdout).toContain("(similar: gpt-4,");
    expect(code).toBe(1);
  });

  test("of a known family end with 0", async () => {
    expect((await callRefold(["models", "gpt-5.2-2030-01-01"])).code).toBe(0);
  });
});

describe("limits of tool outputs", () => {
  test("are for files of other tools; what was recorded under one is not looked at under another", async () => {
    const home = join(folder, "limits");
    const { stdout } = await callRefold(["import", CLEAN], { home });
    const thread = stdout.slice(0, 26);
    const words = ["state", thread, "--tool-output-limit", "5"];
    const { code, stderr } = await callRefold(words, { home });
    expect(stderr).toContain("is for a FILE of another tool");
    expect(code).toBe(2);
    expect((await callRefold(["state", CLEAN, "--tool-output-limit", "5"])).code).toBe(0);
  });
});

test("a type of events that no event has is answered with those spelled like it", async () => {
  const noun = await callRefold(["log", CLEAN, "--type", "trun"]);
  expect(noun.stderr).toContain("did you mean turn?");
  const whole = await callRefold(["log", CLEAN, "--type", "item.recorde"]);
  expect(whole.stderr).toContain("did you mean item.recorded?");
});
