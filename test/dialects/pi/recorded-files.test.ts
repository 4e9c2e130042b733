import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openForeign } from "../../../src/dialects/dialects.js";
import { piForm } from "../../../src/dialects/pi/pi-form.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import { encodeKept } from "../../../src/dialects/shared/kept-file.js";
import { checkEvent } from "../../../src/events/check-event.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import { isKnownEvent } from "../../../src/events/known-event.js";
import { factsOf } from "../../../src/reducers/reduce.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { collect, MemoryBlobs, memoryBytes } from "../shared/memory-bytes.js";
import { countRaw } from "./raw-counts.js";

const files = ["fixtures", "../shared/sessions"].flatMap((folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".jsonl") && name.startsWith("pi-"))
        .map((name) => `${folder}/${name}`)
    : [],
);

describe.each(files)("%s", (file) => {
  const bytes = readFileSync(file);

  test("it is recognised, and nothing in it is damage", async () => {
    const { dialect, rollout } = await openForeign(memoryBytes(bytes));
    const events = await collect(rollout.source.read());
    expect(dialect.name).toBe("pi");
    expect(rollout.recognition.reason).toMatch(
      /^pi session: line 1 is a session header of version [13]$/,
    );
    expect(rollout.damage()).toEqual([]);
    expect(events.length).toBe(countRaw(bytes).objects);
  });

  test("written again from its events it is byte for byte the same", async () => {
    const blobs = new MemoryBlobs();
    const events = await collect(decodeKept(memoryBytes(bytes), piForm, { blobs }));
    // As a store would give them back.
    const stored = events.map((event) => checkEvent(JSON.parse(JSON.stringify(event))));
    const written = Buffer.concat(await collect(encodeKept(stored, piForm, blobs)));
    expect(written.equals(bytes)).toBe(true);
  });

  test("its turns, compactions and tokens are those that its own lines report", async () => {
    const { rollout } = await openForeign(memoryBytes(bytes));
    const events: RefoldEvent[] = [];
    for await (const event of rollout.source.read()) if (isKnownEvent(event)) events.push(event);
    const facts = events.flatMap(factsOf);
    const items = facts.flatMap((fact) => (fact.type === "item.recorded" ? [fact.data] : []));
    const used = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };
    for (const fact of facts) {
      if (fact.type !== "usage.reported") continue;
      const { usage } = fact.data;
      used.input += usage.input;
      used.cachedInput += usage.cachedInput;
      used.cacheWrite += usage.cacheWrite;
      used.output += usage.output;
    }
    expect({
      objects: events.length,
      prompts: items.filter(({ origin }) => origin === "user").length,
      livePrompts: replayEvents(events).turns.userTurns,
      compactions: facts.filter(({ type }) => type === "history.compacted").length,
      failedOutputs: items.filter(({ failed }) => failed === true).length,
      used,
    }).toEqual(countRaw(bytes));
  });
});
