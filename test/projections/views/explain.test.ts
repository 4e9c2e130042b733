import fc from "fast-check";
import { expect, test } from "vitest";
import { explainPrompt } from "../../../src/projections/views/explain.js";
import { replay } from "../../../src/reducers/replay.js";
import { openSession } from "../../../src/sessions/open-session.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { listSource } from "../../../src/testing/definition.js";
import type { RefoldEvent } from "../../../src/events/event.js";

test("an excerpt has 200 characters at most", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), async ({ events }) => {
      const source = listSource(events);
      for (const { excerpt } of await explainPrompt(await replay(source), source)) {
        expect(excerpt.length).toBeLessThanOrEqual(200);
      }
    }),
  );
});

test("each part is excerpted: instructions, messages, calls and outputs", async () => {
  const session = await openSession("fixtures/images.jsonl");
  const parts = await explainPrompt(await replay(session.source), session.source);
  await session.close();
  expect(parts.map(({ ref, excerpt }) => [ref, excerpt.slice(0, 30)])).toEqual([
    [0, "You are a coding agent. Read b"],
    [2, "<permissions instructions>\nYou"],
    [3, "# AGENTS.md instructions for /"],
    [5, "<image name=dial.png>\n</image>"],
    [7, 'view_image {"path":"screenshot'],
    [8, "screenshot.png, 96 × 64 image/"],
    [11, "Just so: the contrast is 4.6 t"],
  ]);
});

test("fragments of one message have each their own text, in which no pair of surrogates is torn", async () => {
  const text = (one: string) => ({ type: "input_text", text: one }) as const;
  const content = [text(`${"a".repeat(199)}😀`), text("second")];
  const item = { type: "message", role: "developer", content } as const;
  const told = { lifetime: "turn", fact: null, tokens: 1, item: 0 } as const;
  const place = (offset: number) => ({
    ...{ offset, id: "01KN6MM6TRFAHVDH0DBT7K39Y9", at: "2026-04-02T08:41:07.000Z" },
  });
  const source = { dialect: "refold", version: null };
  const started = { threadId: place(0).id, cwd: null, source, memoryMode: null, title: null };
  const events: readonly RefoldEvent[] = [
    { ...place(0), type: "thread.started", data: started },
    {
      ...{ ...place(1), type: "context.injected" },
      data: {
        mode: "full",
        items: [{ item: { ...item, content: [...content] }, origin: "runtime", countedBytes: 300 }],
        fragments: [
          { ...told, kind: "first" },
          { ...told, kind: "second", fact: "cwd" },
          { ...told, kind: "second", fact: "date", tokens: 0 },
        ],
      },
    },
  ];
  const log = listSource(events);
  const parts = await explainPrompt(await replay(log), log);
  expect(parts.map(({ kind, excerpt }) => [kind, excerpt])).toEqual([
    ["first", "a".repeat(199)],
    ["second", "second"],
    ["second", "second"],
  ]);
});
