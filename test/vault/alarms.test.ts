import fc from "fast-check";
import { expect, test } from "vitest";
import {
  alarmWords,
  cacheAlarms,
  dailyGrowth,
  DEFAULT_LIMITS,
  diskAlarms,
  fileAlarms,
  ToldAlarms,
} from "../../src/vault/alarms.js";
import type { KeptFile } from "../../src/vault/catalog.js";
import type { Generation } from "../../src/vault/generation-table.js";

const HOUR = 3_600_000;
const MB = 1024 * 1024;

type Step = Pick<Generation, "at" | "why" | "bytes">;

function kept(path: string, steps: readonly Step[], role: KeptFile["role"] = "session"): KeptFile {
  const generations = steps.map((step, index) => ({
    ...{ id: `G${index}`, modifiedNs: 0n, mode: 0o600, list: null, step: 0, ...step },
    sha256: step.why === "gone" ? null : "0",
  }));
  const newest = generations.at(-1);
  return { number: 0, tool: "codex", home: "/h", path, role, generations, newest };
}

const kinds = (files: readonly KeptFile[], limits = DEFAULT_LIMITS): readonly string[] =>
  fileAlarms(files, files, limits).map(({ kind }) => kind);

test("a session that is gone vanished, unless its home has it under another path", () => {
  const gone = kept("sessions/a.jsonl", [
    { at: 0, why: "new", bytes: 10 },
    { at: 1, why: "gone", bytes: 0 },
  ]);
  const archived = kept("archived_sessions/a.jsonl.zst", [{ at: 1, why: "new", bytes: 5 }]);
  expect(fileAlarms([gone], [gone], DEFAULT_LIMITS)).toEqual([
    { kind: "vanished", tool: "codex", home: "/h", path: "sessions/a.jsonl", at: 1, bytes: 10 },
  ]);
  expect(kinds([gone, archived])).toEqual([]);
  expect(kinds([{ ...gone, role: "sidecar" }])).toEqual([]);
});

test("a session that becomes shorter shrank; one that refold slim replaced did not", () => {
  const cut = (why: Generation["why"]) =>
    kept("a.jsonl", [
      { at: 0, why: "new", bytes: 10 },
      { at: 1, why, bytes: 4 },
    ]);
  expect(kinds([cut("shrank")])).toEqual(["shrank"]);
  expect(kinds([cut("rewritten")])).toEqual(["shrank"]);
  expect(kinds([cut("slimmed")])).toEqual([]);
});

test("a file is growing when it grew by more than the limit in an hour, however often it was kept", () => {
  const property = fc.property(
    fc.array(fc.record({ ms: fc.integer({ min: 1, max: 2 * HOUR }), bytes: fc.nat(80 * MB) }), {
      minLength: 1,
      maxLength: 20,
    }),
    (growths) => {
      const steps: Step[] = [{ at: 0, why: "new", bytes: 0 }];
      for (const { ms, bytes } of growths) {
        const last = steps.at(-1) ?? { at: 0, bytes: 0 };
        steps.push({ at: last.at + ms, why: "grew", bytes: last.bytes + bytes });
      }
      const newest = steps.at(-1) ?? { at: 0, bytes: 0 };
      const before = steps.findLast(({ at }) => at <= newest.at - HOUR) ?? { at: 0, bytes: 0 };
      const hours = Math.max(1, (newest.at - before.at) / HOUR);
      const isFast = (newest.bytes - before.bytes) / hours > DEFAULT_LIMITS.hourlyBytes;
      expect(kinds([kept("a.jsonl", steps)])).toEqual(isFast ? ["growing"] : []);
    },
  );
  fc.assert(property);
});

test("a disk is told of when what is free lasts less long than the limit", () => {
  const files = [
    kept("a.jsonl", [
      { at: 0, why: "new", bytes: 0 },
      { at: 30 * HOUR, why: "grew", bytes: 10 * MB },
      { at: 40 * HOUR, why: "grew", bytes: 40 * MB },
    ]),
    kept("b.jsonl", [{ at: 40 * HOUR, why: "new", bytes: 1000 * MB }]), // it may have been there before
  ];
  const dailyBytes = dailyGrowth(files, 41 * HOUR);
  expect(dailyBytes).toBe(40 * MB);
  expect(dailyGrowth(files, 100 * HOUR)).toBe(0);
  const disk = { path: "/h", dailyBytes };
  expect(diskAlarms([{ ...disk, freeBytes: 41 * MB }], DEFAULT_LIMITS)).toEqual([]);
  expect(diskAlarms([{ ...disk, freeBytes: 20 * MB }], DEFAULT_LIMITS)).toEqual([
    { kind: "disk", ...disk, freeBytes: 20 * MB, hours: 12 },
  ]);
  expect(diskAlarms([{ ...disk, freeBytes: 0, dailyBytes: 0 }], DEFAULT_LIMITS)).toEqual([]);
});

test("cache breaks are told of when a session comes to cost more than the limit", () => {
  const broken = (sentAt: string, lostUsd: number) => ({ sentAt, break: { lostUsd } });
  const file = kept("a.jsonl", []);
  const options = { since: "2026-01-02", limits: { ...DEFAULT_LIMITS, cacheBreakUsd: 5 } };
  const before = broken("2026-01-01", 4);
  expect(cacheAlarms(file, [before], options)).toEqual([]);
  expect(cacheAlarms(file, [before, broken("2026-01-03", 2)], options)).toMatchObject([
    { kind: "cache-breaks", breaks: 2, usd: 6 },
  ]);
  const known = [before, broken("2026-01-01", 2), broken("2026-01-03", 2)];
  expect(cacheAlarms(file, known, options)).toEqual([]);
});

test("nobody is told the same twice within a day", () => {
  const growing = kept("a.jsonl", [
    { at: 0, why: "new", bytes: 0 },
    { at: 1, why: "grew", bytes: 1000 * MB },
  ]);
  const gone = (at: number) =>
    kept("b.jsonl", [
      { at: 0, why: "new", bytes: 1 },
      { at, why: "gone", bytes: 0 },
    ]);
  const told = new ToldAlarms();
  const fresh = (file: KeptFile, now: number) =>
    told.fresh(fileAlarms([file], [file], DEFAULT_LIMITS), now).length;
  expect(fresh(growing, 0)).toBe(1);
  expect(fresh(growing, 23 * HOUR)).toBe(0);
  expect(fresh(growing, 24 * HOUR)).toBe(1);
  expect(fresh(gone(1), 0)).toBe(1);
  expect(fresh(gone(2), 1)).toBe(1); // it came back, and is gone again
});

test("what a file is called drives no terminal", () => {
  const [alarm] = fileAlarms(
    [
      kept("\u001b]0;x\u0007.jsonl", [
        { at: 0, why: "new", bytes: 1 },
        { at: 1, why: "gone", bytes: 0 },
      ]),
    ],
    [],
    DEFAULT_LIMITS,
  );
  expect(alarm && alarmWords(alarm)).toBe(
    "vanished: /h/\\x1b]0;x\\x07.jsonl, 1 B; the vault has it",
  );
});
