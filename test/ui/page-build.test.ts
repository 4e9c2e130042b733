import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const PAGE = fileURLToPath(new URL("../../dist/ui/", import.meta.url));
const MAX_KB = 150;
/** Loaded when code is shown that needs one. */
const LANGUAGES = /^languages-/;

test(`the page is at most ${MAX_KB} KB, compressed, without the highlighter's languages`, () => {
  const sizes = readdirSync(PAGE)
    .filter((name) => /\.(html|js|css)$/.test(name) && !LANGUAGES.test(name))
    .map((name) => gzipSync(readFileSync(PAGE + name)).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(0);
  expect(total / 1024).toBeLessThanOrEqual(MAX_KB);
});

test("the page has its markup, script and style in files, and asks for nothing from elsewhere", () => {
  const html = readFileSync(`${PAGE}index.html`, "utf8");
  expect(readdirSync(PAGE)).toEqual(expect.arrayContaining(["app.js", "app.css", "licences.txt"]));
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style=|https?:|\bon\w+=/);
});
