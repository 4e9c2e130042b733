import fc from "fast-check";
import { expect, test } from "vitest";
import { claudeCodeForm } from "../../../src/dialects/claude-code/claude-code-form.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import { decodeSession } from "../../../src/dialects/shared/decode-session.js";
import { encodeKept } from "../../../src/dialects/shared/kept-file.js";
import { checkEvent } from "../../../src/events/check-event.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import type { Item } from "../../../src/events/item.js";
import type { JsonObject } from "../../../src/events/primitives.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { collect, MemoryBlobs, memoryBytes } from "../shared/memory-bytes.js";
import { liveLedger } from "./slow-model.js";
import { claudeCodeTranscript } from "./transcript-arbitrary.js";

test("every prefix folds to what Claude Code would go on with", async () => {
  const property = fc.asyncProperty(claudeCodeTranscript(), async (lines) => {
    const events = await eventsOf(lines);
    lines.forEach((_, to) => {
      const { ledger } = replayEvents(events, { to });
      const items = ledger.entries.toArray().map(({ item }) => wordsOf(item));
      expect({ to, items }).toEqual({ to, items: liveLedger(lines.slice(0, to + 1)) });
    });
  });
  await fc.assert(property, { numRuns: 200 });
});

test("a prefix of a file gives a prefix of its events", async () => {
  const property = fc.asyncProperty(claudeCodeTranscript(), fc.nat(), async (lines, cut) => {
    const kept = lines.slice(0, 1 + (cut % lines.length));
    const isNamed = kept.some(({ sessionId, cwd }) => sessionId !== undefined && cwd !== undefined);
    fc.pre(isNamed); // before a line names the session and its folder, they are not known
    expect(await eventsOf(kept)).toEqual((await eventsOf(lines)).slice(0, kept.length));
  });
  await fc.assert(property, { numRuns: 100 });
});

test("each event that rewrites the ledger makes the next version", async () => {
  const property = fc.asyncProperty(claudeCodeTranscript(), async (lines) => {
    const versions = (await eventsOf(lines))
      .flatMap(({ type, data, derived }) => [{ type, data }, ...(derived ?? [])])
      .flatMap(({ data }) => ("historyVersion" in data ? [data.historyVersion] : []));
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  });
  await fc.assert(property, { numRuns: 100 });
});

test("a request is counted once, as its newest line says", async () => {
  const property = fc.asyncProperty(claudeCodeTranscript(), async (lines) => {
    fc.pre(!lines.some((line) => isTakenUpAgain(line) || line.rewound === true));
    const counts = new Map<unknown, number>();
    for (const { type, message } of new Set(lines)) {
      if (type !== "assistant" || !isAnswer(message)) continue;
      counts.set(message.id, message.usage.output_tokens);
    }
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    expect(replayEvents(await eventsOf(lines)).usage.total.output).toBe(total);
  });
  await fc.assert(property, { numRuns: 100 });
});

test("written again from its events a transcript is byte for byte the same", async () => {
  const property = fc.asyncProperty(claudeCodeTranscript(), fc.boolean(), async (lines, ended) => {
    const text = textOf(lines).slice(0, ended ? undefined : -1);
    const blobs = new MemoryBlobs();
    const events = await collect(decodeKept(memoryBytes(text), claudeCodeForm, { blobs }));
    const stored = events.map((event) => checkEvent(JSON.parse(JSON.stringify(event))));
    const written = Buffer.concat(await collect(encodeKept(stored, claudeCodeForm, blobs)));
    expect(written.toString("utf8")).toBe(text);
  });
  await fc.assert(property, { numRuns: 100 });
});

function eventsOf(lines: readonly JsonObject[]): Promise<RefoldEvent[]> {
  return collect(decodeSession(memoryBytes(textOf(lines)), claudeCodeForm));
}

function textOf(lines: readonly JsonObject[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** As the slow model writes it. */
function wordsOf(item: Item): string {
  switch (item.type) {
    case "message": {
      const [part] = item.content;
      const text = part?.type === "input_image" ? "" : part?.text;
      return `${item.role} text ${text ?? ""}`;
    }
    case "reasoning":
      return `assistant thinking ${item.content?.[0]?.text ?? ""} ${String(item["signature"])}`;
    case "function_call":
      return `assistant call ${item.call_id}: ${item.arguments}`;
    case "function_call_output":
      return `user output ${item.call_id}: ${typeof item.output === "string" ? item.output : "parts"}`;
    default:
      return item.type;
  }
}

function isTakenUpAgain({ message }: JsonObject): boolean {
  return JSON.stringify(message ?? null).includes('"again ');
}

interface Answer {
  readonly id: string;
  readonly usage: { readonly output_tokens: number };
}

function isAnswer(message: unknown): message is Answer {
  return typeof message === "object" && message !== null && "usage" in message;
}
