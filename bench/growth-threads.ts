import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Fact, RefoldEvent } from "../src/events/event.js";
import { stampFact } from "../src/events/known-event.js";
import type { ForkPoint } from "../src/events/thread.js";
import { completeCheckpoint } from "../src/reducers/checkpoint-base.js";
import { foldEvent, initialState } from "../src/reducers/reduce.js";
import { reduceEvent } from "../src/reducers/replay-events.js";
import { hexOfSum } from "../src/store/chain.js";
import { rolloutPath } from "../src/store/jsonl/home.js";
import { jsonlStore } from "../src/store/jsonl/jsonl-store.js";
import { encodeBatch } from "../src/store/jsonl/line-encoder.js";
import { lastSum } from "../src/store/jsonl/line-ending.js";
import { AT, SENTENCE, type Shape, type Shaped } from "./growth-shape.js";
import { ENVELOPE, message, recorded, WORKLOAD_THREAD } from "./workload.js";

const EVENTS_A_BATCH = 1_000;

/** A thread of turns with two items each. */
export const ownTurns: Shape = async (folder, items) =>
  storedOf(folder, function* () {
    for (let index = 0; index < items; index += 2) yield* turnFacts(index);
  });

/** A thread in which every second turn is rolled back. */
export const rollbacks: Shape = async (folder, count) =>
  storedOf(folder, function* (offset) {
    for (let index = 0; index < count; index += 1) {
      yield* turnFacts(2 * index);
      const to = offset() - 1;
      yield* turnFacts(2 * index + 1);
      yield { type: "history.rolled-back", data: { to, historyVersion: index + 1 } };
    }
  });

/** A thread, and forks of which each is one of the last: written as a store writes them, which takes long. */
export const forkChain: Shape = (folder, forks) => chainOfForks(folder, forks, () => []);

/** The same, and each fork compacts its history. */
export const compactedForks: Shape = (folder, forks) =>
  chainOfForks(folder, forks, (offset, index) => [checkpoint(offset, index + 1)]);

/** Threads that have nothing to do with each other, each with one turn. */
export const manyThreads: Shape = async (folder, count) => {
  const home = join(folder, "home");
  const threads = Array.from({ length: count }, (_, index) => idOf("F", index));
  for (const [index, threadId] of threads.entries()) {
    const facts = [started(threadId), ...turnFacts(index)];
    writeLog(home, threadId, encodeBatch(stamped(facts, 0, index)));
  }
  return { home, session: threads[0] ?? "", threads };
};

async function chainOfForks(
  folder: string,
  forks: number,
  facts: (offset: number, index: number) => readonly Fact[],
): Promise<Shaped> {
  const { home } = await ownTurns(folder, 2);
  const store = jsonlStore({ home });
  let state = initialState;
  let parent: ForkPoint = { threadId: WORKLOAD_THREAD, offset: 0, id: "", sum: "" };
  for await (const event of store.read(parent.threadId)) {
    const { offset, id, sum = "" } = event;
    parent = { ...parent, offset, id, sum };
    state = reduceEvent(state, event);
  }
  await store.close();
  for (let index = 0; index < forks; index += 1) {
    const threadId = idOf("F", index);
    const offset = parent.offset + 1;
    const forked: Fact = { type: "thread.forked", data: { threadId, from: parent } };
    const bare = stamped([forked, ...facts(offset + 1, index)], offset, index);
    const events = bare.map((event) => {
      const whole = completeCheckpoint(event, state);
      state = foldEvent(state, whole);
      return whole;
    });
    const line = encodeBatch(events);
    writeLog(home, threadId, line);
    const newest = events.at(-1) ?? { offset, id: "" };
    parent = { threadId, offset: newest.offset, id: newest.id, sum: hexOfSum(lastSum(line)) };
  }
  return { home, session: parent.threadId };
}

function checkpoint(offset: number, windowNumber: number): Fact {
  const text = `${SENTENCE} ${windowNumber}`;
  const summary = { ...recorded("runtime", message("user", text)), summary: true };
  return {
    type: "history.compacted",
    data: {
      ...{ trigger: "manual", reason: null, summary: text, placement: "none", trimmed: [] },
      ...{ replacement: [summary], replaced: { from: 0, to: offset - 1 } },
      ...{ tokensBefore: 100, tokensAfter: 20, windowNumber, historyVersion: windowNumber },
    },
  };
}

function stamped(facts: readonly Fact[], from: number, log: number): RefoldEvent[] {
  return facts.map((fact, index) => {
    const id = idOf("G", log * 10 + index);
    return stampFact({ offset: from + index, id, at: AT }, fact);
  });
}

function writeLog(home: string, threadId: string, lines: Buffer): void {
  const path = rolloutPath(home, threadId, AT);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, lines, { mode: 0o600 });
}

function* turnFacts(index: number): Generator<Fact> {
  const text = `${SENTENCE} ${index}`;
  yield { type: "turn.started", data: { envelope: ENVELOPE } };
  yield { type: "item.recorded", data: recorded("user", message("user", text)) };
  yield { type: "item.recorded", data: recorded("model", message("assistant", text)) };
  yield { type: "turn.completed", data: { reason: null, durationMs: 1 } };
}

async function storedOf(
  folder: string,
  facts: (offset: () => number) => Iterable<Fact>,
): Promise<Shaped> {
  const home = join(folder, "home");
  const store = jsonlStore({ home, durability: "none" });
  let batch: RefoldEvent[] = [];
  let head = 0;
  const offset = (): number => head + batch.length;
  const add = (fact: Fact): void => {
    batch.push(stampFact({ offset: offset(), id: idOf("E", offset()), at: AT }, fact));
  };
  add(started(WORKLOAD_THREAD));
  for (const fact of facts(offset)) {
    add(fact);
    if (batch.length < EVENTS_A_BATCH) continue;
    head = await store.append(WORKLOAD_THREAD, head, batch);
    batch = [];
  }
  await store.append(WORKLOAD_THREAD, head, batch);
  await store.close();
  return { home, session: WORKLOAD_THREAD };
}

function started(threadId: string): Fact {
  const source = { dialect: "refold", version: "0.1.0" };
  const data = { threadId, cwd: "/project", source, memoryMode: null, title: null };
  return { type: "thread.started", data };
}

const idOf = (kind: string, index: number): string =>
  `01KN400000000000${kind}${String(index).padStart(9, "0")}`;
