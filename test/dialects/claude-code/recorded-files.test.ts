import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { claudeCodeForm } from "../../../src/dialects/claude-code/claude-code-form.js";
import { openForeign } from "../../../src/dialects/dialects.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import { encodeKept } from "../../../src/dialects/shared/kept-file.js";
import { checkEvent } from "../../../src/events/check-event.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import { isKnownEvent } from "../../../src/events/known-event.js";
import { factsOf } from "../../../src/reducers/reduce.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { newlyUsed } from "../../../src/reducers/usage.js";
import { collect, MemoryBlobs, memoryBytes } from "../shared/memory-bytes.js";
import { countRaw } from "./raw-counts.js";

const files = ["fixtures", "../shared/sessions"].flatMap((folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".jsonl") && /claude|^entire/.test(name))
        .map((name) => `${folder}/${name}`)
    : [],
);

describe.each(files)("%s", (file) => {
  const bytes = readFileSync(file);

  test("it is recognised, and nothing in it is damage", async () => {
    const { dialect, rollout } = await openForeign(memoryBytes(bytes));
    const events = await collect(rollout.source.read());
    expect(dialect.name).toBe("claude-code");
    expect(rollout.recognition.reason).toMatch(/^Claude Code transcript: line \d+ is a /);
    expect(rollout.damage()).toEqual([]);
    expect(events.length).toBe(countRaw(bytes).objects);
  });

  test("written again from its events it is byte for byte the same", async () => {
    const blobs = new MemoryBlobs();
    const events = await collect(decodeKept(memoryBytes(bytes), claudeCodeForm, { blobs }));
    // As a store would give them back.
    const stored = events.map((event) => checkEvent(JSON.parse(JSON.stringify(event))));
    const written = Buffer.concat(await collect(encodeKept(stored, claudeCodeForm, blobs)));
    expect(written.equals(bytes)).toBe(true);
  });

  test("its turns, compactions and tokens are those that its own lines report", async () => {
    const { rollout } = await openForeign(memoryBytes(bytes));
    const events: RefoldEvent[] = [];
    for await (const event of rollout.source.read()) if (isKnownEvent(event)) events.push(event);
    const facts = events.flatMap(factsOf);
    const raw = countRaw(bytes);
    const used = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };
    for (const fact of facts) {
      if (fact.type !== "usage.reported") continue;
      const added = newlyUsed(fact.data);
      used.input += added.input;
      used.cachedInput += added.cachedInput;
      used.cacheWrite += added.cacheWrite;
      used.output += added.output;
    }
    const prompts = facts.filter(
      (fact) => fact.type === "item.recorded" && fact.data.origin === "user",
    );
    expect({
      prompts: prompts.length,
      compactions: facts.filter(({ type }) => type === "history.compacted").length,
      microcompactions: facts.filter(({ type }) => type === "outputs.cleared").length,
      used,
    }).toEqual({
      prompts: raw.prompts,
      compactions: raw.compactions,
      microcompactions: raw.microcompactions,
      used: raw.used,
    });
    expect(replayEvents(events).turns.userTurns).toBe(raw.livePrompts);
  });
});
