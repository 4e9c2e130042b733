import type { LogEvent } from "../../events/event.js";
import type { BackwardOptions, ReadOptions } from "../event-store.js";
import { BatchAssembly, DamageReport } from "./batch-assembly.js";
import { batchesBackward } from "./batches-backward.js";
import { findBatchEnd, findBatchStart, findLogEnd } from "./find-batch.js";
import { endOf, lineNumber, linesForward, readBytes } from "./lines.js";
import type { LogFile } from "./log-file.js";
import { decodedRuns } from "./read-ahead.js";

/** Where a reading ended. */
export interface ReadEnd {
  /** The byte after the last line with none left; what follows is torn, or being written. */
  readonly endByte: number;
  /** The offset after that line; null: no such line was read. */
  readonly head: number | null;
}

/**
 * A run is handed on from this many bytes on. Short: who wants the first event only should not pay for
 * more, and events that wait in a long run outlive the collector's young generation, which costs a
 * full reading a fifth of its time.
 */
const runBytes = 8 * 1024;

/**
 * The events of a log, oldest first, in runs of whole batches; where `from` or `to` is inside a
 * batch, the run holds what is in the range. Damage that is not met on the way is not looked for.
 *
 * @throws {RefoldError} `damaged-log`: damage is followed by whole batches, and there is no
 *   `onDamage`
 * @throws {RefoldError} `needs-newer-version`: unless `newer` is `ignore`
 */
export function* readRuns(
  log: LogFile,
  options: RunOptions = {},
): Generator<readonly LogEvent[], ReadEnd, undefined> {
  const { from = 0, to = Infinity, newer = "refuse", onDamage, ...start } = options;
  const startByte = findStart(log, from);
  const report = damageReport(log, startByte, onDamage);
  const assembly = new BatchAssembly(report, { ...start, byte: startByte, newer });
  let due = startByte + runBytes;
  for (const { lines, read } of decodedRuns(log, startByte, newer)) {
    for (const [index, line] of lines.entries()) {
      assembly.push(line, read?.[index]);
      const { run } = assembly;
      const newest = run.at(-1)?.offset ?? -1;
      if (newest < to && endOf(line) < due) continue;
      due = endOf(line) + runBytes;
      assembly.run = [];
      const wanted = inRange(run, from, to);
      if (wanted.length > 0) yield wanted;
      if (newest >= to) return assembly;
    }
  }
  assembly.finish(log.isSealed ? log.sizeBytes : null);
  const wanted = inRange(assembly.run, from, to);
  if (wanted.length > 0) yield wanted;
  return assembly;
}

/** Lines are handed on from this many bytes on: what is copied goes in large pieces. */
const linesBytes = 256 * 1024;

/**
 * The whole batches of a log as they are, from the batch at `from` on.
 * @throws {RefoldError} `damaged-log`
 */
export function* readLines(
  log: LogFile,
  { from, threadId }: { readonly from: number; readonly threadId: string },
): Generator<Buffer, void, undefined> {
  let start = findStart(log, from);
  const report = damageReport(log, start);
  const assembly = new BatchAssembly(report, { byte: start, newer: "ignore", threadId });
  for (const line of linesForward(log, start)) {
    assembly.push(line);
    assembly.run = [];
    if (assembly.endByte - start < linesBytes) continue;
    yield readBytes(log, start, assembly.endByte);
    start = assembly.endByte;
  }
  assembly.finish(log.isSealed ? log.sizeBytes : null);
  if (assembly.endByte > start) yield readBytes(log, start, assembly.endByte);
}

function damageReport(log: LogFile, startByte: number, onDamage?: ReadOptions["onDamage"]) {
  return new DamageReport({
    file: log.path,
    firstLine: () => lineNumber(log, startByte),
    onDamage,
    findLost: (from, to) => log.findLost(from, to),
  });
}

/** Where to begin so that nothing from `from` on is missed: at its batch, or at the log's start. */
function findStart(log: LogFile, from: number): number {
  if (from === 0) return 0;
  const found = findBatchStart(log, from);
  if (found !== null) return found;
  const end = findLogEnd(log);
  return end?.head === from ? end.byte : 0;
}

export interface RunOptions extends ReadOptions {
  /** Whose log it is; absent: whoever it names. */
  readonly threadId?: string;
  /** Told of each event as its line is read, with the bytes of the line. */
  readonly onLine?: (event: LogEvent, bytes: number) => void;
}

/**
 * The events of a log from `from` downwards, batch by batch, newest first.
 * @throws {RefoldError} `damaged-log`: where damage is met
 */
export function* readRunsBackward(
  log: LogFile,
  {
    from = Infinity,
    newer = "refuse",
    threadId,
  }: BackwardOptions & Pick<RunOptions, "threadId"> = {},
): Generator<readonly LogEvent[], void, undefined> {
  // What begins last before an offset may be an ancestor.
  const whose = from === Infinity && threadId !== undefined ? { threadId } : {};
  const sizeBytes = (from < Infinity ? findBatchEnd(log, from) : null) ?? log.sizeBytes;
  for (const { events } of batchesBackward({ ...log, sizeBytes }, { newer, ...whose })) {
    const wanted = inRange(events, 0, from);
    if (wanted.length > 0) yield wanted;
  }
}

/** Those of some events, in either order, that are in a range; both ends are inclusive. */
export function inRange(
  events: readonly LogEvent[],
  from: number,
  to: number,
): readonly LogEvent[] {
  const isInside = ({ offset }: LogEvent) => offset >= from && offset <= to;
  const [first, last] = [events[0], events.at(-1)];
  const areAll = (first === undefined || isInside(first)) && (last === undefined || isInside(last));
  return areAll ? events : events.filter(isInside);
}
