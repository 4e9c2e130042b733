import { isRefoldError, type LogDamage } from "../../src/errors.js";
import assert from "node:assert/strict";
import type { LogEvent } from "../../src/events/event.js";
import { encodeLog } from "../../src/store/jsonl/line-encoder.js";
import { heldLog, type LogFile } from "../../src/store/jsonl/log-file.js";
import { readRuns, readRunsBackward } from "../../src/store/jsonl/read-runs.js";
import { sampleEvent, sampleLog, seededRandom } from "../store/jsonl/sample-log.js";

/** What became of a log that holds lines of others; anything worse fails the case. */
export type SpliceVerdict = "reported" | "prefix" | "unchanged";

/**
 * Puts lines where they do not belong, as the case's number says: of the same thread, of an older copy of
 * it, of its parent, its forks, or a stranger. Each line is whole and has its right sum. Every reading
 * gives the beginning of the log as it was, or reports damage.
 */
export function runSpliceCases(from: number, count: number): Map<SpliceVerdict, number> {
  const verdicts = new Map<SpliceVerdict, number>();
  let family: readonly Member[] = [];
  for (let number = from; number < from + count; number++) {
    const isNext = number === from || number % CASES_A_FAMILY === 0;
    if (isNext) family = makeFamily(Math.floor(number / CASES_A_FAMILY));
    const verdict = runSpliceCase(number, family);
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  }
  return verdicts;
}

/** To write its logs takes three times as long as to read one of them with other lines. */
const CASES_A_FAMILY = 8;

function runSpliceCase(number: number, family: readonly Member[]): SpliceVerdict {
  const random = seededRandom(number);
  const pick = (bound: number): number => Math.floor(random() * bound);
  const victim = family[pick(family.length)] ?? NOBODY;
  let { bytes } = victim;
  for (let times = 1 + pick(2); times > 0; times--) {
    bytes = splice(bytes, (family[pick(family.length)] ?? NOBODY).bytes, random);
  }
  if (bytes.equals(victim.bytes)) return "unchanged";
  try {
    const same = family.filter(({ threadId }) => threadId === victim.threadId);
    return judge(same, bytes);
  } catch (cause) {
    throw new Error(`splice case ${number}`, { cause });
  }
}

interface Member {
  readonly threadId: string;
  readonly bytes: Buffer;
}

const NOBODY: Member = { threadId: "", bytes: Buffer.of() };

/** A thread, an older copy that went on otherwise, two forks, both also detached, and a stranger. */
function makeFamily(seed: number): readonly Member[] {
  const random = seededRandom(seed);
  const { bytes, batches } = sampleLog(seed, 4 + Math.floor(random() * 8));
  const shared = 1 + Math.floor(random() * batches.length);
  const prefix = batches.slice(0, shared);
  const older = Buffer.concat([...encodeLog([...prefix, ...notices(prefix, 4, random)])]);
  const [fork, other] = [forkOf(prefix, random), forkOf(prefix, random)];
  const stranger = sampleLog(seed + 1, 8);
  return [
    { threadId: idOf(batches), bytes },
    { threadId: idOf(batches), bytes: older },
    fork,
    other,
    ...[fork, other].map(({ threadId, bytes: own }) => ({
      threadId,
      bytes: Buffer.concat([...encodeLog(prefix), own]),
    })),
    { threadId: idOf(stranger.batches), bytes: stranger.bytes },
  ];
}

function idOf(batches: readonly (readonly LogEvent[])[]): string {
  return batches[0]?.[0]?.id ?? "";
}

function notices(
  before: readonly (readonly LogEvent[])[],
  count: number,
  random: () => number,
): readonly LogEvent[][] {
  const head = before.flat().length;
  return Array.from({ length: count }, (_, index) => [sampleEvent(head + index, "other", random)]);
}

function forkOf(prefix: readonly (readonly LogEvent[])[], random: () => number): Member {
  const place = sampleEvent(prefix.flat().length, "", random);
  const last = prefix.at(-1)?.at(-1);
  const from = { threadId: prefix[0]?.[0]?.id, offset: last?.offset, id: last?.id, sum: last?.sum };
  const forked = { ...place, type: "thread.forked", data: { threadId: place.id, from } };
  const own = notices([...prefix, [forked]], 6, random);
  return { threadId: place.id, bytes: Buffer.concat([...encodeLog([[forked], ...own])]) };
}

/** Loss, repetition, exchange, insertion, a joined end, or sectors of another file. */
function splice(bytes: Buffer, donor: Buffer, random: () => number): Buffer {
  const pick = (bound: number): number => Math.floor(random() * bound);
  const [own, others] = [linesOf(bytes), linesOf(donor)];
  const [from, theirs] = [pick(own.length + 1), pick(others.length + 1)];
  const taken = others.slice(theirs, theirs + 1 + pick(6));
  switch (pick(6)) {
    case 0:
      return Buffer.concat(own.toSpliced(from, pick(6), ...taken));
    case 1:
      return Buffer.concat([...own.slice(0, from), ...others.slice(theirs)]);
    case 2:
      return Buffer.concat(own.toSpliced(from, 0, ...own.slice(pick(own.length + 1)).slice(0, 4)));
    case 3:
      return Buffer.concat(own.toSpliced(from, 1 + pick(4)));
    case 4: {
      const [cut] = own.splice(from, 1);
      return Buffer.concat(cut === undefined ? own : own.toSpliced(pick(own.length + 1), 0, cut));
    }
    default: {
      const start = pick(Math.ceil(bytes.length / SECTOR_BYTES)) * SECTOR_BYTES;
      const end = Math.min(bytes.length, start + SECTOR_BYTES * (1 + pick(3)));
      const stale = donor.subarray(start, end);
      return Buffer.concat([bytes.subarray(0, start), stale, bytes.subarray(start + stale.length)]);
    }
  }
}

const SECTOR_BYTES = 512;

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf("\n", start);
    lines.push(bytes.subarray(start, end === -1 ? bytes.length : end + 1));
    start = end === -1 ? bytes.length : end + 1;
  }
  return lines;
}

/** @param same the logs that the thread may have: as it is, as it was, with its parent's lines */
function judge(same: readonly Member[], bytes: Buffer): SpliceVerdict {
  const { threadId } = same[0] ?? NOBODY;
  const originals = same.map((member) => sumsOf(heldLog("original.jsonl", member.bytes)));
  const log = heldLog("spliced.jsonl", bytes);
  const damage: LogDamage[] = [];
  const onDamage = (place: LogDamage): void => void damage.push(place);
  const around = [...readRuns(log, { threadId, onDamage })].flat().map(({ sum }) => sum);
  const isReported = damage.length > 0;
  assertPrefix(
    originals,
    unlessDamaged(() => sumsOf(log, threadId)),
    isReported,
  );
  assertPrefix(
    originals,
    unlessDamaged(() => backwardSumsOf(log, threadId)),
    isReported,
  );
  if (isReported) return "reported";
  assertPrefix(originals, around, false);
  return "prefix";
}

type Sums = readonly (string | undefined)[];

/** @param sums null: the reading was refused */
function assertPrefix(originals: readonly Sums[], sums: Sums | null, mayBeRefused: boolean): void {
  if (sums === null) {
    assert.ok(mayBeRefused, "who reads around is told as well");
    return;
  }
  const isPrefix = (all: Sums): boolean => sums.every((sum, index) => sum === all[index]);
  if (originals.some(isPrefix)) return;
  assert.deepEqual(sums, originals[0], "the beginning of the log as it was");
}

function sumsOf(log: LogFile, threadId?: string): Sums {
  return [...readRuns(log, threadId === undefined ? {} : { threadId })]
    .flat()
    .map(({ sum }) => sum);
}

function backwardSumsOf(log: LogFile, threadId: string): Sums {
  const newestFirst = [...readRunsBackward(log, { threadId })].flat();
  return newestFirst.map(({ sum }) => sum).reverse();
}

function unlessDamaged(read: () => Sums): Sums | null {
  try {
    return read();
  } catch (error) {
    assert.ok(isRefoldError(error, "damaged-log"), String(error));
    return null;
  }
}
