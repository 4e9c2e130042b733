import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { isJsonObject, parseJson } from "../../events/json.js";
import type { KeptItem, KeptState } from "../../events/event-source.js";
import { hexOfSum } from "../chain.js";
import { systemErrorCode } from "../errors.js";
import type { FileSystem } from "./file-system.js";
import { readBytes } from "./lines.js";
import type { LogFile } from "./log-file.js";

/** Where an item of a ledger is: its line in the log, and in that line. Six numbers of 32 bits each. */
export interface ItemPlace {
  readonly offset: number;
  /** Byte offset of the line. */
  readonly start: number;
  /** Without the line feed. */
  readonly sizeBytes: number;
  /** Where in the line the comma before the data is. */
  readonly dataByte: number;
  readonly sum: number;
  /** Index of the item in its event; -1: the event records it and nothing else. */
  readonly index: number;
}

/** One state of a file, and how its ledger differs from the one before. */
export interface StateBlock {
  readonly offset: number;
  /** The byte after its event's line. */
  readonly endByte: number;
  /** The sum of that line, 8 hex digits. */
  readonly sum: string;
  /** Leading items that the ledger of the block before has too. */
  readonly kept: number;
  readonly added: Uint32Array;
  readonly state: unknown;
}

const FORMAT = 1;
const NUMBERS = 6;
const NUMBER_BYTES = 4;
const LINE_FEED = 0x0a;
/** `xxxxxxxx `: the sum of a block, before its head. */
const SUM_BYTES = 9;
/** Places are numbers of 32 bits. */
export const LARGEST_LOG_BYTES = 2 ** 32 - 1;

/** A block as it stands in a file of states: a line of JSON, then the places of items. */
export function encodeBlock(threadId: string, block: StateBlock): Buffer {
  const { offset, endByte, sum, kept, added, state } = block;
  const count = added.length / NUMBERS;
  const about = { format: FORMAT, threadId, offset, endByte, sum, kept, added: count, state };
  const head = Buffer.from(`${JSON.stringify(about)}\n`);
  const places = Buffer.alloc(added.length * NUMBER_BYTES);
  const numbers = numbersIn(places); // a quarter of what the buffer's own methods take
  for (let index = 0; index < added.length; index++) {
    numbers.setUint32(index * NUMBER_BYTES, added[index] ?? 0, true);
  }
  // At one stroke: Node.js 20 takes the sum of no bytes for 0, whatever the sum before them.
  const bytes = Buffer.concat([head, places]);
  return Buffer.concat([Buffer.from(`${hexOfSum(crc32(bytes))} `), bytes]);
}

/** The blocks of a file up to the first that is not whole, or not of this thread and format. */
function decodeBlocks(
  threadId: string,
  bytes: Buffer,
): { readonly blocks: readonly StateBlock[]; readonly endByte: number } {
  const blocks: StateBlock[] = [];
  let start = 0;
  let length = 0; // of the ledger so far
  for (;;) {
    const block = decodeBlock(threadId, bytes.subarray(start));
    if (block === null || block.kept > length) return { blocks, endByte: start };
    length = block.kept + block.added.length / NUMBERS;
    start += block.sizeBytes;
    blocks.push(block);
  }
}

function decodeBlock(
  threadId: string,
  bytes: Buffer,
): (StateBlock & { readonly sizeBytes: number }) | null {
  const feed = bytes.indexOf(LINE_FEED);
  if (feed < SUM_BYTES) return null;
  const about = parseJson(bytes.toString("utf8", SUM_BYTES, feed));
  if (!isJsonObject(about) || about["format"] !== FORMAT || about["threadId"] !== threadId) {
    return null;
  }
  const { offset, endByte, sum, kept, added: count, state } = about;
  if (!isCount(offset) || !isCount(endByte) || !isCount(kept) || !isCount(count)) return null;
  const sizeBytes = feed + 1 + count * NUMBERS * NUMBER_BYTES;
  const claimed = bytes.toString("latin1", 0, SUM_BYTES - 1);
  const isWhole = sizeBytes <= bytes.length && typeof sum === "string";
  if (!isWhole || claimed !== hexOfSum(crc32(bytes.subarray(SUM_BYTES, sizeBytes)))) return null;
  const added = new Uint32Array(count * NUMBERS);
  const numbers = numbersIn(bytes.subarray(feed + 1, sizeBytes));
  for (let index = 0; index < added.length; index++) {
    added[index] = numbers.getUint32(index * NUMBER_BYTES, true);
  }
  return { offset, endByte, sum, kept, added, state, sizeBytes };
}

function numbersIn({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** The places of a ledger's items, oldest first. */
export class ItemPlaces {
  readonly #numbers: Uint32Array;

  private constructor(numbers: Uint32Array) {
    this.#numbers = numbers;
  }

  /** Those of the last of some blocks, which are all that are before it in its file, and it. */
  static at(blocks: readonly StateBlock[]): ItemPlaces {
    const most = blocks.reduce((sum, { added }) => sum + added.length, 0); // `kept` never exceeds it
    const numbers = new Uint32Array(most);
    let length = 0;
    for (const { kept, added } of blocks) {
      numbers.set(added, kept * NUMBERS);
      length = kept * NUMBERS + added.length;
    }
    return new ItemPlaces(numbers.subarray(0, length));
  }

  static of(places: readonly ItemPlace[]): Uint32Array {
    const numbers = new Uint32Array(places.length * NUMBERS);
    let next = 0;
    for (const { offset, start, sizeBytes, dataByte, sum, index } of places) {
      for (const number of [offset, start, sizeBytes, dataByte, sum, index + 1]) {
        numbers[next++] = number;
      }
    }
    return numbers;
  }

  get length(): number {
    return this.#numbers.length / NUMBERS;
  }

  at(index: number): ItemPlace {
    const first = index * NUMBERS;
    const numbers = this.#numbers;
    return {
      offset: numbers[first] ?? 0,
      start: numbers[first + 1] ?? 0,
      sizeBytes: numbers[first + 2] ?? 0,
      dataByte: numbers[first + 3] ?? 0,
      sum: numbers[first + 4] ?? 0,
      index: (numbers[first + 5] ?? 0) - 1,
    };
  }

  /** Whether the item is of that event, and has that index in it. */
  isAt(index: number, item: Pick<ItemPlace, "offset" | "index">): boolean {
    const first = index * NUMBERS;
    const isOfEvent = this.#numbers[first] === item.offset;
    return isOfEvent && this.#numbers[first + 5] === item.index + 1;
  }
}

/** The file beside a rollout that holds states of its thread; it may be removed at any time. */
export function statesPath(rollout: string): string {
  return `${rollout}.states`;
}

/** What a file of states holds; nothing where there is none. */
export function readStates(
  fileSystem: FileSystem,
  { threadId, rollout }: { readonly threadId: string; readonly rollout: string },
): { readonly blocks: readonly StateBlock[]; readonly endByte: number } {
  const path = statesPath(rollout);
  if (fileSystem.status(path) === undefined) return { blocks: [], endByte: 0 };
  return decodeBlocks(threadId, fileSystem.readFile(path));
}

/** Says that a file of states could not be used: nothing is lost but time, and that is not silent. */
export function warnOfStates(rollout: string, error: Error): void {
  const why = systemErrorCode(error) ?? error.message;
  const message = `${statesPath(rollout)}: the kept states of the thread are not used (${why})`;
  const detail = "The thread itself is whole; resuming it reads more of its log.";
  process.emitWarning(message, { type: "RefoldWarning", code: "states-not-kept", detail });
}

const LINE_END = '"}\n';

/**
 * Whether the line that a state is the state at is where it was, with its sum. The sum stands for all lines
 * before it, but for those that a repair has put in the place of others; of these the place tells.
 */
export function isStateOf(log: LogFile, { endByte, sum }: StateBlock): boolean {
  const ending = `${sum}${LINE_END}`;
  const start = endByte - ending.length;
  return start >= 0 && readBytes(log, start, endByte).toString("latin1") === ending;
}

/** The states of a thread's file, with the way to their items. @param open opens the thread's log */
export function keptStates(
  blocks: readonly StateBlock[],
  open: () => LogFile | undefined,
): readonly KeptState[] {
  return blocks.map((block, index) => ({
    ...{ offset: block.offset, sum: block.sum, state: block.state },
    async items() {
      using log = open();
      if (log === undefined || !isStateOf(log, block)) return null;
      return await readItems(log, ItemPlaces.at(blocks.slice(0, index + 1)));
    },
  }));
}

const AHEAD_BYTES = 1 << 20;
/** `,"prev":"xxxxxxxx","sum":"xxxxxxxx"}`, which every line of a log with kept states has. */
export const tailBytes = 36;
const sumSuffixBytes = 18;
/** `,"data":` */
const dataLabelBytes = 8;

/** Each line is held to its sum before what it says is used. */
async function readItems(log: LogFile, places: ItemPlaces): Promise<readonly KeptItem[] | null> {
  const items: KeptItem[] = [];
  let held: Buffer = Buffer.alloc(0);
  let heldAt = 0;
  for (let index = 0; index < places.length; index++) {
    const { offset, start, sizeBytes, dataByte, sum, index: place } = places.at(index);
    if (start < heldAt || start + sizeBytes > heldAt + held.length) {
      await setImmediate(); // other work gets its turn
      heldAt = start;
      held = readBytes(log, start, start + Math.max(sizeBytes, AHEAD_BYTES));
    }
    const line = held.subarray(start - heldAt, start - heldAt + sizeBytes);
    if (line.length < sizeBytes) return null;
    if (crc32(line.subarray(0, sizeBytes - sumSuffixBytes)) !== sum) return null;
    const data = parseJson(line.toString("utf8", dataByte + dataLabelBytes, sizeBytes - tailBytes));
    if (place === -1) items.push({ ref: offset, recorded: data });
    else if (!isJsonObject(data) || !Array.isArray(data["items"])) return null;
    else items.push({ ref: [offset, place], recorded: data["items"][place] });
  }
  return items;
}
