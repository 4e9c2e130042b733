import fc from "fast-check";
import { expect, test } from "vitest";
import { piForm } from "../../../src/dialects/pi/pi-form.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import { decodeSession } from "../../../src/dialects/shared/decode-session.js";
import { encodeKept } from "../../../src/dialects/shared/kept-file.js";
import { checkEvent } from "../../../src/events/check-event.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import type { JsonObject } from "../../../src/events/primitives.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import type { LedgerEntry } from "../../../src/reducers/thread-state.js";
import { collect, MemoryBlobs, memoryBytes } from "../shared/memory-bytes.js";
import { piSession } from "./session-arbitrary.js";
import { piContext } from "./slow-model.js";

test("every prefix folds to what pi would go on with", async () => {
  const property = fc.asyncProperty(piSession(), async (lines) => {
    const events = await eventsOf(lines);
    lines.forEach((_, to) => {
      const { ledger, baseline, thread } = replayEvents(events, { to });
      const { shown, model, level, name } = piContext(lines.slice(0, to + 1));
      const { envelope = {} } = baseline ?? {};
      expect({
        to,
        shown: ledger.entries.toArray().map(wordsOf),
        model: envelope.model ?? null,
        level: envelope.effort ?? null,
        name: thread?.title ?? null,
      }).toEqual({ to, shown, model, level, name });
    });
  });
  await fc.assert(property, { numRuns: 250 });
});

test("a prefix of a file gives a prefix of its events", async () => {
  const property = fc.asyncProperty(piSession(), fc.nat(), async (lines, cut) => {
    const kept = lines.slice(0, 1 + (cut % lines.length));
    expect(await eventsOf(kept)).toEqual((await eventsOf(lines)).slice(0, kept.length));
  });
  await fc.assert(property, { numRuns: 100 });
});

test("each event that rewrites the ledger makes the next version", async () => {
  const property = fc.asyncProperty(piSession(), async (lines) => {
    const versions = (await eventsOf(lines))
      .flatMap(({ type, data, derived }) => [{ type, data }, ...(derived ?? [])])
      .flatMap(({ data }) => ("historyVersion" in data ? [data.historyVersion] : []));
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  });
  await fc.assert(property, { numRuns: 100 });
});

test("what a compaction keeps names where it was recorded", async () => {
  const property = fc.asyncProperty(piSession(), async (lines) => {
    const events = await eventsOf(lines);
    for (const { offset, type } of events) {
      const { ledger } = replayEvents(events, { to: offset });
      if (type !== "history.compacted") continue;
      for (const { source, item } of ledger.entries.toArray().slice(1)) {
        const at = Array.isArray(source) ? source[0] : source;
        const before = replayEvents(events, { to: at ?? -1 }).ledger.entries.toArray();
        const found = before.find(({ ref }) => JSON.stringify(ref) === JSON.stringify(source));
        expect(found?.item).toEqual(item);
      }
    }
  });
  await fc.assert(property, { numRuns: 100 });
});

test("written again from its events a session is byte for byte the same", async () => {
  const property = fc.asyncProperty(piSession(), fc.boolean(), async (lines, ended) => {
    const text = textOf(lines).slice(0, ended ? undefined : -1);
    const blobs = new MemoryBlobs();
    const events = await collect(decodeKept(memoryBytes(text), piForm, { blobs }));
    const stored = events.map((event) => checkEvent(JSON.parse(JSON.stringify(event))));
    const written = Buffer.concat(await collect(encodeKept(stored, piForm, blobs)));
    expect(written.toString("utf8")).toBe(text);
    expect(events.filter(({ foreign }) => foreign?.raw !== undefined)).toEqual([]);
  });
  await fc.assert(property, { numRuns: 100 });
});

function eventsOf(lines: readonly JsonObject[]): Promise<RefoldEvent[]> {
  return collect(decodeSession(memoryBytes(textOf(lines)), piForm));
}

function textOf(lines: readonly JsonObject[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** As the slow model writes it. */
function wordsOf({ item, origin, failed = false }: LedgerEntry): string {
  switch (item.type) {
    case "message": {
      const texts = item.content.map((part) => (part.type === "input_image" ? "" : part.text));
      return `${origin}: ${texts.join("")}`;
    }
    case "reasoning":
      return `thought: ${item.content?.[0]?.text ?? ""} ${String(item["signature"])}`;
    case "function_call":
      return `call ${item.call_id}: ${item.arguments}`;
    case "function_call_output": {
      const parts = typeof item.output === "string" ? [] : item.output;
      const texts = parts.map((part) => (part.type === "input_image" ? "" : part.text));
      return `output ${item.call_id}: ${texts.join("")} ${String(failed)}`;
    }
    default:
      return item.type;
  }
}
