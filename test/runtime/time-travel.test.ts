import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../src/runtime/new-id.js";
import { forkLog } from "../../src/runtime/fork-log.js";
import { fragmentRegistry } from "../../src/runtime/fragments/registry.js";
import { beginLog, forkThread, openLog, openThread } from "../../src/runtime/open-thread.js";
import { resumeState } from "../../src/reducers/resume.js";
import { SharedSequence } from "../../src/reducers/sequence.js";
import type { ThreadState } from "../../src/reducers/thread-state.js";
import { restoreAfter } from "../../src/runtime/snapshots/thread-snapshots.js";
import { Thread } from "../../src/runtime/thread.js";
import type { ThreadLog } from "../../src/runtime/thread-log.js";
import type { EventStore } from "../../src/store/event-store.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { memoryStore } from "../../src/store/memory.js";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "refold-travel-")));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const stores: readonly (readonly [string, () => EventStore])[] = [
  ["the JSONL store", () => jsonlStore({ home: join(folder, "home"), durability: "none" })],
  ["the memory store", () => memoryStore()],
];

describe.each(stores)("a thread on %s", (_name, open) => {
  test("goes back by a turn, and comes forward again", async () => {
    const thread = await openThread({ store: open() });
    await talk(thread, "one");
    const before = words(thread);
    await talk(thread, "two");
    const after = words(thread);

    expect(await thread.rollback({ turns: 1 })).toMatchObject({ kind: "rollback", turns: 1 });
    expect(words(thread)).toEqual(before);
    await thread.rollback("redo");
    expect(words(thread)).toEqual(after);
    await thread.rollback("undo");
    expect(words(thread)).toEqual(before);
    await expect(thread.rollback({ to: 999 })).rejects.toMatchObject({
      code: "offset-out-of-range",
    });
    expect(await thread.rollback({ turns: 0 })).toEqual({ kind: "nothing", reason: "zero-turns" });
  });

  test("ends the turn that ran at the offset to which it goes back", async () => {
    const store = open();
    const thread = await openThread({ store });
    await talk(thread, "one");
    const said = thread.state.turns.previous;
    const inside = thread.state.log.head - 2; // the turn had not ended
    await thread.rollback({ to: inside });
    expect(thread.state.turns).toMatchObject({ running: null, aborted: 1, previous: said });
    const types: string[] = [];
    for await (const { type } of store.read(thread.id)) types.push(type);
    expect(types.slice(-2)).toEqual(["history.rolled-back", "turn.aborted"]);
  });

  test("forks before a turn, and neither fork nor parent sees the other's words", async () => {
    const store = open();
    const thread = await openThread({ store });
    await talk(thread, "one");
    await talk(thread, "two");
    const fork = await forkThread(thread.id, { store }, { beforeTurn: 2, title: "another way" });
    await talk(fork, "three");
    expect(words(fork)).toEqual(["one", "three"]);
    expect(words(thread)).toEqual(["one", "two"]);
    for (const beforeTurn of [0, 1.5, 3, NaN]) {
      const where = { beforeTurn };
      await expect(forkThread(thread.id, { store }, where)).rejects.toMatchObject({
        code: "no-such-turn",
        details: { turns: 2 },
      });
    }
  });

  test("forks at any offset with the state that a resume of the fork finds", async () => {
    const store = open();
    const thread = await openThread({ store });
    await talk(thread, "one");
    await talk(thread, "two");
    await thread.rollback({ turns: 1 });
    const { head } = thread.state.log;
    for (let at = 0; at < head; at += 1) {
      const fork = await forkThread(thread.id, { store }, { at });
      expect(fork.state).toEqual(await resumeState(store.source(fork.id)));
    }
    for (const at of [-1, 0.5, head, NaN]) {
      await expect(forkThread(thread.id, { store }, { at })).rejects.toMatchObject({
        code: "offset-out-of-range",
      });
    }
  });

  test("goes back, forward and into a fork without reading the history, where it was there itself", async () => {
    const { store, counted } = countingReads(open());
    const thread = await openThread({ store });
    for (let turn = 1; turn <= 40; turn += 1) await talk(thread, `${turn}`);
    const read = async (act: () => Promise<unknown>): Promise<number> => {
      const before = counted();
      await act();
      return counted() - before;
    };
    const behind = { turns: 1 };
    expect(await read(() => thread.rollback(behind))).toBeLessThan(8); // the turn that goes
    expect(await read(() => thread.rollback("redo"))).toBeLessThan(8);
    expect(await read(() => thread.rollback("undo"))).toBeLessThan(16);
    expect(await read(() => thread.fork())).toBeLessThan(4);
    expect(await read(() => thread.fork({ beforeTurn: 39 }))).toBeLessThan(16);
    const all = await read(() => forkThread(thread.id, { store }, { beforeTurn: 39 }));
    expect(all).toBeGreaterThan(100);
  });

  test("forks itself with what it shows a model, and neither holds on to what the other records", async () => {
    const thread = await openThread({ store: open() });
    await talk(thread, "one");
    const shown = thread.prompt();
    const forks = [await thread.fork(), await thread.fork({ beforeTurn: 1 })];
    expect(shown.items.at(0)).toBeDefined();
    expect(forks[0]?.prompt().items.at(0)).toBe(shown.items.at(0));
    for (const fork of forks) expectNothingShared(fork, thread);
  });

  test("forks itself as it was, with what it showed a model, while it goes on", async () => {
    const log = await beginLog({ store: open() }, {});
    const thread = new Thread(log, fragmentRegistry());
    await talk(thread, "one");
    const shown = thread.prompt();
    const forking = forkLog(log);
    await talk(thread, "two");
    expect(thread.prompt().items.length).toBeGreaterThan(shown.items.length);
    const fork = await forking;
    const [taken, ...others] = fork.prompts.values();
    expect(others).toEqual([]);
    expect(taken?.items.at(0)).toBe(shown.items.at(0));
    expect(taken?.items.toArray()).toEqual(shown.items.toArray());
    expect(taken?.threadId).toBe(fork.threadId); // not the parent's, which hold its history
    expectNothingShared(new Thread(fork, fragmentRegistry()), thread);
  });

  test("forks itself with a turn that runs: it is aborted in the fork alone", async () => {
    const thread = await openThread({ store: open() });
    await talk(thread, "one");
    const turn = await thread.startTurn({ model: "m" });
    await turn.recordUserInput("two");
    const fork = await thread.fork({ at: thread.state.log.head - 1, title: "another way" });
    await turn.complete();
    expect(fork.state.thread).toMatchObject({ title: "another way", threadId: fork.id });
    expect(fork.state.turns).toMatchObject({ running: null, aborted: 1 });
    expect(thread.state.turns).toMatchObject({ running: null, aborted: 0 });
    await talk(fork, "three");
    expect(words(fork)).toEqual(["one", "two", "three"]);
    await thread.close();
    await expect(thread.fork()).rejects.toMatchObject({ code: "thread-closed" });
    await expect(fork.fork({ beforeTurn: 9 })).rejects.toMatchObject({ code: "no-such-turn" });
    await expect(fork.fork({ at: 999 })).rejects.toMatchObject({ code: "offset-out-of-range" });
  });

  test("does not fork what it knows where somebody else has written to it", async () => {
    const store = open();
    const thread = await openThread({ store });
    await talk(thread, "one");
    const { head } = thread.state.log;
    const notice = { level: "info", kind: "other", message: "hello" } as const;
    const place = { offset: head, id: newId(Date.now()), at: new Date().toISOString() };
    await store.append(thread.id, head, [{ ...place, type: "notice.logged", data: notice }]);
    const conflict = { code: "offset-conflict", details: { expected: head, actual: head + 1 } };
    await expect(thread.fork()).rejects.toMatchObject(conflict);
    await expect(thread.fork({ at: head })).rejects.toMatchObject(conflict);
  });

  test("puts files back to its snapshots, newest first, those of rolled-back turns too", async () => {
    execFileSync("git", ["init", "-q"], { cwd: folder });
    const store = open();
    const thread = await openThread({ store }, { cwd: folder });
    await talk(thread, "one");
    write("first");
    await thread.takeSnapshot();
    write("second");
    await talk(thread, "two");
    await thread.takeSnapshot();
    write("third");
    await thread.rollback({ turns: 1 });
    const tokens = thread.state.ledger.tokens;

    await thread.restoreSnapshot();
    expect(read()).toBe("second");
    await thread.restoreSnapshot();
    expect(read()).toBe("first");
    await expect(thread.restoreSnapshot()).rejects.toMatchObject({ code: "nothing-to-undo" });
    expect(thread.state.ledger.tokens).toBe(tokens);

    await restoreAfter(await openLog(thread.id, { store }), 0);
    expect(read()).toBe("first");
    expect(existsSync(join(folder, "home", "nothing"))).toBe(false);
  });
});

test("what was undone is let go when the next turn begins, by states of what survives too", async () => {
  const log = await beginLog({ store: memoryStore() }, {});
  const thread = new Thread(log, fragmentRegistry());
  const discarded: object[] = [];
  for (const round of ["one", "two"]) {
    await talk(thread, `${round}, which stays`);
    await talk(thread, round);
    await talk(thread, `${round} again`);
    discarded.push(historyOf(thread.state));
    for (const to of ["undo", "undo", "redo", "undo"] as const) await thread.rollback(to);
    expect((await keptStates(log)).map(historyOf)).toContain(discarded.at(-1));
    await talk(thread, `${round}, in another way`);
    const histories = [thread.state, ...(await keptStates(log))].map(historyOf);
    for (const gone of discarded) expect(histories).not.toContain(gone);
  }
  const counts = (await keptStates(log)).map(({ turns }) => turns.userTurns);
  expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3, 4]));
});

/** What one of them appends, the other does not hold on to. */
function expectNothingShared(...threads: readonly [Thread, Thread]): void {
  const [ledgers, prompts] = [
    threads.map(({ state }) => historyOf(state)),
    threads.map((thread) => SharedSequence.historyOf(thread.prompt().items)),
  ];
  for (const histories of [ledgers, prompts]) expect(new Set(histories).size).toBe(2);
}

/** Those that its writer has: any other state is read, and is another object each time. */
async function keptStates(log: ThreadLog): Promise<ThreadState[]> {
  const kept: ThreadState[] = [];
  for (let at = 0; at < log.state.log.head; at += 1) {
    const state = await log.stateAt(at);
    if (state === (await log.stateAt(at))) kept.push(state);
  }
  return kept;
}

function historyOf({ ledger }: ThreadState): object {
  return SharedSequence.historyOf(ledger.entries);
}

/** A store that counts the events that are read from it. */
function countingReads(store: EventStore): { store: EventStore; counted: () => number } {
  let count = 0;
  async function* counting<Read>(reading: AsyncIterable<Read>, sizeOf: (read: Read) => number) {
    for await (const read of reading) {
      count += sizeOf(read);
      yield read;
    }
  }
  const counter: EventStore = {
    ...store,
    read: (...args) => counting(store.read(...args), () => 1),
    readRuns: (...args) => counting(store.readRuns(...args), ({ length }) => length),
    readBackward: (...args) => counting(store.readBackward(...args), () => 1),
  };
  return { store: counter, counted: () => count };
}

test("a fork has the state of what it refers to, also where its parent was replaced on disk", async () => {
  const homes = ["one", "other"].map((name) => join(folder, name));
  const now = { now: () => 1_775_044_800_000 };
  const threads: Thread[] = [];
  for (const [index, home] of homes.entries()) {
    const options = { store: jsonlStore({ home, durability: "none" }), clock: now };
    const thread = await openThread(options, { threadId: "01KN35E000BSCD82DQD64W9DAE" });
    await talk(thread, ["what it knows", "what is there"][index] ?? "");
    threads.push(thread);
  }
  const [thread, other] = threads;
  const [place = "", otherPlace = ""] = homes.map((home) => rolloutIn(home));
  copyFileSync(otherPlace, place);
  const fork = await thread?.fork();
  expect(fork?.state.log.head).toBe((other?.state.log.head ?? 0) + 1);
  expect(fork && words(fork)).toEqual(["what is there"]);
});

function rolloutIn(home: string): string {
  const names = readdirSync(home, { recursive: true, encoding: "utf8" });
  return join(home, names.find((name) => name.endsWith(".jsonl")) ?? "");
}

async function talk(thread: Thread, text: string): Promise<void> {
  const turn = await thread.startTurn({ model: "m" });
  await turn.recordUserInput(text);
  await turn.complete();
}

function words(thread: Thread): string[] {
  return thread.state.ledger.entries.toArray().flatMap(({ item, origin }) => {
    if (item.type !== "message" || origin !== "user") return [];
    return item.content.flatMap((part) => (part.type === "input_text" ? part.text : []));
  });
}

function write(text: string): void {
  writeFileSync(join(folder, "note.txt"), text);
}
function read(): string {
  return readFileSync(join(folder, "note.txt"), "utf8");
}
