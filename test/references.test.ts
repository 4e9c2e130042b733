import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["src", "test", "docs", "bench", "tools", "examples", "bin", "fixtures"];
const IS_TEXT = /\.(?:md|ts|js|mjs)$/;
/** Line breaks in comments, with the marks of the next line. */
const BREAK = /[ \t]*\n[ \t]*(?:\*|\/\/)?[ \t]*/g;

/** Every page and source file, with comments in one line. */
const texts = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) =>
      join(folder, name),
    ),
  ),
]
  .filter((file) => IS_TEXT.test(file) && !file.includes("node_modules"))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8").replace(BREAK, " ") }));

const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
/** `semantics.md §7.4`, `providers.md §1`, `file-format.md#forks`: all that can be referred to. */
const places = new Set(pages.flatMap((page) => [page, ...placesOf(page)]));

function placesOf(page: string): string[] {
  const text = readFileSync(join(ROOT, "docs", page), "utf8");
  const paragraphs = [...text.matchAll(/^\*\*§([\d.]+)/gm)].map(([, number = ""]) => number);
  const sections = page === "semantics.md" ? [...text.matchAll(/^## (\d+)\. /gm)] : [];
  const numbers = [...paragraphs, ...sections.map(([, number = ""]) => number)];
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => toAnchor(heading));
  return [...numbers.map((number) => `${page} §${number}`), ...headings.map((to) => page + to)];
}

/** As GitHub names a heading. */
function toAnchor(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "");
  return `#${words.trim().replaceAll(" ", "-")}`;
}

/** What a text refers to, with the whole reference for people. */
function* referencesOf({ file, text }: { file: string; text: string }): Iterable<string> {
  const own = dirname(file) === "docs" ? basename(file) : "";
  const fallback = /^\*\*§/m.test(own === "" ? "" : readFileSync(join(ROOT, file), "utf8"))
    ? own
    : "semantics.md";
  const paragraphs = /(RFC \d+,? |(?:docs\/)?([a-z-]+\.md)\)?,? )?§([\d.]*\d)(?:-([\d.]*\d))?/g;
  let page = fallback;
  let end = -1;
  for (const { 0: whole, 1: before, 2: named, 3: from = "", 4: to, index } of text.matchAll(
    paragraphs,
  )) {
    if (before?.startsWith("RFC") === true) continue;
    const isListed = text.slice(end, index) === ", "; // "docs/providers.md §1, §2"
    page = named ?? (isListed ? page : fallback);
    end = index + whole.length;
    for (const number of [from, to]) if (number !== undefined) yield `${page} §${number}`;
  }
  for (const [, target = ""] of text.matchAll(/docs\/([a-z-]+\.md(?:#[\w-]+)?)/g)) yield target;
  if (own === "") return;
  for (const [, target = ""] of text.matchAll(/\]\(((?:[a-z-]+\.md)?(?:#[\w-]+)?)\)/g)) {
    yield target.startsWith("#") ? own + target : target;
  }
}

describe("references", () => {
  test("name pages, headings and numbered paragraphs that exist", () => {
    const missing = texts.flatMap((source) =>
      [...referencesOf(source)]
        .filter((target) => target !== "" && !places.has(target))
        .map((target) => `${source.file}: ${target}`),
    );
    expect(missing).toEqual([]);
  });

  test("name one of the ten laws, and each law has tests", () => {
    const laws = new Set(Array.from({ length: 10 }, (_, index) => String(index + 1)));
    const named = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/\blaws? (\d+)/gi)].map(([, law = ""]) => ({ file, law })),
    );
    expect(named.filter(({ law }) => !laws.has(law))).toEqual([]);
    const architecture = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
    const tests = texts.filter(({ file }) => file.endsWith(".test.ts"));
    for (const law of laws) {
      expect(architecture).toContain(`**Law ${law}, `);
      expect(tests.some(({ text }) => text.includes(`"law ${law}: `))).toBe(true);
    }
  });

  test("name files and folders that exist", () => {
    const paths = /`((?:src|test|tools|examples|bin|fixtures)\/[\w./-]*)(\*?)/g;
    const missing = texts
      .filter(({ file }) => file.endsWith(".md") && file !== "CHANGELOG.md")
      .flatMap(({ file, text }) =>
        [...text.matchAll(paths)]
          .map(([, path = "", rest]) => (rest === "*" ? dirname(path) : path))
          .filter((path) => !existsSync(join(ROOT, path)))
          .map((path) => `${file}: ${path}`),
      );
    expect(missing).toEqual([]);
  });

  test("name no page that only its author has", () => {
    const outside = /\b(?:design|style|peers)\.md\b|\/work\/|\b[ABC] §/;
    const found = texts.filter(({ file, text }) => file !== OWN && outside.test(text));
    expect(found.map(({ file }) => file)).toEqual([]);
  });
});

const OWN = "test/references.test.ts";
