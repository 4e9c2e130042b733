import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { EventOf, LogEvent } from "../../../src/events/event.js";
import { isKnownEvent } from "../../../src/events/known-event.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { resumeState, stateAt } from "../../../src/reducers/resume.js";
import type { ThreadState } from "../../../src/reducers/thread-state.js";
import { STRATEGIES } from "../../../src/runtime/compaction/settings.js";
import { openThread, resumeThread } from "../../../src/runtime/open-thread.js";
import type { Thread } from "../../../src/runtime/thread.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { plainState } from "../../../src/testing/definition.js";
import { withoutLog } from "../../without-log.js";

const CONTEXT = { model: "model-a", cwd: "/srv/tide", contextWindow: 200_000 } as const;
const USAGE = {
  ...{ input: 900, cachedInput: 0, cacheWrite: 0 },
  ...{ output: 60, reasoning: 0, total: 960 },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "refold-compaction-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a crash at any byte of a compaction leaves the old history or the new one", async () => {
  const home = join(folder, "home");
  const store = jsonlStore({ home, durability: "none" });
  const thread = await openThread({ store });
  await converse(thread, 1);
  await thread.compact({ summarize: () => "the first summary" });
  await converse(thread, 2);
  const before = plainState(thread.state);
  const oldBytes = readFileSync(rolloutOf(home)).length;
  await thread.compact({ summarize: () => ({ text: "the second summary", usage: USAGE }) });
  const after = plainState(thread.state);
  const newBytes = readFileSync(rolloutOf(home)).length;
  await thread.close();
  await store.close();
  const types = (await eventsOf(home, thread.id)).slice(before.log.head).map(({ type }) => type);
  expect(types).toEqual(["usage.reported", "history.compacted", "notice.logged"]);

  const step = Math.ceil((newBytes - oldBytes) / 40);
  const cuts = new Set([oldBytes + 1, newBytes - 1, newBytes, ...lineEnds(home, oldBytes)]);
  for (let cut = oldBytes; cut < newBytes; cut += step) cuts.add(cut);
  for (const cut of cuts) {
    const torn = join(folder, `torn-${cut}`);
    cpSync(home, torn, { recursive: true });
    truncateSync(rolloutOf(torn), cut);
    const expected = cut === newBytes ? after : before;
    expect(plainState(await readState(torn, thread.id))).toEqual(expected);
    expect(plainState(await openedState(torn, thread.id))).toEqual(expected);
    rmSync(torn, { recursive: true });
  }
});

test("laws 1, 7, 8 and 9: a chain of 50 compactions keeps them, and each costs the same room", async () => {
  const home = join(folder, "home");
  const store = jsonlStore({ home, durability: "none" });
  const thread = await openThread({ store });
  const sizes: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    await converse(thread, round);
    const isWithin = round % 3 === 2;
    const turn = isWithin ? await thread.startTurn(CONTEXT) : null;
    await turn?.recordUserInput(`and ${round}`);
    const strategy =
      round % 5 === 4 ? STRATEGIES[((round / 5) % STRATEGIES.length) | 0] : "summary";
    await thread.compact({ ...(strategy && { strategy }), keptMessagesTokens: 400 });
    await turn?.complete();
    expect(thread.state.ledger.tokens).toBeLessThan(6_000);
    sizes.push(readFileSync(rolloutOf(home)).length);
  }
  const events = await eventsOf(home, thread.id);
  const { state } = thread;
  expect(plainState(await resumeState(thread.source))).toEqual(plainState(state));
  expect(plainState(replayEvents(events.filter(isKnownEvent)))).toEqual(plainState(state));
  const compactions = events.filter(isCompaction);
  expect(compactions.map(({ data }) => data.windowNumber)).toEqual(
    compactions.map((_, at) => at + 1),
  );
  const lengths = compactions.map((event) => JSON.stringify(event).length);
  expect(Math.max(...lengths.slice(25))).toBeLessThan(1.3 * Math.max(...lengths.slice(5, 25)));
  expect((sizes[49] ?? 0) - (sizes[29] ?? 0)).toBeLessThan(
    1.3 * ((sizes[29] ?? 0) - (sizes[9] ?? 0)),
  );

  // Back over many compactions, then forward again.
  const between = compactions.slice(20).find(({ data }) => data.trigger === "manual");
  const middle = between?.offset ?? 0;
  for (const to of [middle, middle - 1]) {
    await thread.rollback({ to });
    expect(withoutLog(thread.state)).toEqual(withoutLog(await stateAt(thread.source, to)));
    await thread.compact({ summarize: () => "another way" });
    expect(plainState(await resumeState(thread.source))).toEqual(plainState(thread.state));
    await thread.rollback("undo");
    await thread.rollback("redo");
    expect(plainState(await resumeState(thread.source))).toEqual(plainState(thread.state));
  }
  await thread.close();
  await store.close();
});

/** A turn with a call and a long output. */
async function converse(thread: Thread, round: number): Promise<void> {
  const turn = await thread.startTurn(CONTEXT);
  await turn.recordUserInput(`question ${round}: ${"why ".repeat(30)}`);
  const call_id = `call-${round}`;
  await turn.recordModelItems({ type: "function_call", name: "cat", arguments: "{}", call_id });
  const output = `${round} `.repeat(700);
  await turn.recordToolOutput({ type: "function_call_output", call_id, output });
  await turn.complete();
}

function rolloutOf(home: string): string {
  const files = readdirSync(join(home, "threads"), { recursive: true, encoding: "utf8" });
  const [file = ""] = files.filter((name) => name.endsWith(".jsonl"));
  return join(home, "threads", file);
}

/** Where the lines after a place end. */
function lineEnds(home: string, from: number): readonly number[] {
  const bytes = readFileSync(rolloutOf(home));
  const ends: number[] = [];
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1)) {
    ends.push(at, at + 1);
  }
  return ends;
}

/** As a reader finds it. */
async function readState(home: string, threadId: string): Promise<ThreadState> {
  return replayEvents((await eventsOf(home, threadId)).filter(isKnownEvent));
}

/** As a writer finds it, from the end. */
async function openedState(home: string, threadId: string): Promise<ThreadState> {
  const store = jsonlStore({ home, durability: "none" });
  const { state } = await resumeThread(threadId, { store });
  await store.close();
  return state;
}

async function eventsOf(home: string, threadId: string): Promise<readonly LogEvent[]> {
  const store = jsonlStore({ home });
  const events: LogEvent[] = [];
  for await (const event of store.read(threadId)) events.push(event);
  await store.close();
  return events;
}

function isCompaction(event: LogEvent): event is EventOf<"history.compacted"> {
  return isKnownEvent(event) && event.type === "history.compacted";
}
