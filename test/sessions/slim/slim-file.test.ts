import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { z } from "zod";
import { isRefoldError } from "../../../src/errors.js";
import { CodexHomes } from "../../../src/sessions/slim/codex-homes.js";
import { type ApplyOptions, slimFile } from "../../../src/sessions/slim/slim-file.js";
import { temporaryHome } from "../../store/jsonl/home.js";
import { logOnDisk } from "../../store/jsonl/log-on-disk.js";
import { sampleLog } from "../../store/jsonl/sample-log.js";
import { lineOf, sessionIn, THREAD_ID } from "./slimmable-rollout.js";

test("a dry run says what would give way, and writes nothing", async () => {
  const path = sessionIn(temporaryHome());
  const before = readFileSync(path);
  const report = await slimFile(path, { keepTurns: 1, homes: new CodexHomes(), dropsIndex: false });
  expect(report).toMatchObject({ dialect: "codex", bytesBefore: before.length, applied: false });
  expect(report.obstacle).toBeNull();
  expect(report.gone.map(({ kind, count }) => [kind, count])).toEqual([
    ["image", 2],
    ["output", 2],
    ["checkpoint", 1],
  ]);
  expect(report.bytesAfter).toBeLessThan(before.length / 2);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
});

test("the original is kept first, then replaced with its mode and times", async () => {
  const path = sessionIn(temporaryHome());
  const before = readFileSync(path);
  chmodSync(path, 0o640);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  const acts: string[] = [];
  const report = await slimFile(path, {
    ...{ keepTurns: 1, homes: new CodexHomes(), dropsIndex: false },
    apply: {
      ...NOTHING_AROUND,
      keep: async (kept) => {
        expect(readFileSync(kept).equals(before)).toBe(true);
        acts.push("kept");
      },
      replaced: async (replaced) => void acts.push(`replaced ${statSync(replaced).size}`),
    },
  });
  expect(acts).toEqual(["kept", `replaced ${report.bytesAfter}`]);
  const { size, mode, mtimeMs } = statSync(path);
  expect({ size, mode: mode & 0o777, mtimeMs }).toEqual({
    ...{ size: report.bytesAfter, mode: 0o640, mtimeMs: 1_700_000_000_000 },
  });
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
});

test("a checkpoint's list goes as far back as nothing rebuilds it, and is empty in between", async () => {
  const path = sessionIn(temporaryHome(), { turns: [["old"], ["one", "two", "three"], ["new"]] });
  await slimFile(path, {
    keepTurns: 3,
    homes: new CodexHomes(),
    dropsIndex: false,
    apply: NOTHING_AROUND,
  });
  const lists = linesOf(path).flatMap(({ type, payload }) =>
    type === "compacted" ? [payload["replacement_history"]] : [],
  );
  // before "one", which may be taken back, stands "old"; "three" is what "new" begins with
  expect(lists.map((list) => (Array.isArray(list) ? list.length : list))).toEqual([1, 0, 0, 1, 1]);
  await slimFile(path, {
    keepTurns: 0,
    homes: new CodexHomes(),
    dropsIndex: false,
    apply: NOTHING_AROUND,
  });
  const left = linesOf(path).filter(({ payload }) => "replacement_history" in payload);
  expect(left).toHaveLength(1);
});

test("before a checkpoint that Codex rebuilds from messages, these stay and outputs give way", async () => {
  const path = sessionIn(temporaryHome());
  const listless = linesOf(path).map((line) => {
    const payload = { ...line.payload, replacement_history: undefined };
    return `${JSON.stringify({ ...line, payload })}\n`;
  });
  writeFileSync(path, listless.join(""));
  const wish = { keepTurns: 1, homes: new CodexHomes(), dropsIndex: false, apply: NOTHING_AROUND };
  const { gone } = await slimFile(path, wish);
  expect(gone.map(({ kind, count }) => [kind, count])).toEqual([["output", 2]]);
});

test("a session that a process has open stays as it is", async ({ skip }) => {
  skip(!existsSync("/proc/self/fd"), "there is no /proc here");
  const path = sessionIn(temporaryHome());
  const descriptor = openSync(path, "r");
  const holder = spawn(process.execPath, ["-e", "process.stdin.resume()"], {
    stdio: ["pipe", "ignore", "ignore", descriptor],
  });
  closeSync(descriptor);
  try {
    const details = { path, pids: [holder.pid] };
    await expectRefused(path, { code: "session-open", details });
  } finally {
    holder.kill();
    await once(holder, "exit");
  }
});

/** A session that a process of Claude Code names in its home. */
function namedSession(named: { readonly pid: number; readonly procStart?: string }): string {
  const home = temporaryHome();
  const sessionId = "3b1f0f3e-0000-4000-8000-000000000001";
  const path = join(home, "projects", "-work", `${sessionId}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  renameSync(sessionIn(home), path);
  mkdirSync(join(home, "sessions"), { recursive: true });
  writeFileSync(join(home, "sessions", "1.json"), JSON.stringify({ ...named, sessionId }));
  return path;
}

test("a session that a running Claude Code names in its home stays as it is", async () => {
  const { pid } = process;
  const path = namedSession({ pid });
  await expectRefused(path, { code: "session-open", details: { path, pids: [pid] } });
  const wish = { keepTurns: 1, homes: new CodexHomes(), dropsIndex: false, apply: NOTHING_AROUND };
  const killed = namedSession({ pid: 2 ** 22 + 1 });
  expect((await slimFile(killed, wish)).applied).toBe(true);
});

test("a Claude Code that was killed is not taken for another process with its number", async ({
  skip,
}) => {
  skip(!existsSync("/proc/self/stat"), "there is no /proc here");
  const { pid } = process;
  const procStart = /\) (?:\S+ ){19}(\d+)/.exec(readFileSync("/proc/self/stat", "utf8"))?.[1] ?? "";
  const path = namedSession({ pid, procStart });
  await expectRefused(path, { code: "session-open", details: { path, pids: [pid] } });
  const wish = { keepTurns: 1, homes: new CodexHomes(), dropsIndex: false, apply: NOTHING_AROUND };
  const killed = namedSession({ pid, procStart: "1" });
  expect((await slimFile(killed, wish)).applied).toBe(true);
});

test("a link to a session stays one, and what it leads to is slimmed", async () => {
  const home = temporaryHome();
  const path = sessionIn(home);
  const link = join(home, "link.jsonl");
  symlinkSync(path, link);
  const wish = { keepTurns: 1, homes: new CodexHomes(), dropsIndex: false, apply: NOTHING_AROUND };
  const { bytesAfter } = await slimFile(link, wish);
  expect(readlinkSync(link)).toBe(path);
  expect(statSync(path).size).toBe(bytesAfter);
});

test("a session that changes while it is read stays as it is", async () => {
  const path = sessionIn(temporaryHome());
  const before = readFileSync(path, "utf8");
  const keep = async (): Promise<void> => appendFileSync(path, "\n");
  const error = await slimFile(path, {
    ...{ keepTurns: 1, homes: new CodexHomes(), dropsIndex: false },
    apply: { ...NOTHING_AROUND, keep },
  }).catch((thrown: unknown) => thrown);
  expect(isRefoldError(error, "session-changed")).toBe(true);
  expect(readFileSync(path, "utf8")).toBe(`${before}\n`);
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
});

test("where an invariant would no longer hold, the session stays as it is", async () => {
  const path = sessionIn(temporaryHome());
  const check = async (checked: string) => (checked === path ? ["log/a"] : ["log/a", "log/b"]);
  await expectRefused(path, { code: "slim-not-equal" }, { check });
  const alike = { ...NOTHING_AROUND, check: async () => ["log/a"] };
  const report = await slimFile(path, {
    keepTurns: 1,
    homes: new CodexHomes(),
    dropsIndex: false,
    apply: alike,
  });
  expect(report.applied).toBe(true);
});

test("damaged and packed sessions, and Refold's own, stay as they are", async () => {
  const home = temporaryHome();
  const damaged = sessionIn(home);
  writeFileSync(damaged, readFileSync(damaged, "utf8").replace("}\n", "\n"));
  await expectRefused(damaged, {
    code: "slim-refused",
    details: { path: damaged, reason: "damaged" },
  });
  const packed = join(home, "packed.jsonl.gz");
  writeFileSync(packed, gzipSync(readFileSync(sessionIn(home))));
  await expectRefused(packed, {
    code: "slim-refused",
    details: { path: packed, reason: "compressed" },
  });
  const own = logOnDisk(sampleLog(7, 12).bytes).path;
  await expectRefused(own, { code: "slim-refused", details: { path: own, reason: "own" } });
});

test("a paginated session in a home with an index stays as it is, unless the index may go", async () => {
  const home = temporaryHome();
  const path = sessionIn(home, { isPaginated: true });
  const index = ["thread_history_1.sqlite", "thread_history_1.sqlite-wal"].map((name) =>
    join(home, name),
  );
  for (const file of index) writeFileSync(file, "positions");
  await expectRefused(path, { code: "slim-refused", details: { path, reason: "indexed" } });
  const wish = { keepTurns: 1, homes: new CodexHomes() };
  const dry = await slimFile(path, { ...wish, dropsIndex: false });
  expect(dry).toMatchObject({ applied: false, obstacle: "slim-refused" });
  expect((await slimFile(path, { ...wish, dropsIndex: true })).obstacle).toBeNull();
  const kept: string[] = [];
  const keep = async (file: string) => void kept.push(file);
  const apply = { ...NOTHING_AROUND, keep };
  await slimFile(path, { keepTurns: 1, homes: new CodexHomes(), dropsIndex: true, apply });
  expect(kept).toEqual([path, ...index]);
  expect(index.filter((file) => existsSync(file))).toEqual([]);
});

test("the bytes that a fork refers to stay as they are", async () => {
  const home = temporaryHome();
  const path = sessionIn(home, { isPaginated: true });
  const before = readFileSync(path);
  const lines = before.toString("utf8").split("\n");
  const end = Buffer.byteLength(lines.slice(0, 7).join("\n")) + 1;
  const forkId = "019c0000-0000-7000-8000-000000000002";
  const base = { thread_id: THREAD_ID, end_ordinal_exclusive: 7, end_byte_offset: end };
  const meta = {
    id: forkId,
    history_mode: "paginated",
    history_base: base,
    forked_from_id: THREAD_ID,
  };
  const fork = join(dirname(path), `rollout-2026-03-01T11-00-00-${forkId}.jsonl`);
  writeFileSync(fork, lineOf("session_meta", meta, 7));
  const apply = NOTHING_AROUND;
  const report = await slimFile(path, {
    keepTurns: 0,
    homes: new CodexHomes(),
    dropsIndex: false,
    apply,
  });
  expect(readFileSync(path).subarray(0, end).equals(before.subarray(0, end))).toBe(true);
  expect(report.bytesAfter).toBeLessThan(before.length);
});

const NOTHING_AROUND: ApplyOptions = {
  keep: () => Promise.resolve(),
  replaced: () => Promise.resolve(),
  guard: () => () => undefined,
  check: () => Promise.resolve([]),
};

/** @param around what differs from nothing */
async function expectRefused(
  path: string,
  expected: { readonly code: string; readonly details?: object },
  around: Partial<ApplyOptions> = {},
): Promise<void> {
  const before = readFileSync(path);
  const apply = { ...NOTHING_AROUND, ...around };
  const error = await slimFile(path, {
    keepTurns: 1,
    homes: new CodexHomes(),
    dropsIndex: false,
    apply,
  }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject(expected);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(dirname(path)).filter((name) => name.includes(".part-"))).toEqual([]);
}

const Line = z.object({ type: z.string(), payload: z.record(z.string(), z.unknown()) });
type Line = z.infer<typeof Line>;

function linesOf(path: string): readonly Line[] {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line) => Line.parse(JSON.parse(line)));
}
