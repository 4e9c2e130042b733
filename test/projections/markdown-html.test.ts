import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderMarkdownHtml } from "../../src/projections/markdown-html.js";
import { hostileTexts } from "./hostile-texts.js";
import { lostWords, readPage } from "./page-checks.js";

const pageOf = (text: string) =>
  readPage(`<!doctype html><title>t</title><body>${renderMarkdownHtml(text)}`);

describe("renderMarkdownHtml", () => {
  test("a text brings no element, attribute or address of another kind, and none of its words is lost", () => {
    fc.assert(
      fc.property(hostileTexts, (text) => {
        const page = pageOf(text);
        expect(page.refused).toEqual([]);
        expect(page.errors).toEqual([]);
        expect(lostWords(text, page)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["**b** *i* `c` ~~s~~", "<strong>b</strong> <em>i</em> <code>c</code> <s>s</s>"],
    ["# Title", '<h4 dir="auto">Title</h4>'],
    ["3. a", '<ol start="3"><li>a</li></ol>'],
    ["one\ntwo", "one<br>\ntwo"],
    ["<b>x</b>", "&#60;b&#62;x&#60;/b&#62;"],
    ["[w](https://e.org)", '<a href="https://e.org" rel="noopener noreferrer">w</a>'],
    ["[w](/home/a/b.ts:9)", "w <code>/home/a/b.ts:9</code>"],
    ["[w](javascript:x)", "[w](javascript:x)"],
    [
      "![w](http://e.org/x.png)",
      '<a href="http://e.org/x.png" rel="noopener noreferrer">[picture: w, http://e.org/x.png]</a>',
    ],
  ])("%j is shown as Markdown", (text, html) => {
    expect(renderMarkdownHtml(text)).toContain(html);
  });

  test.each([
    ["a surplus cell", "| a |\n|---|\n| b | surplus |"],
    ["deep quotes", `${"> ".repeat(150)}deep`],
    ["deep lists", `${"- ".repeat(150)}deep`],
    ["short rows", `${"|x".repeat(2000)}|\n${"|-".repeat(2000)}|\n${"|a|\n".repeat(30)}`],
  ])(
    "a text with %s, whose page would lose words or be much longer, is shown as it is",
    (_what, text) => {
      expect(renderMarkdownHtml(text)).toMatch(/^<pre dir="auto">/);
    },
  );
});
