import fs, { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { countHere } from "../../src/cli/stats/count-batches.js";
import { writeCodex } from "../../src/dialects/codex/codex-encoder.js";
import { rolloutName } from "../../src/dialects/codex/rollout-name.js";
import { ExportReport } from "../../src/dialects/shared/export-report.js";
import { uuidToUlid } from "../../src/events/ids.js";
import { statsReport } from "../../src/projections/stats/stats-report.js";
import { replay } from "../../src/reducers/replay.js";
import { stateAt } from "../../src/reducers/resume.js";
import type { ThreadState } from "../../src/reducers/thread-state.js";
import { redoTarget } from "../../src/reducers/travel-targets.js";
import { importFile } from "../../src/sessions/import-file.js";
import { listThreads } from "../../src/sessions/listing/list-threads.js";
import { RelatedFiles } from "../../src/sessions/related-file.js";
import { openSession } from "../../src/sessions/open-session.js";
import { findSessionFiles } from "../../src/sessions/session-files.js";
import { acts, PaginatedHome } from "../dialects/codex/lineages.js";
import { collect } from "../dialects/shared/memory-bytes.js";
import { jsonlStore, type JsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { temporaryHome } from "../store/jsonl/home.js";

/** Writes a home as Codex does. @returns its folder */
function writtenHome(home: PaginatedHome, folder = temporaryHome()): string {
  mkdirSync(join(folder, "sessions"), { recursive: true });
  for (const [name, bytes] of home.contents()) writeFileSync(join(folder, "sessions", name), bytes);
  return folder;
}

const turns = acts.map((all) => all.filter(({ kind }) => kind !== "compact"));

/** User turns that a thread's history has. */
function turnsOf({ history }: PaginatedHome["threads"][number]): number {
  return history.filter(({ line }) => /"text":"ask/.test(JSON.stringify(line.payload))).length;
}

test("a list has a line for each thread, with the files of its older generations", async () => {
  const property = fc.asyncProperty(turns, async (done) => {
    const home = new PaginatedHome(done);
    const codex = writtenHome(home);
    const index = temporaryHome();
    const paths = home.files.map(({ name }) => join(codex, "sessions", name));
    const expected = home.threads.map((thread) => {
      const files = thread.files.map((file) => paths[file] ?? "");
      return {
        threadId: uuidToUlid(thread.id),
        turns: turnsOf(thread),
        forkedFrom: thread.parent && { threadId: uuidToUlid(thread.parent), offset: null },
        path: files.at(-1),
        ...(files.length > 1 && { olderFiles: files.slice(0, -1) }),
        problem: null,
      };
    });
    for (const time of ["read", "remembered"]) {
      const listed = await listThreads({ home: index, codex });
      expect([time, listed.toSorted(byId)]).toMatchObject([time, expected.toSorted(byId)]);
    }
  });
  await fc.assert(property, { numRuns: 25 });
});

function byId(one: { threadId: string }, other: { threadId: string }): number {
  return one.threadId < other.threadId ? -1 : 1;
}

test("a list names what is missing, also when the session was read before", async () => {
  const home = new PaginatedHome([
    { kind: "turn", thread: 0 },
    { kind: "fork", thread: 0, cut: 5 },
    { kind: "turn", thread: 1 },
  ]);
  const [index, codex] = [temporaryHome(), writtenHome(home)];
  await listThreads({ home: index, codex });
  rmSync(join(codex, "sessions", home.files[0]?.name ?? ""));
  for (const list of [index, temporaryHome()]) {
    const [fork, ...others] = await listThreads({ home: list, codex });
    expect(others).toEqual([]);
    expect(fork?.problem).toContain("(missing)");
  }
});

test("what forks and generations share counts once, in whichever order the files are found", async () => {
  const property = fc.asyncProperty(turns, fc.boolean(), async (done, isReversed) => {
    const home = new PaginatedHome(done);
    const { files } = findSessionFiles([writtenHome(home)]);
    const asked = isReversed ? files.toReversed() : files;
    const { tally } = await countHere(asked, {});
    const { threads, turns, tokens, bytes } = statsReport(tally);
    const all = done.filter(({ kind }) => kind === "turn").length;
    const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
    expect({ turns, tokens: tokens.total, bytes }).toEqual({
      turns: all,
      tokens: 10 * all,
      bytes: sizeBytes,
    });
    expect(threads).toBe(home.threads.length);
  });
  await fc.assert(property, { numRuns: 40 });
});

describe("an import takes all files of a thread", () => {
  const pathsOf = (home: PaginatedHome, codex: string, thread: PaginatedHome["threads"][number]) =>
    thread.files.map((file) => join(codex, "sessions", home.files[file]?.name ?? ""));

  const exported = async (store: JsonlStore, threadId: string, generation?: string) => {
    const source = { read: (range = {}) => store.read(threadId, range) };
    const options = { threadId, blobs: store.blobs, version: "0", generation };
    return Buffer.concat(await collect(writeCodex(source, options))).toString();
  };

  test("whichever is named, also when the thread has grown; and each is written as it was", async () => {
    const property = fc.asyncProperty(acts, fc.nat(), fc.nat(), async (done, some, pick) => {
      const store = jsonlStore({ home: temporaryHome(), durability: "none" });
      const folder = temporaryHome();
      for (const part of [done.slice(0, some % (done.length + 1)), done]) {
        const home = new PaginatedHome(part);
        const codex = writtenHome(home, folder);
        for (const thread of home.threads) {
          const paths = pathsOf(home, codex, thread);
          const named = paths[pick % paths.length] ?? "";
          const { threadId } = await importFile(named, store);
          const source = { read: (range = {}) => store.read(threadId, range) };
          const alone = await openSession(paths.at(-1) ?? "");
          expect(itemsIn(await replay(source))).toEqual(itemsIn(await replay(alone.source)));
          expect(await importFile(paths[0] ?? "", store)).toMatchObject({ outcome: "unchanged" });
          expect(await exported(store, threadId)).toBe(readFileSync(paths.at(-1) ?? "", "utf8"));
          for (const path of paths) {
            const id = path.slice(
              -"01234567-0123-0123-0123-0123456789ab.jsonl".length,
              -".jsonl".length,
            );
            expect(await exported(store, threadId, id)).toBe(readFileSync(path, "utf8"));
          }
        }
      }
      await store.close();
    });
    await fc.assert(property, { numRuns: 25 });
  });

  test("what a revert took back is found by redo, and a thread that goes on ends its newest file", async () => {
    const home = new PaginatedHome([
      { kind: "turn", thread: 0 },
      { kind: "turn", thread: 0 },
      { kind: "revert", thread: 0, cut: 7 },
    ]);
    const codex = writtenHome(home);
    const paths = home.files.map(({ name }) => join(codex, "sessions", name));
    const store = jsonlStore({ home: temporaryHome(), durability: "none" });
    const { threadId, head } = await importFile(paths[0] ?? "", store);
    const source = { read: (range = {}) => store.read(threadId, range) };
    const state = await replay(source);
    expect(state.ledger.entries.length).toBe(2);
    const plan = await redoTarget({ source, state });
    expect((await stateAt(source, plan.to)).ledger.entries.length).toBe(4);
    const place = { id: "01M82N607CRP6ZSJ3VW978T418", at: "2026-03-02T10:00:00.000Z" };
    await store.append(threadId, head, [{ ...place, offset: head, ...plan.rollback }]);
    const newest = await exported(store, threadId);
    const report = new ExportReport();
    const options = { threadId, blobs: store.blobs, version: "0", report };
    await collect(writeCodex(source, options));
    expect(report.notCarried[0]?.what).toContain("earlier files");
    expect(newest.startsWith(readFileSync(paths[1] ?? "", "utf8"))).toBe(true);
    writeFileSync(paths[1] ?? "", newest);
    const again = await openSession(paths[1] ?? "");
    expect(itemsIn(await replay(again.source))).toEqual(itemsIn(await replay(source)));
    expect(await exported(store, threadId, home.threads[0]?.id)).toBe(
      readFileSync(paths[0] ?? "", "utf8"),
    );
    await store.close();
  });

  test("a generation that there is not is refused with those that there are", async () => {
    const home = new PaginatedHome([{ kind: "turn", thread: 0 }]);
    const store = jsonlStore({ home: temporaryHome(), durability: "none" });
    const { threadId } = await importFile(
      join(writtenHome(home), "sessions", home.files[0]?.name ?? ""),
      store,
    );
    for (const id of ["0", ""]) {
      const error = { code: "invalid-argument" };
      await expect(exported(store, threadId, id)).rejects.toMatchObject(error);
    }
    await store.close();
  });

  test("an end of a name that several generations or none have is no generation", async () => {
    const reverts = Array.from(
      { length: 10 },
      () => ({ kind: "revert", thread: 0, cut: 3 }) as const,
    );
    const home = new PaginatedHome([{ kind: "turn", thread: 0 }, ...reverts]);
    const store = jsonlStore({ home: temporaryHome(), durability: "none" });
    const path = join(writtenHome(home), "sessions", home.files[0]?.name ?? "");
    const { threadId } = await importFile(path, store);
    const error = { code: "invalid-argument" };
    for (const id of ["", "1"]) {
      await expect(exported(store, threadId, id)).rejects.toMatchObject(error);
    }
    expect(await exported(store, threadId, "11")).not.toBe("");
    await store.close();
  });
});

function itemsIn(state: ThreadState): readonly unknown[] {
  return [...state.ledger.entries].map(({ item }) => item);
}

/** A fork, and the thread that it was forked from; each file goes where it is said to. */
function written(placeOf: (name: string, index: number) => string): readonly string[] {
  const folder = temporaryHome();
  const home = new PaginatedHome([
    { kind: "turn", thread: 0 },
    { kind: "fork", thread: 0, cut: 5 },
    { kind: "turn", thread: 1 },
  ]);
  return [...home.contents()].map(([name, bytes], index) => {
    const path = join(folder, placeOf(name, index), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return path;
  });
}

async function itemsOf(path: string): Promise<number> {
  const { source } = await openSession(path);
  return (await replay(source)).ledger.entries.length;
}

test("a base is found beside its fork, in the sessions of the home, and in its archive", async () => {
  const places = [
    () => "",
    (_: string, index: number) => (index === 0 ? "sessions/2024/01/01" : "sessions/2026/03/02"),
    (_: string, index: number) => (index === 0 ? "archived_sessions" : "sessions/2026/03/02"),
    (_: string, index: number) => (index === 0 ? "sessions/2026/03/02" : "archived_sessions"),
  ];
  for (const place of places) expect(await itemsOf(written(place)[1] ?? "")).toBe(4);
});

test("however many sessions ask for their files, each folder is read once", async () => {
  const folder = temporaryHome();
  const day = (name: string) => join(folder, "sessions", "2026", "03", name);
  const paths = Array.from({ length: 12 }, (_, index) => {
    const id = `019c0000-0000-7000-8000-${String(index).padStart(12, "0")}`;
    const path = join(day(String(index % 3)), `rollout-2026-03-01T10-00-00-${id}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "");
    return path;
  });
  const related = new RelatedFiles();
  const read = countFolders();
  for (const path of paths) {
    expect(related.generations(path, rolloutName(path)?.threadId ?? "")).toContain(path);
    expect(related.find(path, "019f0000-0000-7000-8000-000000000000")).toBeNull();
  }
  const times = read();
  expect(Math.max(...times.values())).toBeLessThanOrEqual(2); // beside a file, and in the home
  expect(times.get(join(folder, "sessions"))).toBe(1);
});

/** @returns gives how often each folder was read since, by its path */
function countFolders(): () => ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const { readdirSync } = fs;
  fs.readdirSync = new Proxy(readdirSync, {
    apply: (target, self, words: Parameters<typeof readdirSync>) => {
      times.set(String(words[0]), (times.get(String(words[0])) ?? 0) + 1);
      return Reflect.apply(target, self, words);
    },
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.readdirSync = readdirSync;
    syncBuiltinESMExports();
  });
  return () => times;
}

test("a base elsewhere is not found", async () => {
  const [, fork = ""] = written((_, index) => (index === 0 ? "elsewhere" : "sessions/2026"));
  await expect(openSession(fork)).rejects.toMatchObject({
    code: "damaged-lineage",
    details: { file: fork, reason: "missing" },
  });
});
