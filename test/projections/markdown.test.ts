import { describe, expect, test } from "vitest";
import type { Item } from "../../src/events/item.js";
import { projectTranscript } from "../../src/projections/transcript/project-transcript.js";
import { renderTranscriptHtml } from "../../src/sessions/static-page.js";
import { HistoryBuilder } from "../../src/testing/history-builder.js";
import { listSource } from "../../src/testing/definition.js";

/** What a page shows of a message. */
async function shown(text: string): Promise<string> {
  const builder = new HistoryBuilder();
  const item: Item = { type: "message", role: "user", content: [{ type: "input_text", text }] };
  const data = { item, origin: "user", countedBytes: text.length } as const;
  builder.append({ type: "item.recorded", data });
  const { events } = builder.wholeHistory();
  const html = renderTranscriptHtml(await projectTranscript(listSource(events)));
  return (
    /<div class="entry-body"><div class="markdown">(.*?)<\/div><\/div><\/(?:article|details)>/s.exec(
      html,
    )?.[1] ?? ""
  );
}

describe("Markdown of a session in a page", () => {
  test.each([
    ["**b** *i* `c` ~~s~~", "<strong>b</strong> <em>i</em> <code>c</code> <s>s</s>"],
    ["# Title", '<h4 dir="auto">Title</h4>'],
    ["3. a", '<ol start="3"><li>a</li></ol>'],
    ["one\ntwo", "one<br/>two"],
    ["<b>x</b>", "&lt;b>x&lt;/b>"],
    [
      "[w](https://e.org)",
      '<a href="https://e.org" rel="noopener noreferrer" target="_blank">w</a>',
    ],
    ["[w](/home/a/b.ts:9)", "w <code>/home/a/b.ts:9</code>"],
    ["[w](javascript:x)", "[w](javascript:x)"],
    ["![w](http://e.org/x.png)", ">[picture: w, http://e.org/x.png]</a>"],
    ["```js\nlet x\n```", '<code><span class="hljs-keyword">let</span> x\n</code>'],
  ])("%j is shown as Markdown", async (text, html) => {
    expect(await shown(text)).toContain(html);
  });

  test.each([
    ["a surplus cell", "| a |\n|---|\n| b | surplus |"],
    ["deep quotes", `${"> ".repeat(150)}deep`],
    ["deep lists", `${"- ".repeat(150)}deep`],
    ["short rows", `${"|x".repeat(2000)}|\n${"|-".repeat(2000)}|\n${"|a|\n".repeat(30)}`],
    ["more than a million characters", "*a* ".repeat(250_001)],
  ])(
    "a text with %s, whose page would lose words or be much longer, is shown as it is",
    async (_what, text) => {
      expect(await shown(text)).toMatch(/^<pre dir="auto">/);
    },
  );
});
