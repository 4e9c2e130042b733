import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countHere } from "../../src/cli/stats/count-batches.js";
import { uuidToUlid } from "../../src/events/ids.js";
import { statsReport } from "../../src/projections/stats/stats-report.js";
import { replay } from "../../src/reducers/replay.js";
import { listThreads } from "../../src/sessions/listing/list-threads.js";
import { openSession } from "../../src/sessions/open-session.js";
import { findSessionFiles } from "../../src/sessions/session-files.js";
import { acts, PaginatedHome, textsIn } from "../dialects/codex/lineages.js";
import { temporaryHome } from "../store/jsonl/home.js";

/** Writes a home as Codex does. @returns its folder */
function writtenHome(home: PaginatedHome): string {
  const folder = temporaryHome();
  mkdirSync(join(folder, "sessions"));
  for (const [name, bytes] of home.contents()) writeFileSync(join(folder, "sessions", name), bytes);
  return folder;
}

/** User turns that a thread's history has. */
function turnsOf({ history }: PaginatedHome["threads"][number]): number {
  return textsIn(history).filter((text) => text.startsWith("ask")).length;
}

test("a list has a line for each thread, with the files of its older generations", async () => {
  const property = fc.asyncProperty(acts, async (done) => {
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
  const property = fc.asyncProperty(acts, fc.boolean(), async (done, isReversed) => {
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

test("a base elsewhere is not found", async () => {
  const [, fork = ""] = written((_, index) => (index === 0 ? "elsewhere" : "sessions/2026"));
  await expect(openSession(fork)).rejects.toMatchObject({
    code: "damaged-lineage",
    details: { file: fork, reason: "missing" },
  });
});
