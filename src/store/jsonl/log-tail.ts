import { DamagedLog } from "../damaged-log.js";
import type { LogEvent } from "../../events/event.js";
import type { LogDamage } from "../event-store.js";
import { linesBackward, type RawLine } from "./lines-backward.js";
import { decodeLine } from "./line-codec.js";
import type { FileSystem } from "./file-system.js";

/** Where the whole batches of a rollout end. */
export interface LogTail {
  /** The offset that the next event gets; null: the file holds no whole batch. */
  readonly head: number | null;
  /** Bytes of whole batches; what follows is torn. */
  readonly endByte: number;
}

export interface LogFile {
  readonly fileSystem: FileSystem;
  readonly file: number;
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * Finds the end of the last whole batch, from the end of the file: costs what the tail costs. What
 * follows that batch is a torn tail.
 *
 * @throws {DamagedLog} before the last batch stands damage: bytes that a cut would not set aside
 */
export function findLogTail(log: LogFile): LogTail {
  const lines = linesBackward(log);
  for (const line of lines) {
    const event = decodeLine(line.bytes).event;
    if (event === undefined || event.left !== undefined) continue;
    checkBatch(log, event, lines);
    return { head: event.offset + 1, endByte: line.start + line.bytes.length + 1 };
  }
  return { head: null, endByte: 0 };
}

/** Follows a batch from its last event to the end of the batch before it. */
function checkBatch(log: LogFile, last: LogEvent, before: Iterable<RawLine>): void {
  let next = last;
  for (const line of before) {
    const { event, damage } = decodeLine(line.bytes);
    const reason = damage ?? breakBetween(event, next);
    if (reason !== null) throw damagedBefore(log, line, { reason, next });
    if (event?.left === undefined) return;
    next = event;
  }
  const begins = next.offset === 0 || next.type === "thread.forked";
  if (!begins) {
    const line = { start: 0, bytes: Buffer.alloc(0) };
    throw damagedBefore(log, line, { reason: "offset-gap", next });
  }
}

function breakBetween(
  event: LogEvent | undefined,
  next: LogEvent,
): "offset-gap" | "offset-repeat" | "batch" | null {
  if (event === undefined) return null;
  if (event.offset >= next.offset) return "offset-repeat";
  if (event.offset !== next.offset - 1) return "offset-gap";
  return event.left === undefined || event.left === (next.left ?? 0) + 1 ? null : "batch";
}

function damagedBefore(
  log: LogFile,
  line: RawLine,
  { reason, next }: { reason: LogDamage["reason"]; next: LogEvent },
): DamagedLog {
  return new DamagedLog({
    file: log.path,
    line: lineNumber(log, line.start),
    byte: line.start,
    offset: next.offset - 1,
    reason,
    bytes: line.bytes.length,
  });
}

function lineNumber({ fileSystem, file }: LogFile, start: number): number {
  const chunk = Buffer.allocUnsafe(1024 * 1024);
  let lineFeeds = 0;
  for (let position = 0; position < start;) {
    const size = Math.min(fileSystem.read(file, chunk, position), start - position);
    if (size === 0) break;
    for (let at = chunk.indexOf(10); at !== -1 && at < size; at = chunk.indexOf(10, at + 1)) {
      lineFeeds += 1;
    }
    position += size;
  }
  return lineFeeds + 1;
}
