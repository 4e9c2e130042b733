import { isRefoldError, type LogDamage } from "../../src/errors.js";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LogEvent } from "../../src/events/event.js";
import { nodeFileSystem } from "../../src/store/jsonl/file-system.js";
import type { LogFile } from "../../src/store/jsonl/log-file.js";
import { openLog } from "../../src/store/jsonl/open-log.js";
import { readRuns, readRunsBackward } from "../../src/store/jsonl/read-runs.js";
import { sampleLog, type SampleLog, seededRandom } from "../store/jsonl/sample-log.js";

/** What became of a noisy log; anything worse fails the case. */
export type NoiseVerdict = "reported" | "torn" | "cut" | "harmless";

/**
 * Damages a rollout as the case's number says, reads it in every way, and proves that each batch
 * that comes out is one that went in, in order, and that what does not come out is reported.
 */
export function runNoiseCases(from: number, count: number): Map<NoiseVerdict, number> {
  const folder = mkdtempSync(join(tmpdir(), "refold-noise-"));
  const verdicts = new Map<NoiseVerdict, number>();
  try {
    for (let number = from; number < from + count; number++) {
      const verdict = runNoiseCase(number, join(folder, "noisy.jsonl"));
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return verdicts;
}

function runNoiseCase(number: number, path: string): NoiseVerdict {
  const random = seededRandom(number);
  const log = sampleLog(number, 3 + Math.floor(random() * 12));
  let bytes = log.bytes;
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) {
    bytes = makeNoise(bytes, random);
  }
  writeFileSync(path, bytes);
  const noisy = openLog(nodeFileSystem, path);
  try {
    return judge(log, noisy, bytes);
  } catch (cause) {
    throw new Error(`noise case ${number}`, { cause });
  } finally {
    noisy[Symbol.dispose]();
  }
}

function judge(original: SampleLog, noisy: LogFile, bytes: Buffer): NoiseVerdict {
  const all = original.batches.flat();
  const damage: LogDamage[] = [];
  const { events, endByte } = readAll(noisy, (found) => damage.push(found));
  assertWholeBatches(original, events);
  for (const { byte, bytes: size, line } of damage) {
    assert.ok(byte >= 0 && byte + size <= noisy.sizeBytes, "damage is inside the file");
    assert.equal(line, bytes.subarray(0, byte).toString("latin1").split("\n").length);
  }
  assertStrictReading(original, noisy, damage.length > 0);
  assertBackwardReading(original, noisy);
  assertRanges(noisy, all);
  if (damage.length > 0) return "reported";
  assert.deepEqual(events, all.slice(0, events.length), "what is not reported is not changed");
  if (events.length === all.length) return endByte < noisy.sizeBytes ? "torn" : "harmless";
  return endByte < noisy.sizeBytes ? "torn" : "cut";
}

function readAll(log: LogFile, onDamage?: (damage: LogDamage) => void) {
  const events: LogEvent[] = [];
  const runs = readRuns(log, onDamage && { onDamage });
  for (;;) {
    const { value, done } = runs.next();
    if (done === true) return { events, endByte: value.endByte };
    events.push(...value);
  }
}

/** Every batch whole, none twice, in order. */
function assertWholeBatches(original: SampleLog, events: readonly LogEvent[]): void {
  let next = 0;
  for (const batch of original.batches) {
    if (events[next]?.offset !== batch[0]?.offset) continue;
    assert.deepEqual(events.slice(next, next + batch.length), batch, "a batch is whole");
    next += batch.length;
  }
  assert.equal(next, events.length, "nothing but the batches of the log");
}

/** Without `onDamage` a reader gets the batches before the damage, and an error where others follow. */
function assertStrictReading(original: SampleLog, log: LogFile, isDamaged: boolean): void {
  const all = original.batches.flat();
  try {
    const { events } = readAll(log);
    assertWholeBatches(original, events);
    assert.deepEqual(events, all.slice(0, events.length), "only the end may be missing");
  } catch (error) {
    assert.ok(isRefoldError(error, "damaged-log"), String(error));
    assert.ok(isDamaged, "who reads around is told as well");
  }
}

function assertBackwardReading(original: SampleLog, log: LogFile): void {
  const events: LogEvent[] = [];
  try {
    for (const run of readRunsBackward(log)) events.push(...run);
    assert.ok(events.length === 0 || events.at(-1)?.offset === 0, "the whole log was read");
  } catch (error) {
    assert.ok(isRefoldError(error, "damaged-log"), String(error));
  }
  assertWholeBatches(original, events.reverse());
}

/** A reading that begins later may find more than one that met the damage, but nothing else. */
function assertRanges(log: LogFile, all: readonly LogEvent[]): void {
  const known = new Set(all.map(({ sum }) => sum));
  for (const from of [1, 5, 17]) {
    let previous = from - 1;
    for (const event of [
      ...readRuns(log, { from, to: from + 9, onDamage: () => undefined }),
    ].flat()) {
      assert.ok(event.offset > previous && event.offset <= from + 9, "in order, in the range");
      assert.ok(known.has(event.sum), "only what was written");
      previous = event.offset;
    }
  }
}

/** One flip, insertion, deletion, or swap, doubling or loss of lines. */
export function makeNoise(bytes: Buffer, random: () => number): Buffer {
  const pick = (count: number) => Math.floor(random() * count);
  const at = pick(bytes.length);
  switch (pick(7)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      if (at < flipped.length) flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << pick(8)), at);
      return flipped;
    }
    case 1:
      return spliced(
        bytes,
        at,
        at,
        Buffer.from(Array.from({ length: 1 + pick(40) }, () => pick(256))),
      );
    case 2:
      return spliced(bytes, at, Math.min(bytes.length, at + 1 + pick(2000)), Buffer.alloc(0));
    case 3:
      return spliced(bytes, at, at, Buffer.from(["\n", "\n\n", "\r", "\0\0\0\0"][pick(4)] ?? ""));
    case 4:
      return editedLines(bytes, (lines) => {
        const [first, second] = [pick(lines.length), pick(lines.length)];
        [lines[first], lines[second]] = [lines[second] ?? "", lines[first] ?? ""];
      });
    case 5:
      return editedLines(bytes, (lines) => lines.splice(pick(lines.length), 1 + pick(3)));
    default:
      return editedLines(bytes, (lines) => {
        const copy = lines.slice(pick(lines.length)).slice(0, 1 + pick(4));
        lines.splice(pick(lines.length), 0, ...copy);
      });
  }
}

function spliced(bytes: Buffer, from: number, to: number, replacement: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, from), replacement, bytes.subarray(to)]);
}

function editedLines(bytes: Buffer, edit: (lines: string[]) => void): Buffer {
  const lines = bytes.toString("latin1").split(/(?<=\n)/);
  edit(lines);
  return Buffer.from(lines.join(""), "latin1");
}
