import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRefoldError } from "../../../src/errors.js";
import type { LogEvent } from "../../../src/events/event.js";
import { findLogTail } from "../../../src/store/jsonl/batches-backward.js";
import { encodeBatch, encodeLog } from "../../../src/store/jsonl/line-encoder.js";
import { lastSum } from "../../../src/store/jsonl/line-ending.js";
import { linesBackward } from "../../../src/store/jsonl/lines.js";
import type { LogFile } from "../../../src/store/jsonl/log-file.js";
import { readLines, readRuns, readRunsBackward } from "../../../src/store/jsonl/read-runs.js";
import { expectSame } from "../../expect-same.js";
import { temporaryHome } from "./home.js";
import {
  countingFileSystem,
  eventsBackward,
  eventsOf,
  logOnDisk,
  openUntilEnd,
  readAround,
} from "./log-on-disk.js";
import { sampleEvent, sampleLog, seededRandom } from "./sample-log.js";

test("law 3: a rollout cut at any byte gives exactly the whole batches before the cut", () => {
  const { bytes, batches } = sampleLog(7, 4);
  const log = logOnDisk(bytes);
  const sizes = [...encodeLog(batches)].map(({ length }) => length);
  let whole = 0; // batches before the cut
  let endByte = 0;
  for (let sizeBytes = 0; sizeBytes <= bytes.length; sizeBytes++) {
    const next = sizes[whole] ?? 0;
    if (whole < batches.length && endByte + next === sizeBytes) {
      whole += 1;
      endByte = sizeBytes;
    }
    const events = batches.slice(0, whole).flat();
    const cut = { ...log, sizeBytes };
    expectSame(readAround(cut), { events, damage: [] });
    expectSame(eventsOf(cut), events);
    expectSame(eventsBackward(cut), events.toReversed());
    const head = events.length === 0 ? null : events.length;
    expect(findLogTail(cut)).toMatchObject({ head, endByte });
  }
});

test("every range of a long log is the same stretch of the whole, forward and backward", () => {
  const { bytes, batches } = sampleLog(11, 600);
  const all = batches.flat();
  const log = logOnDisk(bytes);
  expectSame(eventsOf(log), all);
  expectSame(eventsBackward(log), all.toReversed());
  const random = seededRandom(1);
  for (let times = 0; times < 150; times++) {
    const from = Math.floor(random() * all.length);
    const to = from + Math.floor(random() * 30);
    expectSame(eventsOf(log, { from, to }), all.slice(from, to + 1));
    const backward = [];
    for (const run of readRunsBackward(log, { from })) {
      backward.push(...run);
      if (backward.length >= 30) break;
    }
    expect(backward).toEqual(
      all.slice(Math.max(0, from + 1 - backward.length), from + 1).reverse(),
    );
  }
});

test("a range costs what it holds, not what stands before and after it", () => {
  const { bytes, batches } = sampleLog(11, 5000);
  const head = batches.flat().length;
  const fileSystem = countingFileSystem();
  const log = logOnDisk(bytes, fileSystem);
  expect(bytes.length).toBeGreaterThan(3_000_000);
  for (const from of [1, 400, head >> 1, head - 1, head]) {
    fileSystem.readBytes = 0;
    eventsOf(log, { from, to: from + 5 });
    expect(fileSystem.readBytes).toBeLessThan(800_000);
  }
});

test("reading backward reads what it yields, and no more than a chunk beyond", () => {
  const { bytes } = sampleLog(11, 5000);
  const fileSystem = countingFileSystem();
  const log = logOnDisk(bytes, fileSystem);
  let yieldedBytes = 0;
  for (const run of readRunsBackward(log)) {
    yieldedBytes += encodeBatch(run.toReversed()).length;
    expect(fileSystem.readBytes).toBeLessThan(yieldedBytes + 2 * 64 * 1024);
    if (yieldedBytes > 1_000_000) break;
  }
  expect(yieldedBytes).toBeGreaterThan(1_000_000);
});

test("lines that name wrong offsets lead no search astray", () => {
  const { bytes, batches } = sampleLog(3, 300);
  const all = batches.flat();
  const random = seededRandom(5);
  const lines = bytes.toString("latin1").split(/(?<=\n)/);
  for (const index of lines.keys()) {
    if (index > 0 && index % 7 === 0) {
      const lie = `{"offset":${String(Math.floor(random() * all.length * 2))},`;
      lines[index] = (lines[index] ?? "").replace(/^\{"offset":\d+,/, lie);
    }
  }
  const log = logOnDisk(Buffer.from(lines.join(""), "latin1"));
  const known = new Map(all.map((event) => [event.offset, event]));
  const { events: readable } = readAround(log);
  expect(readable.length).toBeGreaterThan(100);
  for (const { offset } of readable) {
    const found = eventsOf(log, { from: offset, to: offset, onDamage: () => undefined });
    expect(found).toEqual([known.get(offset)]);
  }
});

test("who reads one event does not pay for more than the beginning", () => {
  const fileSystem = countingFileSystem();
  const runs = readRuns(logOnDisk(sampleLog(2, 2000).bytes, fileSystem));
  expect(runs.next().value).toHaveProperty("0.offset", 0);
  runs.return({ head: null, endByte: 0 });
  expect(fileSystem.readBytes).toBeLessThan(20_000);
});

test("a line of 24 MiB is read like any other", () => {
  const random = seededRandom(1);
  const long = sampleEvent(1, "x".repeat(24 * 1024 * 1024), random);
  const batch = [sampleEvent(0, "a", random), long, sampleEvent(2, "b", random)];
  const log = logOnDisk(encodeBatch(batch));
  const lengths = (events: readonly LogEvent[]) =>
    events.map(({ data }) => JSON.stringify(data).length);
  expect(lengths(eventsOf(log))).toEqual(lengths(batch));
  expect(lengths(eventsBackward(log))).toEqual(lengths(batch).reverse());
});

test("a line longer than 256 MiB is damage, and what stands around it is read", () => {
  const random = seededRandom(1);
  const [before, behind] = [
    encodeBatch([sampleEvent(0, "a", random)]),
    sampleEvent(1, "b", random),
  ];
  const path = join(temporaryHome(), "log.jsonl");
  const lineBytes = 256 * 1024 * 1024 + 1;
  writeFileSync(path, before);
  truncateSync(path, before.length + lineBytes);
  appendFileSync(
    path,
    Buffer.concat([Buffer.from("\n"), encodeBatch([behind], { after: lastSum(before) })]),
  );
  const log = openUntilEnd(path);
  const { events, damage } = readAround(log);
  expect(events.map(({ offset }) => offset)).toEqual([0, 1]);
  const place = { file: path, line: 2, byte: before.length, offset: 1 };
  expect(damage).toEqual([{ ...place, reason: "too-long", bytes: lineBytes + 1 }]);
  expect(() => eventsBackward(log)).toThrow(expect.objectContaining({ code: "damaged-log" }));
});

test("of a line that is too long its beginning and its end are not taken for a line", () => {
  const random = seededRandom(1);
  const first = encodeBatch([sampleEvent(0, "x".repeat(300), random)]);
  const next = encodeBatch([sampleEvent(1, "b", random)], { after: lastSum(first) });
  const end = Buffer.concat([first.subarray(256), next]); // 256 bytes are kept of a beginning
  const endAt = 256 * 1024 * 1024 + 1;
  let mostAtOnce = 0;
  const log: LogFile = {
    ...logOnDisk(first),
    sizeBytes: endAt + end.length,
    read(into, position) {
      mostAtOnce = Math.max(mostAtOnce, into.length);
      into.fill(0x78);
      into.set(first.subarray(Math.min(256, position), Math.min(256, position + into.length)));
      const from = Math.max(position, endAt);
      const rest = end.subarray(from - endAt, Math.max(0, position + into.length - endAt));
      if (rest.length > 0) into.set(rest, from - position);
      return Math.min(into.length, this.sizeBytes - position);
    },
  };
  const { events, damage } = readAround(log);
  expect(damage).toMatchObject([{ reason: "too-long", byte: 0, offset: 0 }]);
  expect(events.map(({ offset }) => offset)).toEqual([1]);
  const backward = Array.from(linesBackward(log), ({ start, sizeBytes }) => ({ start, sizeBytes }));
  const lineBytes = endAt + first.length - 256 - 1;
  expect(backward.at(-1)).toEqual({ start: 0, sizeBytes: lineBytes });
  expect(mostAtOnce).toBeLessThan(4 * 1024 * 1024); // it is never held
});

test("an event of a newer version is refused, unless asked to ignore it", () => {
  const random = seededRandom(1);
  const newer = { ...sampleEvent(1, "b", random), type: "history.folded-in-half" };
  const log = logOnDisk(encodeBatch([sampleEvent(0, "a", random), newer]));
  expect(() => eventsOf(log)).toThrow(expect.objectContaining({ code: "needs-newer-version" }));
  expect(() => eventsBackward(log)).toThrow(
    expect.objectContaining({ code: "needs-newer-version" }),
  );
  expect(eventsOf(log, { newer: "ignore" })).toMatchObject([{ offset: 0 }, newer]);
  expect([...readRunsBackward(log, { newer: "ignore" })].flat()).toHaveLength(2);
});

test("an event of an unknown type is given as it is", () => {
  const random = seededRandom(1);
  const kept = { ...sampleEvent(1, "b", random), type: "somebody.waved", data: { own: [] } };
  const log = logOnDisk(encodeBatch([sampleEvent(0, "a", random), kept]));
  expect(eventsOf(log)[1]).toMatchObject(kept);
});

test("damage far into a log is told of in the same line, whether events or lines are read", () => {
  const { bytes, batches } = sampleLog(5, 3_000);
  const threadId = batches[0]?.[0]?.id ?? "";
  const damaged = Buffer.from(bytes);
  damaged.writeUInt8(0x20, bytes.indexOf("\n", bytes.length - 50_000) + 40);
  const log = logOnDisk(damaged);
  const linesOf = () => [...readLines(log, { from: 0, threadId })];
  expect(failureOf(linesOf)).toEqual(failureOf(() => eventsOf(log)));
});

function failureOf(read: () => unknown) {
  try {
    read();
  } catch (error) {
    if (isRefoldError(error, "damaged-log")) return error.details;
    throw error;
  }
  throw new Error("nothing was found");
}
