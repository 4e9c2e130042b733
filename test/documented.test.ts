import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callRefold } from "./cli/run-refold.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const pagesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const PAGES = ["README.md", ...pagesOf("docs"), ...pagesOf("fixtures")];
const EXAMPLE = /```(?:console)?\n\$ (?:npx )?(refold .+)\n([\s\S]*?)```/g;
/** Examples whose input is there: a fixture, or the thread that the examples import and fork. */
const IS_RUNNABLE = /fixtures\/|\b01[0-9A-Z]{6}|refold models/;

/** Commands and what they are said to print, in the order of the pages. */
const examples = PAGES.flatMap((page) =>
  [...readFileSync(join(ROOT, page), "utf8").matchAll(EXAMPLE)].map(
    ([, command = "", output = ""]) => ({ page, command, output }),
  ),
).filter(({ command }) => IS_RUNNABLE.test(command));

const NEEDS_SHELL = /[|&;<>$*'\\]/;

/** Those after `refold`. */
function wordsOf(command: string): readonly string[] {
  const words = command.match(/"[^"]*"|\S+/g) ?? [];
  return words.slice(1).map((word) => word.replaceAll('"', ""));
}

const ULID = /\b01[0-9A-HJKMNP-TV-Z]{24}\b/g;
const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g;
const FIXTURES_MONTH = "2026-04";

describe("the examples of the documentation", () => {
  const place = mkdtempSync(join(tmpdir(), "refold-documented-"));
  const home = join(place, "home");
  beforeAll(() => process.chdir(place));
  afterAll(() => {
    process.chdir(ROOT);
    rmSync(place, { recursive: true });
  });
  mkdirSync(join(place, "bin"));
  symlinkSync(join(ROOT, "bin/refold.js"), join(place, "bin/refold"));
  symlinkSync(join(ROOT, "fixtures"), join(place, "fixtures"));
  const path = [join(place, "bin"), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH: path, REFOLD_HOME: home };
  /** Ids of threads that an example makes, by what the page calls them. */
  const made = new Map<string, string>();
  const inPlace = (text: string): string => text.replace(ULID, (id) => made.get(id) ?? id);

  /** In this process, which is quicker, but for what only a shell can do. */
  const run = (command: string) =>
    NEEDS_SHELL.test(command)
      ? spawnSync("bash", ["-c", command], { cwd: place, env, encoding: "utf8" })
      : callRefold(wordsOf(command), { home });

  test.each(examples)("$page: $command", async ({ command, output }) => {
    const { stdout, stderr } = await run(inPlace(command));
    const printed = stdout + stderr;
    const [named = ""] = output.match(ULID) ?? [];
    if (command.startsWith("refold fork")) made.set(named, printed.trim());
    expect(withoutNow(printed)).toMatch(shown(withoutNow(inPlace(output))));
  });
});

/** What a page shows, where a line with an ellipsis is for any lines. */
function shown(output: string): RegExp {
  const parts = output.split(/^…\n/m).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("(?:.*\\n)*")}$`);
}

/** Times that the example itself makes are never the same. */
function withoutNow(text: string): string {
  return text.replace(TIME, (time) => (time.startsWith(FIXTURES_MONTH) ? time : "now"));
}

test.each(PAGES)("%s names only files that are there", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = ""]) => link);
  const files = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(files.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
});

test("every code of an error stands in the documentation", () => {
  const table = /interface ErrorDetails \{([\s\S]*?)\n\}/.exec(read("src/errors.ts"))?.[1] ?? "";
  const codes = [...table.matchAll(/^ {2}"?([a-z-]+)"?:/gm)].map(([, code = ""]) => code);
  const page = read("docs/errors.md");
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
