import { existsSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Dialect, DIALECTS } from "../../../src/dialects/dialects.js";
import type { Fact, RefoldEvent } from "../../../src/events/event.js";
import { countedFacts } from "../../../src/reducers/reduce.js";
import { replay } from "../../../src/reducers/replay.js";
import { turnList } from "../../../src/reducers/turn-list.js";
import { memoryStore } from "../../../src/store/memory.js";
import { codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { listSource } from "../../../src/testing/definition.js";
import { claudeCodeTranscript } from "../claude-code/transcript-arbitrary.js";
import { piSession } from "../pi/session-arbitrary.js";
import { continuedFile } from "./continued.js";
import { exportedBy, spentIn } from "./exporting.js";
import { collect, memoryBytes } from "./memory-bytes.js";

const { blobs } = memoryStore();
const dialects = [...DIALECTS.values()];

const sessions: Readonly<Record<string, fc.Arbitrary<string>>> = {
  codex: codexRollout().map(linesText),
  "claude-code": claudeCodeTranscript().map(linesText),
  pi: piSession().map(linesText),
};

const ways = dialects.flatMap((from) =>
  dialects.filter((to) => to !== from).map((to) => [from, to] as const),
);

describe.each(ways.map(([from, to]) => ({ from, to, way: `${from.name} to ${to.name}` })))(
  "$way",
  ({ from, to }) => {
    test("a session keeps pairs, order and usage, and its turns where nothing goes back", async () => {
      const property = fc.asyncProperty(sessions[from.name] ?? fc.constant(""), async (text) => {
        const events = await read(from, text);
        const there = await read(to, await written(to, events));
        const back = await read(from, await written(from, there));
        const kept = await essence(events);
        expect(await essence(there)).toEqual(kept);
        expect(await essence(back)).toEqual(kept);
        if (!isStraight(events) || !(await areTurnsMessages(events))) return;
        const turns = await turnsIn(events);
        expect([await turnsIn(there), await turnsIn(back)]).toEqual([turns, turns]);
      });
      await fc.assert(property, { numRuns: 40 });
      expect.hasAssertions();
    });
  },
);

test.each(dialects.map(({ name, write }) => ({ name, write })))(
  "what another agent says to a Codex thread begins a turn in $name too",
  async ({ name, write }) => {
    const part = { type: "input_text", text: "Look at the parser." };
    const told = { type: "agent_message", author: "/root", recipient: "/a", content: [part] };
    const lines = [
      line("session_meta", { id: "019c0000-0000-7000-8000-000000000001", cwd: "/w" }),
      line("response_item", told),
      line("response_item", answered),
    ];
    const events = await read(dialectNamed("codex"), linesText(lines));
    const there = await read(dialectNamed(name), await exportedBy(write, events));
    const { ledger, turns } = await replay(listSource(there));
    expect(turns.userTurns).toBe(1);
    expect(JSON.stringify(ledger.entries.toArray())).toContain("Look at the parser.");
  },
);

const answered = {
  ...{ type: "message", role: "assistant" },
  content: [{ type: "output_text", text: "It is fine." }],
};

function line(type: string, payload: object): object {
  return { timestamp: "2026-03-01T10:00:00.000Z", type, payload };
}

function dialectNamed(name: string): Dialect {
  const found = dialects.find((dialect) => dialect.name === name);
  if (found === undefined) throw new Error(`there is no dialect ${name}`);
  return found;
}

const files = ["fixtures", "../shared/sessions"].flatMap((folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".jsonl"))
        .map((name) => `${folder}/${name}`)
    : [],
);

describe("recorded sessions", () => {
  test.each(files)("%s keeps turns, compactions and usage in every other format", async (file) => {
    const found = await continuedFile(file, []);
    if (found === null) return;
    const { compactions, ...expected } = await outlineOf(found.events);
    const isCleared = found.events.flatMap(countedFacts).some(isClearing);
    for (const to of dialects.filter(({ name }) => name !== found.dialect)) {
      const there = await read(to, await exportedBy(to.write, found.events, found));
      const outline = await outlineOf(there);
      expect(outline, to.name).toMatchObject(expected);
      if (!isCleared) expect(outline.compactions, to.name).toBe(compactions);
    }
  });
});

/** Other programs say it with a compaction. */
const isClearing = ({ type }: Fact): boolean => type === "outputs.cleared";

async function outlineOf(events: readonly RefoldEvent[]) {
  const facts = events.flatMap(countedFacts);
  const compactions = facts.filter(({ type }) => type === "history.compacted").length;
  const { input, cachedInput, output } = spentIn(events);
  return {
    turns: await turnsIn(events),
    compactions,
    spent: { input, cachedInput, output },
  };
}

/** What every conversion keeps. */
async function essence(events: readonly RefoldEvent[]) {
  const { ledger } = await replay(listSource(events));
  const items = ledger.entries.toArray().map(({ item }) => item);
  const calls = items.flatMap((item) => ("call_id" in item ? [item.call_id] : []));
  const { input, cachedInput, output } = spentIn(events);
  return {
    calls: calls.filter((id) => typeof id === "string"),
    spent: { input, cachedInput, output },
  };
}

/** What users said, a turn each. */
async function turnsIn(events: readonly RefoldEvent[]): Promise<readonly string[]> {
  const turns = await turnList(listSource(events));
  const numbered = turns.filter(({ number }) => number !== null);
  return numbered.map(({ words }) => words.trim()).filter((words) => words !== "");
}

/** Whether every turn has one message of its user's: others are turns of their own elsewhere. */
async function areTurnsMessages(events: readonly RefoldEvent[]): Promise<boolean> {
  const turns = await turnList(listSource(events));
  const origins = events
    .flatMap(countedFacts)
    .flatMap((fact) => (fact.type === "item.recorded" ? [fact.data.origin] : []));
  const messages = origins.filter((origin) => origin === "user").length;
  return turns.length === messages && !origins.includes("agent");
}

/** What goes back or edits: a program without a word for it says it in another way. */
const MOVES: ReadonlySet<string> = new Set([
  "history.rolled-back",
  "history.compacted",
  "history.trimmed",
  "history.cleared",
  "outputs.cleared",
]);

function isStraight(events: readonly RefoldEvent[]): boolean {
  return events.flatMap(countedFacts).every(({ type }) => !MOVES.has(type));
}

async function read(dialect: Dialect, text: string | Uint8Array): Promise<readonly RefoldEvent[]> {
  return collect(dialect.keep(memoryBytes(text), { blobs }));
}

function written({ write }: Dialect, events: readonly RefoldEvent[]): Promise<Buffer> {
  return exportedBy(write, events, { blobs });
}

function linesText(lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
