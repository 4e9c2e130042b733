// The thread ahead of a reader (read-ahead.ts).
import { closeSync, constants, openSync, readSync } from "node:fs";
import { workerData } from "node:worker_threads";
import {
  AheadSlots,
  type AheadTask,
  fileIdentity,
  mostLines,
  type Slot,
  slotBytes,
} from "./ahead-slots.js";
import { linkOf, sumOf } from "./line-ending.js";
import { closeList, listBytes, markedEndingOf, markEnding } from "./marked-list.js";

/** So far ahead of the reader it begins: that it is not overtaken while it looks for a line there. */
const leadBytes = 4 * 1024 * 1024;
/** Whoever takes no slot for so long is gone, or needs no help. */
const patienceMs = 60_000;
const lineFeed = 0x0a;

const task: unknown = workerData;
if (isTask(task)) readAhead(task);

/** What fails here is read by the reader itself, who reports it. */
function readAhead({ path, identity, sizeBytes, mark, memory }: AheadTask): void {
  const slots = new AheadSlots(memory);
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK || 0));
    try {
      if (fileIdentity(file) === identity) fillSlots(slots, { file, sizeBytes, mark });
    } finally {
      closeSync(file);
    }
  } finally {
    slots.end();
  }
}

interface Log {
  readonly file: number;
  readonly sizeBytes: number;
  readonly mark: string;
}

function fillSlots(slots: AheadSlots, { file, sizeBytes, mark }: Log): void {
  const markedEnding = markedEndingOf(mark);
  let position = lineAfter(file, slots.readerByte + leadBytes, slots.slot(0).bytes);
  if (position === null || position >= sizeBytes) return;
  slots.noteFirst(position);
  for (let turn = 0; slots.awaitEmpty(turn, patienceMs); turn++) {
    const slot = slots.slot(turn);
    const most = Math.min(slotBytes - 1, sizeBytes - position);
    const size = readSync(file, slot.bytes, 1, most, position);
    const taken = takeLines(slot, 1 + size, markedEnding);
    if (taken === 0) return;
    slots.noteFilled(turn + 1);
    position += taken;
  }
}

/** Where a line begins at or after a byte; null: none that ends within as many bytes as there is room. */
function lineAfter(file: number, byte: number, room: Buffer): number | null {
  const size = readSync(file, room, 0, room.length, byte);
  const end = room.subarray(0, size).indexOf(lineFeed);
  return end === -1 ? null : byte + end + 1;
}

/**
 * Makes lists of the whole lines in a slot, up to one that is damaged, or names none before it.
 * @param end the byte after what was read
 * @returns how many bytes these lines have
 */
function takeLines(slot: Slot, end: number, markedEnding: Buffer): number {
  const bytes = slot.bytes.subarray(0, end);
  let listStart = 1;
  let start = 1;
  let count = 0;
  for (; count < mostLines; count++) {
    const feed = bytes.indexOf(lineFeed, start);
    const line = bytes.subarray(start, Math.max(start, feed));
    const sum = sumOf(line);
    const prev = sum === null ? null : linkOf(line);
    if (sum === null || prev === null) break;
    markEnding(line, markedEnding);
    start = feed + 1;
    slot.setLine(count, { sizeBytes: line.length, sum, prev });
    if (start - listStart < listBytes) continue;
    slot.endList(count);
    closeList(bytes, listStart - 1, feed);
    listStart = start;
  }
  if (listStart < start) {
    slot.endList(count - 1);
    closeList(bytes, listStart - 1, start - 1);
  }
  slot.lineCount = count;
  return start - 1;
}

function isTask(value: unknown): value is AheadTask {
  return typeof value === "object" && value !== null && "memory" in value;
}
