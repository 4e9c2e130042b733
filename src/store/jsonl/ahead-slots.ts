import { fstatSync } from "node:fs";
import type { MarkedLine } from "./marked-list.js";

/** Bytes of a slot, the free one before its first line included. A longer line is left to the reader. */
export const slotBytes = 512 * 1024;
export const mostLines = 4096;
const slotCount = 4;
const fieldsOfLine = 4;
const placesBytes = 16;
const countsBytes = 16;
const tableBytes = 4 * (1 + mostLines * fieldsOfLine);
const slotSize = slotBytes + tableBytes;

/** Lines of a log, one after another: lists of marked lines. */
export class Slot {
  readonly bytes: Buffer;
  /** How many lines there are, then the fields of each: its size, its sum, the sum before, if a list ends. */
  readonly #table: Uint32Array;

  constructor(memory: SharedArrayBuffer, start: number) {
    this.bytes = Buffer.from(memory, start, slotBytes);
    this.#table = new Uint32Array(memory, start + slotBytes, tableBytes / 4);
  }

  get lineCount(): number {
    return this.#table[0] ?? 0;
  }

  set lineCount(count: number) {
    this.#table[0] = count;
  }

  lineAt(index: number): MarkedLine {
    const at = 1 + index * fieldsOfLine;
    const table = this.#table;
    return { sizeBytes: table[at] ?? 0, sum: table[at + 1] ?? 0, prev: table[at + 2] ?? 0 };
  }

  setLine(index: number, { sizeBytes, sum, prev }: MarkedLine): void {
    const at = 1 + index * fieldsOfLine;
    this.#table[at] = sizeBytes;
    this.#table[at + 1] = sum;
    this.#table[at + 2] = prev;
    this.#table[at + 3] = 0;
  }

  /** True for the last line of a list. */
  endsList(index: number): boolean {
    return this.#table[1 + index * fieldsOfLine + 3] === 1;
  }

  endList(index: number): void {
    this.#table[1 + index * fieldsOfLine + 3] = 1;
  }
}

/** What a thread that reads ahead is started with. */
export interface AheadTask {
  readonly path: string;
  /** Of the file that is meant: another may have its name by now. */
  readonly identity: string;
  readonly sizeBytes: number;
  /** What the reader's process has drawn for the ends of lines in lists. */
  readonly mark: string;
  readonly memory: SharedArrayBuffer;
}

export function fileIdentity(file: number): string {
  const { dev, ino } = fstatSync(file, { bigint: true });
  return `${dev}:${ino}`;
}

const filled = 0;
const emptied = 1;
const ended = 2;
const readerByte = 0;
const firstByte = 1;
/** No thread begins at the first byte of a log. */
const unknown = 0n;

/**
 * Memory that a reader and the thread ahead of it share: slots that the one empties and the other fills,
 * in turn. Each tells the other how many so far.
 */
export class AheadSlots {
  readonly #counts: Int32Array;
  readonly #places: BigInt64Array;

  /** @param memory absent: new, of which nothing is filled */
  constructor(
    readonly memory = new SharedArrayBuffer(placesBytes + countsBytes + slotCount * slotSize),
  ) {
    this.#places = new BigInt64Array(memory, 0, 2);
    this.#counts = new Int32Array(memory, placesBytes, 3);
  }

  /** The one that is filled, and emptied, as the n-th, counted from 0. */
  slot(turn: number): Slot {
    return new Slot(this.memory, placesBytes + countsBytes + (turn % slotCount) * slotSize);
  }

  /** How far the reader has come alone. */
  get readerByte(): number {
    return Number(Atomics.load(this.#places, readerByte));
  }

  noteReader(byte: number): void {
    Atomics.store(this.#places, readerByte, BigInt(byte));
  }

  /** Where the first line of the first slot begins in the file; null: not known yet. */
  get firstByte(): number | null {
    const byte = Atomics.load(this.#places, firstByte);
    return byte === unknown ? null : Number(byte);
  }

  noteFirst(byte: number): void {
    Atomics.store(this.#places, firstByte, BigInt(byte));
  }

  get hasEnded(): boolean {
    return Atomics.load(this.#counts, ended) === 1;
  }

  /** By either of them: no more will be filled, or emptied. */
  end(): void {
    Atomics.store(this.#counts, ended, 1);
    Atomics.notify(this.#counts, filled);
    Atomics.notify(this.#counts, emptied);
  }

  noteFilled(count: number): void {
    this.#tell(filled, count);
  }

  noteEmptied(count: number): void {
    this.#tell(emptied, count);
  }

  /** @returns false: the slot of this turn was not filled in time, and will not be if `hasEnded` */
  awaitFilled(turn: number, mostMs: number): boolean {
    return this.#reaches(filled, turn + 1, mostMs);
  }

  /** @returns false: the slot of this turn did not become free in time, or the reader has ended */
  awaitEmpty(turn: number, mostMs: number): boolean {
    return this.#reaches(emptied, turn + 1 - slotCount, mostMs) && !this.hasEnded;
  }

  #tell(which: number, count: number): void {
    Atomics.store(this.#counts, which, count);
    Atomics.notify(this.#counts, which);
  }

  #reaches(which: number, least: number, mostMs: number): boolean {
    for (;;) {
      const count = Atomics.load(this.#counts, which);
      if (count >= least) return true;
      if (this.hasEnded) return Atomics.load(this.#counts, which) >= least;
      if (Atomics.wait(this.#counts, which, count, mostMs) === "timed-out") return false;
    }
  }
}
