import fc from "fast-check";
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type {
  BackwardRange,
  EventSource,
  KeptEntries,
  NewState,
} from "../../../src/events/event-source.js";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import { replay } from "../../../src/reducers/replay.js";
import { resumeState, stateAt } from "../../../src/reducers/resume.js";
import { type CompactionStrategy, plannedState } from "../../../src/runtime/compaction/strategy.js";
import { forkThread, openThread, resumeThread } from "../../../src/runtime/open-thread.js";
import type { Thread } from "../../../src/runtime/thread.js";
import type { EventStore } from "../../../src/store/event-store.js";
import { openThreadSession } from "../../../src/sessions/own-session.js";
import { repairFile } from "../../../src/sessions/repair-file.js";
import { type JsonlStore, jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { plainState } from "../../../src/testing/definition.js";
import { faultsAt, faultyFileSystem } from "../../../src/testing/faulty-file-system.js";
import { expectSame } from "../../expect-same.js";
import { ForgetfulDisk } from "../../torture/forgetful-disk.js";
import { temporaryHome } from "./home.js";
import { seededRandom } from "./sample-log.js";

const CONTEXT = { model: "gpt-5-codex", provider: "openai", contextWindow: 272_000 } as const;
/** A state is kept whenever the log has grown by a mebibyte. */
const LONG = "a long answer → ".repeat(25_000);

async function addTurn(thread: Thread, text = LONG): Promise<void> {
  const turn = await thread.startTurn(CONTEXT);
  await turn.recordUserInput("go on");
  const content = [{ type: "output_text" as const, text }];
  await turn.recordModelItems({ type: "message", role: "assistant", content });
  await turn.complete();
}

function filesIn(home: string, ending: string): string[] {
  const names = readdirSync(join(home, "threads"), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(home, "threads", name));
}

function statesFile(home: string): string {
  return filesIn(home, ".states")[0] ?? "";
}

/** The same thread, as a store has it that keeps no states. */
function withoutKept(source: EventSource): EventSource {
  const readBackward = ({ from }: BackwardRange = {}) =>
    source.readBackward?.(from === undefined ? {} : { from }) ?? source.read();
  return { ...source, readBackward };
}

async function expectSameState(source: EventSource, to?: number): Promise<void> {
  const resumed = await (to === undefined ? resumeState(source) : stateAt(source, to));
  const plain = await replay(withoutKept(source), to === undefined ? {} : { to });
  expectSame(plainState(resumed), plainState(plain));
  const prompts = [resumed, plain].map((state) => projectPrompt(state));
  expectSame(prompts[0]?.items.toArray(), prompts[1]?.items.toArray());
  expect(prompts[0]).toStrictEqual(prompts[1]);
}

/** How many events a resume reads from the end. */
async function eventsRead(source: EventSource): Promise<number> {
  let read = 0;
  async function* counted(options?: BackwardRange) {
    for await (const event of source.readBackward?.(options) ?? []) {
      read += 1;
      yield event;
    }
  }
  await resumeState({ ...source, readBackward: counted });
  return read;
}

async function longThread(store: JsonlStore, turns = 7): Promise<Thread> {
  const thread = await openThread({ store });
  for (let turn = 0; turn < turns; turn += 1) await addTurn(thread);
  return thread;
}

test("law 8: a thread that was never compacted resumes from a kept state and its tail", async () => {
  const home = temporaryHome();
  const store = jsonlStore({ home });
  const { threadId } = (await longThread(store)).state.thread ?? { threadId: "" };
  await expectSameState(store.source(threadId));
  expect(await eventsRead(store.source(threadId))).toBeLessThan(30);
  expect(await eventsRead(withoutKept(store.source(threadId)))).toBe(await store.head(threadId));
  const session = await openThreadSession(threadId, { home });
  expect(await eventsRead(session.source)).toBeLessThan(30);
  await session.close();
  const rollout = filesIn(home, ".jsonl")[0] ?? "";
  expect(statSync(statesFile(home)).size).toBeLessThan(statSync(rollout).size / 50);
  await store.close();
});

test("law 8: with kept states every offset, fork and rollback has the state that it has without", async () => {
  const steps = fc.array(fc.constantFrom("turn", "turn", "undo", "short", "rename", "reopen"), {
    minLength: 6,
    maxLength: 12,
  });
  const property = fc.asyncProperty(steps, fc.double({ min: 0, max: 1 }), async (names, where) => {
    const store = jsonlStore({ home: temporaryHome() });
    let thread = await longThread(store, 3);
    const { threadId } = thread.state.thread ?? { threadId: "" };
    for (const name of names) {
      if (name === "turn") await addTurn(thread);
      if (name === "short") await addTurn(thread, "short");
      if (name === "rename") await thread.rename(`${thread.state.log.head}`);
      if (name === "undo" && thread.state.turns.userTurns > 1) await thread.rollback({ turns: 1 });
      if (name === "reopen") thread = await resumeThread(threadId, { store });
    }
    await expectSameState(store.source(threadId));
    const at = Math.floor((thread.state.log.head - 1) * where);
    await expectSameState(store.source(threadId), at);
    const fork = await forkThread(threadId, { store }, { at });
    await expectSameState(store.source(fork.state.thread?.threadId ?? ""));
    await store.close();
  });
  await fc.assert(property, { numRuns: 6 });
}, 60_000);

/** Entries of a ledger that count how many of them are looked at. */
class CountedEntries implements KeptEntries {
  looks = 0;
  constructor(readonly entries: KeptEntries) {}

  get length(): number {
    return this.entries.length;
  }

  at(index: number) {
    this.looks += 1;
    return this.entries.at(index);
  }
}

test("to keep a state looks at the items that are new since the one before", async () => {
  const plain = jsonlStore({ home: temporaryHome() });
  const kept: CountedEntries[] = [];
  const countedBy = (state: NewState | null): NewState | null => {
    if (state === null) return null;
    const entries = new CountedEntries(state.entries);
    kept.push(entries);
    return { ...state, entries };
  };
  const store: EventStore = {
    ...plain,
    keepState: (threadId, make) => plain.keepState?.(threadId, () => countedBy(make())),
  };
  const thread = await openThread({ store });
  for (let turn = 0; turn < 200; turn += 1) await addTurn(thread, "short");
  for (let turn = 0; turn < 8; turn += 1) await addTurn(thread);
  const [first, ...later] = kept;
  expect(first?.looks).toBeGreaterThan(400);
  expect(later.length).toBeGreaterThan(0);
  for (const { looks, length } of later) {
    expect(length).toBeGreaterThan(400);
    expect(looks).toBeLessThan(40);
  }
  await expectSameState(plain.source(thread.id));
  await plain.close();
});

test("a file of kept states that is damaged, cut or of another thread changes nothing", async () => {
  const home = temporaryHome();
  const store = jsonlStore({ home });
  const { threadId } = (await longThread(store, 5)).state.thread ?? { threadId: "" };
  const path = statesFile(home);
  const whole = readFileSync(path);
  for (let place = 0; place < whole.length; place += Math.ceil(whole.length / 25)) {
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(flipped.readUInt8(place) ^ 1, place);
    writeFileSync(path, flipped);
    await expectSameState(store.source(threadId));
    writeFileSync(path, whole.subarray(0, place));
    await expectSameState(store.source(threadId));
  }
  const other = temporaryHome();
  const stranger = jsonlStore({ home: other });
  await longThread(stranger, 5);
  await stranger.close();
  copyFileSync(statesFile(other), path);
  await expectSameState(store.source(threadId));
  await store.close();
}, 60_000);

test("kept states of a longer copy of the thread, or of one that went on differently, are not believed", async () => {
  const [home, other] = [temporaryHome(), temporaryHome()];
  const store = jsonlStore({ home });
  const { threadId } = (await longThread(store, 3)).state.thread ?? { threadId: "" };
  await store.close();
  const rollout = filesIn(home, ".jsonl")[0] ?? "";
  cpSync(home, other, { recursive: true });
  const sizeBytes = statSync(rollout).size;
  const ahead = jsonlStore({ home });
  const thread = await resumeThread(threadId, { store: ahead });
  for (let turn = 0; turn < 4; turn += 1) await addTurn(thread);
  await ahead.close();
  truncateSync(rollout, sizeBytes);
  const again = jsonlStore({ home });
  await expectSameState(again.source(threadId));
  const differing = await resumeThread(threadId, { store: again });
  for (let turn = 0; turn < 8; turn += 1) {
    await addTurn(differing, LONG.toUpperCase());
    await expectSameState(again.source(threadId));
  }
  expect(await eventsRead(again.source(threadId))).toBeLessThan(30);
  await again.close();
}, 60_000);

test("a kept state whose event was lost, and another came in its place, is not believed", async () => {
  const home = temporaryHome();
  const store = jsonlStore({ home });
  const thread = await longThread(store, 3);
  const { threadId } = thread.state.thread ?? { threadId: "" };
  const { head } = thread.state.log;
  expect(await eventsRead(store.source(threadId))).toBe(1); // the state was kept at the head
  await store.close();
  const [rollout = ""] = filesIn(home, ".jsonl");
  truncateSync(rollout, statSync(rollout).size - 1);
  const again = jsonlStore({ home });
  const place = { id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", at: "2026-04-01T12:00:00.000Z" };
  for (let offset = await again.head(threadId); offset <= head; offset += 1) {
    const data = { title: `title ${offset}` };
    await again.append(threadId, offset, [{ offset, ...place, type: "thread.renamed", data }]);
  }
  await expectSameState(again.source(threadId));
  await again.close();
});

test("an item that is damaged before a kept state is reported as it is without one", async () => {
  const home = temporaryHome();
  const store = jsonlStore({ home });
  const { threadId } = (await longThread(store, 4)).state.thread ?? { threadId: "" };
  const [rollout = ""] = filesIn(home, ".jsonl");
  const bytes = readFileSync(rollout);
  bytes.write("A", bytes.indexOf("a long answer"));
  writeFileSync(rollout, bytes);
  await expect(resumeState(store.source(threadId))).rejects.toMatchObject({ code: "damaged-log" });
  await store.close().catch(() => undefined); // somebody else has changed the file
});

function watchWarnings() {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue(undefined);
  onTestFinished(() => warn.mockRestore());
  return warn;
}

/** A thread with kept states that nobody has open. */
async function closedThread() {
  const home = temporaryHome();
  const store = jsonlStore({ home });
  const { threadId } = (await longThread(store)).state.thread ?? { threadId: "" };
  await store.close();
  return { home, threadId };
}

test("a state that cannot be kept is warned of once, and the thread goes on", async () => {
  const warn = watchWarnings();
  const fileSystem = faultyFileSystem(({ operation, path }) =>
    operation === "write" && path.endsWith(".states") ? { kind: "fail", code: "ENOSPC" } : null,
  );
  const store = jsonlStore({ home: temporaryHome(), fileSystem });
  const { threadId } = (await longThread(store)).state.thread ?? { threadId: "" };
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining("ENOSPC"), expect.objectContaining({ code: "states-not-kept" })],
  ]);
  await expectSameState(store.source(threadId));
  await store.close();
});

test("kept states that cannot be read are warned of, and the log is read without them", async () => {
  const warn = watchWarnings();
  const { home, threadId } = await closedThread();
  const fileSystem = faultyFileSystem(({ operation }) =>
    operation === "readFile" ? { kind: "fail", code: "EIO" } : null,
  );
  const reader = jsonlStore({ home, fileSystem });
  await expectSameState(reader.source(threadId));
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining("EIO"), expect.objectContaining({ code: "states-not-kept" })],
  ]);
  await reader.close();
});

test("whichever call fails while a thread resumes from a kept state, the failure has a code", async () => {
  watchWarnings();
  const { home, threadId } = await closedThread();
  const resumeFailingAt = async (call: number) => {
    const fileSystem = faultyFileSystem(faultsAt(new Map([[call, { kind: "fail", code: "EIO" }]])));
    const reader = jsonlStore({ home, fileSystem });
    const failure = await resumeState(reader.source(threadId)).then(
      () => null,
      (error: unknown) => error,
    );
    await reader.close();
    if (failure !== null) expect(failure).toMatchObject({ code: "read-failed" });
    return fileSystem.callCount;
  };
  const calls = await resumeFailingAt(Infinity);
  for (let call = 0; call < calls; call += 1) await resumeFailingAt(call);
});

test("an edit of recorded outputs, and a compaction, end the keeping", async () => {
  const home = temporaryHome();
  const store = jsonlStore({ home });
  const thread = await longThread(store, 4);
  const { threadId } = thread.state.thread ?? { threadId: "" };
  const { head } = thread.state.log;
  const place = { offset: head, id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", at: "2026-04-01T12:00:00.000Z" };
  const data = { refs: [], placeholder: "gone", historyVersion: 1, reason: "test" };
  await store.append(threadId, head, [{ ...place, type: "outputs.cleared", data }]);
  const before = statSync(statesFile(home)).size;
  const again = await resumeThread(threadId, { store });
  for (let turn = 0; turn < 4; turn += 1) await addTurn(again);
  expect(statSync(statesFile(home)).size).toBe(before);
  await expectSameState(store.source(threadId));
  await store.close();
});

test("an archived thread has its kept states; a deleted one has none left", async () => {
  const home = temporaryHome();
  const store = jsonlStore({ home });
  const thread = await longThread(store, 4);
  const { threadId } = thread.state.thread ?? { threadId: "" };
  await thread.close();
  await store.archive(threadId);
  await expectSameState(store.source(threadId));
  expect(await eventsRead(store.source(threadId))).toBeLessThan(30);
  await store.delete(threadId);
  expect(existsSync(statesFile(home))).toBe(false);
  await store.close();
});

test("after a power cut at any change a thread has the state that it has without what was kept", async () => {
  const threadId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  const drive = async (disk: ForgetfulDisk): Promise<void> => {
    const store = jsonlStore({ home: "/home/refold", fileSystem: disk, steal: true });
    try {
      const thread = await openThread({ store }, { threadId });
      for (let turn = 0; turn < 5; turn += 1) await addTurn(thread);
    } catch (error) {
      if (!disk.isCut) throw error;
    }
    await store.close().catch(() => undefined);
  };
  const outcomeOf = async (work: Promise<unknown>): Promise<unknown> => {
    return work.catch((error: unknown) => String(error));
  };
  const whole = new ForgetfulDisk();
  await drive(whole);
  let used = 0;
  for (let cutAt = 20; cutAt <= whole.changeCount; cutAt += 1) {
    const disk = new ForgetfulDisk({ cutAt });
    await drive(disk);
    const fileSystem = disk.restarted(seededRandom(cutAt));
    const store = jsonlStore({ home: "/home/refold", fileSystem, steal: true });
    const source = store.source(threadId);
    const state = await outcomeOf(resumeState(source).then(plainState));
    expect(state).toStrictEqual(await outcomeOf(resumeState(withoutKept(source)).then(plainState)));
    used += Number(
      (await outcomeOf(eventsRead(source))) !== (await outcomeOf(store.head(threadId))),
    );
    await store.close();
  }
  expect(used).toBeGreaterThan(0);
}, 60_000);

test("a history that is rewritten without a version of its own is kept as it is", async () => {
  const store = jsonlStore({ home: temporaryHome() });
  const thread = await longThread(store, 4);
  const threadId = thread.state.thread?.threadId ?? "";
  const forgetful: CompactionStrategy = {
    name: "forgetful",
    async plan({ state, trigger }) {
      const ref = state.ledger.entries.at(0)?.ref ?? 0;
      const { historyVersion } = state.log; // one more is due
      const data = { refs: [ref], strategy: "forgetful", reason: trigger, historyVersion };
      const facts = [
        { type: "history.trimmed" as const, data: { ...data, clearsBaseline: true } },
      ] as const;
      return { strategy: "forgetful", facts, after: plannedState(state, facts), trimmed: [] };
    },
  };
  await thread.compact({ strategy: forgetful });
  for (let turn = 0; turn < 4; turn += 1) await addTurn(thread);
  expect(await eventsRead(store.source(threadId))).toBeLessThan(30);
  await expectSameState(store.source(threadId));
  await store.close();
});

test("a state at whose event no items are new is kept, and those after it", async () => {
  const store = jsonlStore({ home: temporaryHome() });
  const thread = await longThread(store, 4);
  const threadId = thread.state.thread?.threadId ?? "";
  for (let times = 0; times < 3; times += 1) {
    const turn = await thread.startTurn(CONTEXT);
    await thread.notice({ level: "info", kind: "test", message: LONG.repeat(3) });
    await turn.complete();
    expect(await eventsRead(store.source(threadId))).toBe(1);
  }
  await expectSameState(store.source(threadId));
  await store.close();
});

test("kept states are not believed beside a repaired copy of their log", async () => {
  let title = "LOST";
  for (const isAsLong of [false, true]) {
    const home = temporaryHome();
    const store = jsonlStore({ home });
    const thread = await longThread(store, 3);
    const threadId = thread.state.thread?.threadId ?? "";
    await thread.rename(title);
    const turn = await thread.startTurn(CONTEXT);
    await thread.notice({ level: "info", kind: "test", message: LONG.repeat(3) });
    await turn.complete();
    await store.close();
    const [path = ""] = filesIn(home, ".jsonl");
    const bytes = readFileSync(path);
    bytes.write("l", bytes.indexOf(title));
    writeFileSync(path, bytes);
    const parts: Uint8Array[] = [];
    for await (const part of (await repairFile(path)).parts()) parts.push(part);
    const copy = Buffer.concat(parts);
    writeFileSync(path, copy);
    const repaired = jsonlStore({ home });
    expect((await resumeState(repaired.source(threadId))).thread?.title).toBe(null);
    await expectSameState(repaired.source(threadId));
    await repaired.close();
    // Where what stands in for the event would be as long as its line was, it is a little longer.
    if (isAsLong) expect(copy.length - bytes.length).toBe(',"moves":1'.length);
    title += "t".repeat(copy.length - bytes.length);
  }
});

test("law 1: a fork whose parent is replaced while it is made has the state of what it refers to", async () => {
  const [home, other] = [temporaryHome(), temporaryHome()];
  const [store, stranger] = [jsonlStore({ home }), jsonlStore({ home: other })];
  const thread = await longThread(store, 2);
  const threadId = thread.state.thread?.threadId ?? "";
  await store.close();
  const replacing = await openThread({ store: stranger }, { threadId });
  for (let turn = 0; turn < 2; turn += 1) await addTurn(replacing, LONG.toUpperCase());
  await stranger.close();
  const plain = jsonlStore({ home });
  let isReplaced = false;
  const replaced: EventStore = {
    ...plain,
    source(id) {
      const source = plain.source(id);
      const readBackward = async function* (options?: BackwardRange) {
        yield* source.readBackward?.(options) ?? [];
        if (isReplaced) return;
        isReplaced = true;
        copyFileSync(filesIn(other, ".jsonl")[0] ?? "", filesIn(home, ".jsonl")[0] ?? "");
      };
      return { ...source, readBackward };
    },
  };
  const fork = await forkThread(threadId, { store: replaced }, { at: thread.state.log.head - 1 });
  expect(isReplaced).toBe(true);
  expectSame(plainState(fork.state), plainState(await replay(plain.source(fork.id))));
  await plain.close();
});
