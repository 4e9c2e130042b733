import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { RefoldEvent } from "../../src/events/event.js";
import { isKnownEvent } from "../../src/events/known-event.js";
import { countedFacts } from "../../src/reducers/reduce.js";
import { SpendMeter } from "../../src/reducers/usage.js";
import { resumeState } from "../../src/reducers/resume.js";
import { definePrices, type PriceTable } from "../../src/models/prices.js";
import { runningTotals } from "../../src/runtime/turn.js";
import { fileBytes } from "../../src/sessions/file-bytes.js";
import { importFile } from "../../src/sessions/import-file.js";
import { listThreads, type ListThreadsOptions } from "../../src/sessions/listing/list-threads.js";
import type { ThreadSummary } from "../../src/sessions/listing/thread-summary.js";
import { type JsonlStore, jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { rolloutOf } from "../../src/testing/counterexample.js";
import { histories } from "../../src/testing/arbitraries/history.js";
import { statesByDefinition } from "../../src/testing/definition.js";
import { madeUlid } from "../../src/testing/history-builder.js";
import { storeHistory } from "../reducers/store-history.js";
import { statsOf } from "../cli/stats/counting.js";
import { temporaryHome } from "../store/jsonl/home.js";

test("law 8: what a list tells from a tail is what the resumed thread says", async () => {
  const property = fc.asyncProperty(histories({ maxLength: 30 }), async (history) => {
    const home = temporaryHome();
    const store = jsonlStore({ home, durability: "none" });
    const events = withTotals(history.events);
    await storeHistory(store, { ...history, events });
    for (const listed of await listThreads({ home })) {
      const state = await resumeState(store.source(listed.threadId));
      expect(listed.problem).toBeNull();
      expect(listed.turns).toBe(state.turns.userTurns);
      const spent = listed.forkedFrom === null ? state.usage.total.total : ownTokens(store, listed);
      expect(listed.tokens).toBe(await spent);
      if (state.thread?.title !== null) expect(listed.title).toBe(state.thread?.title);
    }
    await store.close();
    rmSync(home, { recursive: true });
  });
  await fc.assert(property, { numRuns: 60 });
});

/** What a fork's own requests cost, whatever was rolled back. */
async function ownTokens(store: JsonlStore, { threadId, forkedFrom }: ThreadSummary) {
  const meter = new SpendMeter();
  let tokens = 0;
  for await (const event of store.read(threadId, { from: (forkedFrom?.offset ?? 0) + 1 })) {
    for (const fact of isKnownEvent(event) ? countedFacts(event) : []) {
      if (fact.type === "usage.reported") tokens += meter.take(fact.data)?.usage.total ?? 0;
    }
  }
  return tokens;
}

test("what is listed from the index is what is listed without it", async () => {
  const own = histories({ maxLength: 20, minLength: 2, weights: { fork: 0 } });
  const property = fc.asyncProperty(own, fc.nat(), async ({ events }, pick) => {
    const home = temporaryHome();
    const store = jsonlStore({ home, durability: "none" });
    const head = 1 + (pick % (events.length - 1));
    const threadId = madeUlid("thread", 0);
    await store.append(threadId, 0, events.slice(0, head));
    const cold = await listThreads({ home });
    expect(await listThreads({ home })).toEqual(cold);
    await store.append(threadId, head, events.slice(head));
    const warm = await listThreads({ home });
    rmSync(join(home, "index"), { recursive: true });
    expect(warm).toEqual(await listThreads({ home }));
    await store.close();
    rmSync(home, { recursive: true });
  });
  await fc.assert(property, { numRuns: 25 });
});

test("an index that was cut, altered or emptied is built anew, with a notice", async () => {
  const home = temporaryHome();
  await importFixtureInto(home);
  const whole = await listThreads({ home });
  const path = join(home, "index", "threads.json");
  const bytes = readFileSync(path);
  const altered = Buffer.from(bytes);
  altered[bytes.length - 9] = 0x21;
  for (const damaged of [bytes.subarray(0, 100), altered, Buffer.alloc(0), Buffer.from("[]")]) {
    writeFileSync(path, damaged);
    const notices: string[] = [];
    expect(await listThreads({ home, onNotice: (notice) => notices.push(notice) })).toEqual(whole);
    expect(notices).toEqual([`${path}: damaged, and built anew`]);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  }
});

test("a large index is read around where few files changed, and written anew where many did", async () => {
  const home = temporaryHome();
  await importFixtureInto(home);
  const [imported] = await listThreads({ home });
  const original = imported?.path ?? "";
  const text = readFileSync(original, "utf8");
  const copies = Array.from({ length: 60 }, (_, number) => {
    const threadId = madeUlid("thread", number + 1);
    const lines = text
      .replaceAll(imported?.threadId ?? "", threadId)
      .trimEnd()
      .split("\n");
    const copy = join(dirname(original), `${threadId}.jsonl`);
    writeFileSync(copy, rolloutOf(lines.map((line) => RefoldEvent.parse(JSON.parse(line)))));
    return copy;
  });
  const all = await listThreads({ home });
  expect(all).toHaveLength(61);
  const index = join(home, "index", "threads.json");
  const before = readFileSync(index);
  for (const [number, copy] of copies.slice(0, 2).entries()) {
    truncateSync(copy, 1000); // within its first batch
    const listed = await listThreads({ home });
    expect(listed).toEqual(all.filter(({ path }) => !copies.slice(0, number + 1).includes(path)));
    expect(readFileSync(index).equals(before)).toBe(number === 0);
  }
});

test("the index is for its owner's eyes, and a home that is not there is not made", async () => {
  const home = temporaryHome();
  await importFixtureInto(home);
  await listThreads({ home });
  expect(statSync(join(home, "index", "threads.json")).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, "index")).mode & 0o777).toBe(0o700);
  const nowhere = join(home, "nowhere");
  expect(await listThreads({ home: nowhere })).toEqual([]);
  expect(statSync(nowhere, { throwIfNoEntry: false })).toBeUndefined();
});

test("a Codex home is listed with the store, in every form, and nothing is written there", async () => {
  const home = temporaryHome();
  const codex = temporaryHome();
  const day = join(codex, "sessions", "2026", "04", "09");
  mkdirSync(day, { recursive: true });
  for (const name of ["turns.jsonl", "bare-2025.jsonl", "clean.jsonl.zst"]) {
    copyFileSync(join("fixtures", name), join(day, `rollout-${name}`));
  }
  const listed = await listThreads({ home, codex });
  expect(
    listed.map(({ title, turns, tokens, model, problem, collection }) => ({
      title: title?.slice(0, 24),
      turns,
      tokens: tokens > 0,
      model,
      problem,
      collection,
    })),
  ).toMatchInlineSnapshot(`
    [
      {
        "collection": "codex",
        "model": "gpt-5.2-codex",
        "problem": null,
        "title": "The almanac for Cork has",
        "tokens": true,
        "turns": 5,
      },
      {
        "collection": "codex",
        "model": "gpt-5.2-codex",
        "problem": null,
        "title": "Since Sunday the clock s",
        "tokens": true,
        "turns": 2,
      },
      {
        "collection": "codex",
        "model": null,
        "problem": null,
        "title": "What does \`display.js\` i",
        "tokens": false,
        "turns": 1,
      },
    ]
  `);
  expect(readdirSync(codex)).toEqual(["sessions"]);
  expect(await listThreads({ home, codex })).toEqual(listed);
});

test("a link to a Codex session is followed; one to nothing, and a name that is no UTF-8, are told of", async () => {
  const codex = temporaryHome();
  const day = join(codex, "sessions", "2026");
  mkdirSync(day, { recursive: true });
  const clean = resolve("fixtures", "clean.jsonl");
  symlinkSync(clean, join(day, "rollout-linked.jsonl"));
  symlinkSync(day, join(day, "loop.jsonl"));
  symlinkSync(join(day, "nothing"), join(day, "dead.jsonl"));
  const strange = Buffer.concat([
    Buffer.from(`${day}/rollout-`),
    Buffer.from([0xff]),
    Buffer.from(".jsonl"),
  ]);
  const isTaken = process.platform === "linux"; // other systems refuse such a name
  if (isTaken) copyFileSync(clean, strange);
  const notices: string[] = [];
  const onLeftOut = (notice: string) => notices.push(notice);
  const listed = await listThreads({ home: temporaryHome(), codex, onLeftOut });
  expect(listed.map(({ path }) => path)).toEqual([join(day, "rollout-linked.jsonl")]);
  expect(notices.filter((notice) => notice.includes("leads to no file"))).toHaveLength(1);
  expect(notices).toHaveLength(isTaken ? 2 : 1);
});

test("a pipe that is named as a session is told of", async () => {
  const codex = temporaryHome();
  const path = join(codex, "pipe.jsonl");
  execFileSync("mkfifo", [path]);
  const notices: string[] = [];
  const onLeftOut = (notice: string) => notices.push(notice);
  expect(await listThreads({ home: temporaryHome(), codex, onLeftOut })).toEqual([]);
  expect(notices).toEqual([`left out: ${path} is a pipe, not a file`]);
});

test("sessions that Codex archived are listed with the others", async () => {
  const home = temporaryHome();
  const codex = temporaryHome();
  const folders = { sessions: join("sessions", "2026", "04", "09"), archived: "archived_sessions" };
  for (const folder of Object.values(folders)) mkdirSync(join(codex, folder), { recursive: true });
  copyFileSync("fixtures/turns.jsonl", join(codex, folders.sessions, "rollout-turns.jsonl"));
  copyFileSync("fixtures/clean.jsonl", join(codex, folders.archived, "rollout-clean.jsonl"));
  const paths = async () => (await listThreads({ home, codex })).map(({ path }) => path);
  const [clean, turns] = [
    join(folders.archived, "rollout-clean.jsonl"),
    join(folders.sessions, "rollout-turns.jsonl"),
  ];
  expect((await paths()).toSorted()).toEqual([join(codex, clean), join(codex, turns)]);
  rmSync(join(codex, "sessions"), { recursive: true });
  expect(await paths()).toEqual([join(codex, clean)]);
});

test("a Codex folder that is not there is refused", async () => {
  const options = { home: temporaryHome(), codex: "/nonexistent/codex" };
  await expect(listThreads(options)).rejects.toMatchObject({ code: "file-not-found" });
});

/** A thread of our own writes its running totals at each turn's end. */
function withTotals(events: readonly RefoldEvent[]): RefoldEvent[] {
  const states = statesByDefinition(events);
  return events.map((event, index) => {
    if (event.type !== "turn.completed" && event.type !== "turn.aborted") return event;
    const state = states[index];
    if (state === undefined) return event;
    return { ...event, data: { ...event.data, totals: runningTotals(state) } };
  });
}

async function importFixtureInto(home: string): Promise<void> {
  const store = jsonlStore({ home, durability: "none" });
  await importFile(await fileBytes("fixtures/turns.jsonl"), store);
  await store.close();
}

test("a Codex home that is a file, or stands below one, is refused in our words", async () => {
  const home = temporaryHome();
  const file = join(temporaryHome(), "file");
  writeFileSync(file, "");
  const listed = (codex: string) => listThreads({ home, codex });
  await expect(listed(file)).rejects.toMatchObject({ code: "invalid-argument" });
  await expect(listed(join(file, "sessions"))).rejects.toMatchObject({ code: "file-not-found" });
});

test("homes of Claude Code and pi, folders and files are listed, each in its place and by its tool", async () => {
  const folder = temporaryHome();
  const [claude, pi] = [join(folder, ".claude"), join(folder, ".pi")];
  const project = join(claude, "projects", "p");
  mkdirSync(project, { recursive: true });
  mkdirSync(join(pi, "agent", "sessions"), { recursive: true });
  copyFileSync(join("fixtures", "claude-code.jsonl"), join(project, "a.jsonl"));
  copyFileSync(join("fixtures", "pi-tree.jsonl"), join(pi, "agent", "sessions", "b.jsonl"));
  writeFileSync(join(claude, "history.jsonl"), "{}\n"); // a list of Claude Code's own
  const home = temporaryHome();
  await importFixtureInto(home);
  const places = async (options: Omit<ListThreadsOptions, "home">) =>
    (await listThreads({ home, ...options })).map(
      ({ collection, tool }) => `${collection} ${tool}`,
    );
  for (const time of ["read", "remembered"]) {
    expect([time, await places({ claude, pi })]).toEqual([
      time,
      ["refold codex", "pi pi", "claude-code claude-code"],
    ]);
    expect([time, (await places({ paths: [folder] })).toSorted()]).toEqual([
      time,
      ["paths claude-code", "paths pi"],
    ]);
  }
  const clean = join("fixtures", "clean.jsonl");
  expect(await places({ paths: [clean] })).toEqual(["paths codex"]);
  const [stored] = await listThreads({ home });
  const again = await listThreads({ home, paths: [stored?.path ?? ""] });
  expect(again).toEqual([{ ...stored, collection: "paths" }]);
});

test("what is listed of a session is what stats counts, imported or not", async () => {
  for (const name of ["turns.jsonl", "claude-code.jsonl", "pi-tree.jsonl", "pi-linear.jsonl"]) {
    const path = join("fixtures", name);
    const { tokens } = await statsOf(path);
    const home = temporaryHome();
    const store = jsonlStore({ home, durability: "none" });
    await importFile(path, store);
    await store.close();
    const [file, thread] = [
      await listThreads({ home, paths: [path] }),
      await listThreads({ home }),
    ];
    const spent = { tokens: tokens.total, cost: tokens.cost };
    expect(file[0]).toMatchObject(spent);
    expect(thread[0]).toMatchObject(spent);
    const { turns, title, model, cwd, threadId } = thread[0] ?? {};
    expect(file[0]).toMatchObject({ turns, title, model, cwd, threadId });
  }
});

test("costs are by the prices that are asked for, also where the session was read before", async () => {
  const home = temporaryHome();
  await importFixtureInto(home);
  const costBy = async (prices?: PriceTable) => {
    const paths = [join("fixtures", "turns.jsonl")];
    const [file] = await listThreads({ home, paths, ...(prices && { prices }) });
    const [thread] = await listThreads({ home, ...(prices && { prices }) });
    expect(thread).toMatchObject({ cost: file?.cost, unpricedModels: file?.unpricedModels });
    return file;
  };
  const known = await costBy();
  expect(known?.cost).toBeGreaterThan(0);
  const free = definePrices([{ id: "gpt-5.2-codex", input: 0, output: 0 }]);
  expect((await costBy(free))?.cost).toBeLessThan(known?.cost ?? 0);
  const unknown = await costBy(new Map());
  expect(unknown?.cost).toBeNull();
  expect(unknown?.unpricedModels).toContain("gpt-5.2-codex");
  expect(await costBy()).toEqual(known);
});
