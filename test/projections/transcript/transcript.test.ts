import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { neutraliseText } from "../../../src/projections/display-text.js";
import { projectTranscript } from "../../../src/projections/transcript/project-transcript.js";
import {
  renderTranscript,
  type TranscriptFormat,
} from "../../../src/projections/transcript/render-transcript.js";
import type {
  Transcript,
  TranscriptSpeaker,
} from "../../../src/projections/transcript/transcript.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { listSource } from "../../../src/testing/definition.js";

const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "</pre><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "````\n# heading\n![](http://example.org/pixel.png)",
    "\u001b]0;title\u0007\u001b[2J",
    "\u202eright to left",
    "]]>\u0000<!--",
    "[link](javascript:alert(1))",
  ),
);

function transcriptOf(text: string, speaker: TranscriptSpeaker): Transcript {
  const entry = {
    offset: 1,
    at: "2026-04-01T12:00:00.000Z",
    speaker,
    name: text,
    callId: text,
    text,
    images: [text],
    failed: false,
    cutTokens: 0,
    tokens: 10,
  };
  const turn = {
    number: 1,
    startedAt: "2026-04-01T12:00:00.000Z",
    model: text,
    end: text,
    entries: [entry],
    tokens: 10,
    usage: null,
  };
  const header = { threadId: null, title: text, cwd: text, startedAt: null };
  return { ...header, turns: [turn], discardedEvents: 0 };
}

const transcripts = fc
  .tuple(nasty, fc.constantFrom("user", "call", "output", "note"))
  .map(([text, speaker]) => transcriptOf(text, speaker));

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
});

describe("renderers", () => {
  test("HTML holds no tag, attribute or entity that a text brought", () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        const frame = renderTranscript(
          transcriptOf("x", transcript.turns[0]?.entries[0]?.speaker ?? "user"),
          "html",
        );
        const html = renderTranscript(transcript, "html");
        const tags = (page: string) => page.match(/<[^>]*>/g);
        // The page of a harmless text has exactly the same tags.
        if (transcript.title !== "") expect(tags(html)).toEqual(tags(frame));
        expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
      }),
      { numRuns: 300 },
    );
  });

  test("Markdown holds what was said in fences that it cannot close", () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        const lines = renderTranscript(transcript, "md").split("\n");
        let fence: string | null = null;
        for (const line of lines) {
          const run = /^(`{3,})/.exec(line)?.[1];
          if (fence === null) {
            if (run !== undefined) fence = run;
            else expect(line).not.toMatch(/!\[|^[^*#\\]*\]\(|<[a-z!/]/i);
          } else if (run !== undefined && run.length >= fence.length) fence = null;
        }
        expect(fence).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  test.each<TranscriptFormat>(["text", "md", "html"])(
    "%s has no control character but line feed and tab, and nothing that turns the writing",
    (format) => {
      fc.assert(
        fc.property(transcripts, (transcript) => {
          const shown = renderTranscript(transcript, format);
          expect(neutraliseText(shown)).toBe(shown);
        }),
      );
    },
  );

  test("JSON is the transcript itself", () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        expect(JSON.parse(renderTranscript(transcript, "json"))).toEqual(transcript);
      }),
    );
  });

  test("the page carries a chart with a bar for each turn, and asks nobody for anything", () => {
    const html = renderTranscript(transcriptOf("x", "user"), "html");
    expect(html.match(/<g>/g)).toHaveLength(1);
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/(src|href)=/);
  });
});
