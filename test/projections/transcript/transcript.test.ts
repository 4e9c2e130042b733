import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { surveySession } from "../../../src/sessions/survey.js";
import { neutraliseText } from "../../../src/projections/display-text.js";
import { projectTranscript } from "../../../src/projections/transcript/project-transcript.js";
import {
  renderTranscript,
  type TranscriptFormat,
} from "../../../src/projections/transcript/render-transcript.js";
import type {
  Transcript,
  TranscriptEntry,
  TranscriptSpeaker,
} from "../../../src/projections/transcript/transcript.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { NO_USAGE } from "../../../src/reducers/usage.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { renderTranscriptHtml } from "../../../src/sessions/static-page.js";
import { listSource } from "../../../src/testing/definition.js";
import { hostileTexts } from "../hostile-texts.js";
import { lostWords, readPage } from "../page-checks.js";

const AT = "2026-04-01T12:00:00.000Z";

function entryOf(entry: Partial<TranscriptEntry>): TranscriptEntry {
  return {
    ...{ offset: 1, at: AT, speaker: "user", name: null, callId: null, text: "", images: [] },
    ...{ imageUrls: [], failed: false, cutTokens: 0, tokens: 10 },
    ...entry,
  };
}

function transcriptOf(turns: readonly (readonly TranscriptEntry[])[], word: string): Transcript {
  return {
    ...{ threadId: null, title: word, cwd: word, startedAt: AT, endedAt: AT, models: [word] },
    turns: turns.map((entries, index) => ({
      ...{ number: index + 1, startedAt: AT, model: word, end: word, entries },
      ...{ tokens: 10, usage: null },
    })),
    ...{
      spent: { requests: 0, usage: null, cost: 0, unpriced: 0, partialOutputs: 0 },
      compactions: 0,
      rollbacks: 0,
      discardedEvents: 0,
    },
  };
}

const SPEAKERS: readonly TranscriptSpeaker[] = [
  ...(["user", "agent", "model", "reasoning", "call"] as const),
  ...(["output", "context", "summary", "note"] as const),
];

/** Arguments of tools that are shown as edits, and others. */
const callTexts = fc.oneof(
  hostileTexts,
  fc
    .tuple(hostileTexts, hostileTexts, hostileTexts)
    .map(([path, from, to]) =>
      JSON.stringify({ file_path: path, old_string: from, new_string: to, [from]: to }),
    ),
  hostileTexts.map((text) => `*** Begin Patch\n+${text}\n*** End Patch`),
  hostileTexts.map((text) => JSON.stringify({ command: ["bash", "-lc", text], workdir: text })),
);

const entries = fc
  .record({
    speaker: fc.constantFrom(...SPEAKERS),
    said: hostileTexts,
    called: callTexts,
    name: fc.option(hostileTexts),
    callId: fc.option(fc.constantFrom("one", "two", "</details>")),
    images: fc.array(fc.tuple(hostileTexts, fc.option(hostileTexts)), { maxLength: 2 }),
    failed: fc.boolean(),
  })
  .map(({ called, said, images, ...rest }) =>
    entryOf({
      ...rest,
      text: rest.speaker === "call" ? called : said,
      images: images.map(([described]) => described),
      imageUrls: images.map(([, url]) => url),
    }),
  );

/** Transcripts whose every text is hostile. */
const transcripts = fc
  .tuple(fc.array(fc.array(entries, { maxLength: 4 }), { maxLength: 7 }), hostileTexts)
  .map(([turns, word]) => transcriptOf(turns, word));

const rendered = async (
  transcript: Transcript,
  format: TranscriptFormat | "html",
): Promise<string> =>
  format === "html" ? renderTranscriptHtml(transcript) : renderTranscript(transcript, format);

const generated = histories().map(({ events }) => listSource(events));

describe("projectTranscript", () => {
  test("turns are numbered as the thread counts them, and every entry survives", async () => {
    await fc.assert(
      fc.asyncProperty(histories(), async ({ events }) => {
        const transcript = await projectTranscript(listSource(events));
        const numbers = transcript.turns.flatMap(({ number }) => number ?? []);
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        const state = replayEvents(events);
        expect(transcript.threadId).toBe(state.thread?.threadId ?? null);
        expect(transcript.title).toBe(state.thread?.title ?? null);
        const offsets = transcript.turns.flatMap(({ entries }) => entries.map((e) => e.offset));
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
      }),
    );
  });

  test("its counts are those of replay", async () => {
    await fc.assert(
      fc.asyncProperty(histories({ weights: { fork: 0 } }), async ({ events }) => {
        const { models, endedAt, compactions, rollbacks, spent } = await projectTranscript(
          listSource(events),
        );
        const outline = await surveySession(listSource(events));
        expect({ models, endedAt, usage: spent.usage }).toEqual({
          models: outline.models,
          endedAt: outline.endedAt,
          usage: outline.usage,
        });
        expect(compactions).toBe(outline.compactions.length);
        expect(rollbacks).toBeGreaterThanOrEqual(outline.rollbacks.length);
      }),
    );
  });

  test("images are there when their blobs are given, and null where those are missing", async () => {
    await fc.assert(
      fc.asyncProperty(histories({ weights: { images: 8 } }), async ({ events }) => {
        const source = listSource(events);
        const described = await projectTranscript(source);
        const shown = await projectTranscript(source, {
          blobs: { get: () => Promise.resolve(new Uint8Array([1, 2, 3])) },
        });
        const all = ({ turns }: Transcript) => turns.flatMap(({ entries }) => entries);
        expect(all(described).flatMap(({ imageUrls }) => imageUrls)).toEqual([]);
        for (const { images, imageUrls } of all(shown)) {
          expect(imageUrls).toHaveLength(images.length);
        }
      }),
    );
  });
});

describe("renderers", () => {
  test("a page has no element, attribute or address that a text brought, and keeps every word", async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, async (transcript) => {
        const page = readPage(renderTranscriptHtml(transcript));
        expect(page.refused).toEqual([]);
        expect(page.errors).toEqual([]);
        for (const { speaker, text } of transcript.turns.flatMap(({ entries }) => entries)) {
          if (speaker !== "call" && speaker !== "output") expect(lostWords(text, page)).toEqual([]);
        }
      }),
      { numRuns: 80 },
    );
  });

  test("the page of a recorded history is of the same kind", async () => {
    await fc.assert(
      fc.asyncProperty(generated, async (source) => {
        const transcript = await projectTranscript(source);
        const page = readPage(renderTranscriptHtml(transcript));
        expect([page.refused, page.errors]).toEqual([[], []]);
      }),
    );
  });

  test("Markdown holds what was said in fences that it cannot close, and closes what it opens", async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, async (transcript) => {
        const lines = (await renderTranscript(transcript, "md")).split("\n");
        let fence: string | null = null;
        let open = 0;
        for (const line of lines) {
          const run = /^(`{3,})/.exec(line)?.[1];
          if (fence !== null) {
            if (run !== undefined && run === line && run.length >= fence.length) fence = null;
          } else if (run !== undefined) fence = run;
          else if (line === "<details>") open += 1;
          else if (line === "</details>") open -= 1;
          else {
            const own = /^(?:<a id="[a-z]+-\d+"><\/a>$|<summary>(.*)<\/summary>$|- \[[^\]]*\]\(#)/;
            const rest = own.test(line) ? (own.exec(line)?.[1] ?? "") : line;
            expect(rest).not.toMatch(/!\[|^[^*#\\]*\]\(|<[a-z!/]/i);
          }
          expect(open === 0 || open === 1).toBe(true);
        }
        expect([fence, open]).toEqual([null, 0]);
      }),
      { numRuns: 80 },
    );
  });

  test("who reads the Markdown, HTML in it too, finds no element or address that a text brought", async () => {
    const reader = new MarkdownIt({ html: true });
    await fc.assert(
      fc.asyncProperty(transcripts, async (transcript) => {
        const html = reader.render(await renderTranscript(transcript, "md"));
        const page = readPage(`<!doctype html><title>t</title><body>${html}`);
        expect([page.refused, page.errors]).toEqual([[], []]);
      }),
      { numRuns: 100 },
    );
  });

  test.each(["text", "md", "html"] as const)(
    "%s has no control character but line feed and tab, and nothing that turns the writing",
    async (format) => {
      await fc.assert(
        fc.asyncProperty(transcripts, async (transcript) => {
          const shown = await rendered(transcript, format);
          expect(neutraliseText(shown)).toBe(shown);
        }),
      );
    },
  );

  test("JSON is the transcript itself", async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, async (transcript) => {
        expect(JSON.parse(await renderTranscript(transcript, "json"))).toEqual(transcript);
      }),
    );
  });

  test.each(["md", "html"] as const)(
    "the size of %s grows with the turns, and no faster",
    async (format) => {
      const turn = [
        entryOf({ text: "# a\n\n- b" }),
        entryOf({ speaker: "call", name: "shell", callId: "c", text: '{"command":["ls"]}' }),
        entryOf({ speaker: "output", callId: "c", text: "file\n".repeat(50) }),
      ];
      const sizeOf = async (turns: number): Promise<number> => {
        const transcript = transcriptOf(
          Array.from({ length: turns }, () => turn),
          "w",
        );
        return (await rendered(transcript, format)).length;
      };
      const [small, middle, large] = [await sizeOf(100), await sizeOf(200), await sizeOf(500)];
      const each = (middle - small) / 100;
      expect((large - middle) / 300 / each).toBeLessThan(1.02);
    },
  );
});

describe("a page", () => {
  const PNG =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const pageOf = (...entries: readonly TranscriptEntry[]): string =>
    renderTranscriptHtml(transcriptOf([entries], "w"));

  test("asks nobody for anything, and has a chart with a bar for each turn", async () => {
    const html = pageOf(entryOf({ text: "x" }));
    expect(html.match(/<g>/g)).toHaveLength(1);
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script|<link|src=/);
  });

  test("folds a call and what it returned, with their sizes and how it ended", () => {
    const call = { callId: "c", name: "shell" };
    const html = pageOf(
      entryOf({
        ...{ ...call, offset: 4, speaker: "call" },
        text: '{"command":["bash","-lc","npm test"]}',
      }),
      entryOf({ ...call, offset: 5, speaker: "output", text: "Exit code: 2\nno", failed: true }),
    );
    const summaries = [...html.matchAll(/<details><summary>(.*?)<\/summary>/g)];
    const words = summaries.map(([, summary = ""]) => summary.replace(/(?:<[^>]*>)+/g, "|"));
    expect(words).toEqual([
      "|shell|37 characters|npm test|",
      "|Output|shell|failed|15 characters, exit code 2|Exit code: 2 no|",
    ]);
    expect(html).toContain('<pre dir="auto">Exit code: 2\nno</pre>');
  });

  test("shows an edit as a diff", async () => {
    const text = JSON.stringify({ file_path: "a.ts", old_string: "one", new_string: "<two>" });
    const html = pageOf(entryOf({ speaker: "call", name: "Edit", text }));
    expect(html).toContain("<b>a.ts\n</b><del>-one\n</del><ins>+&lt;two>\n</ins>");
    const md = await renderTranscript(
      transcriptOf([[entryOf({ speaker: "call", name: "Edit", text })]], "w"),
      "md",
    );
    expect(md).toContain("```diff\n*** a.ts\n-one\n+<two>\n```");
  });

  test.each([
    [
      "a PNG",
      `data:image/png;base64,${PNG}`,
      `<img src="data:image/png;base64,${PNG}" alt="image"`,
    ],
    ["a PNG under another name", `data:text/html;base64,${PNG}`, `<img src="data:image/png;`],
    [
      "an SVG",
      "data:image/svg+xml;base64,PHN2Zy8+",
      "(not shown: missing, or not a PNG, JPEG or WebP)",
    ],
    ["a remote picture", "https://e.org/a", "<code>https://e.org/a</code>"],
    ["a missing blob", null, "(not shown: missing, or not a PNG, JPEG or WebP)"],
  ])("shows %s as it should", async (_what, url, shown) => {
    const html = pageOf(entryOf({ images: ["image"], imageUrls: [url] }));
    expect(html).toContain(shown);
    expect(html.includes("<img")).toBe(shown.startsWith("<img"));
  });

  test("without a title it is named by the first words of a person", async () => {
    const turns = [[entryOf({ text: "/mode" })], [entryOf({ text: "Please fix it.\nNow." })]];
    const transcript = { ...transcriptOf(turns, "w"), title: null };
    expect(await renderTranscript(transcript, "md")).toMatch(/^# Please fix it\\\. Now\\\.\n/);
  });

  test("lists its turns by how their users began", async () => {
    const turns = [[entryOf({ text: "first\nwords" })], [entryOf({ text: "second" })]];
    const html = renderTranscriptHtml(transcriptOf(turns, "w"));
    expect(html).toContain('<a href="#turn-1">Turn 1</a> <span dir="auto">first words</span>');
    expect(html).toContain('<section id="turn-2"');
  });

  test.each([
    [0, 0, 0, null, "cost unknown"],
    [2, 0, 0, 1.25, "cost $1.25"],
    [2, 0, 1, 1.25, "cost $1.25, 1 request with more output than was recorded"],
    [2, 1, 0, 1.25, "cost $1.25 and the unknown of 1 request"],
    [2, 2, 0, 0, "cost unknown"],
  ])(
    "of %i requests, %i of them without a price and %i with a partial output, names the cost",
    async (requests, unpriced, partialOutputs, cost, words) => {
      const usage = cost === null ? null : { ...NO_USAGE, input: 5 };
      const spent = { requests, usage, cost: cost ?? 0, unpriced, partialOutputs };
      const transcript = { ...transcriptOf([], "w"), spent };
      expect(await renderTranscript(transcript, "md")).toContain(
        `| ${words.replace(" ", " | ").replace(".", "\\.")} |`,
      );
    },
  );

  test("times are shown as they are asked for", async () => {
    const times = { zone: "Europe/Berlin", time: () => "2026-04-01 14:00:00" };
    const html = renderTranscriptHtml(transcriptOf([], "w"), { times, damagedPlaces: 2 });
    const { words } = readPage(html);
    expect(words).toContain("2026-04-01 14:00:00 to 14:00:00 Europe/Berlin (0 ms)");
    expect(words).toContain("0 compactions, 0 rollbacks, 2 damaged places");
  });
});
