import type { NewState } from "../../events/kept-state.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { ItemRef } from "../../events/primitives.js";
import { isSystemError } from "../errors.js";
import { hexOfSum } from "../chain.js";
import { type FileSystem, writeAll } from "./file-system.js";
import { readStates, statesPath, tailBytes, warnOfStates } from "./kept-states.js";
import { decodeLine } from "./line-codec.js";
import { readHead } from "./line-head.js";
import { endOf, linesForward, type RawLine, readBytes } from "./lines.js";
import type { LogFile } from "./log-file.js";
import { openLog } from "./open-log.js";
import { removeIfThere } from "./replace-file.js";
import {
  encodeBlock,
  type ItemPlace,
  ItemPlaces,
  LARGEST_LOG_BYTES,
  type StateBlock,
} from "./state-file.js";

/**
 * A log that has grown by so much since its newest kept state gets another: a mebibyte at least, four at
 * most. A longer log gets them further apart, since who keeps one looks at all that are kept.
 */
const KEPT_EVERY_BYTES = { least: 1 << 20, most: 1 << 22, ofLog: 1 / 64 } as const;
/** A state that takes more than this is not small any more. */
const LARGEST_STATE_BYTES = 1 << 16;

type StatesFile = ReturnType<typeof readStates>;

interface Kept {
  readonly threadId: string;
  readonly rollout: string;
  /** Of the rollout. */
  readonly sizeBytes: number;
}

/**
 * Keeps states beside rollouts, for threads that are open for writing. Only of histories that nothing
 * has rewritten but for taking items out, in logs whose lines are chained: there an item is what its line
 * says. What fails is not tried again by this process, and the process warns of it: nothing is lost but
 * time.
 */
export class StateKeeper {
  readonly #fileSystem: FileSystem;
  /** Where the newest kept state's line ends; Infinity: none is kept any more. */
  readonly #endBytes = new Map<string, number>();
  /** What the file that was written last holds: to read it each time would cost more than it saves. */
  #written: (StatesFile & { readonly threadId: string }) | null = null;

  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  /** Keeps a state, if it is time for one. Under the thread's lease. */
  keep(kept: Kept, make: () => NewState | null): void {
    const { threadId, sizeBytes } = kept;
    try {
      const newest = this.#endBytes.get(threadId) ?? this.#newestEnd(kept);
      this.#endBytes.set(threadId, newest);
      const { least, most, ofLog } = KEPT_EVERY_BYTES;
      const dueBytes = Math.max(least, Math.min(newest * ofLog, most));
      if (sizeBytes - newest < dueBytes || sizeBytes > LARGEST_LOG_BYTES) return;
      const state = make();
      this.#endBytes.set(threadId, state === null ? Infinity : this.#add(kept, state));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#endBytes.set(threadId, Infinity);
      warnOfStates(kept.rollout, error);
    }
  }

  #newestEnd(kept: Kept): number {
    return readStates(this.#fileSystem, kept).blocks.at(-1)?.endByte ?? 0;
  }

  /** @returns where its line ends; Infinity: it cannot be kept */
  #add(kept: Kept, state: NewState): number {
    const file = this.#fileOf(kept);
    const log = openLog(this.#fileSystem, kept.rollout);
    try {
      const newest = file.blocks.at(-1);
      const goesOn = newest !== undefined && isStateOf(log, newest);
      const blocks = goesOn ? file.blocks : [];
      const block = newBlock(log, blocks, state);
      if (block === null) return Infinity;
      const bytes = encodeBlock(kept.threadId, block);
      const after = goesOn ? file.endByte : 0;
      this.#write(kept, after, bytes);
      const endByte = after + bytes.length;
      this.#written = { threadId: kept.threadId, blocks: [...blocks, block], endByte };
      return block.endByte;
    } finally {
      log.close();
    }
  }

  /** As it was left, unless somebody else has written to it since. */
  #fileOf(kept: Kept): StatesFile {
    const { sizeBytes = 0 } = this.#fileSystem.status(statesPath(kept.rollout)) ?? {};
    const known = this.#written?.threadId === kept.threadId ? this.#written : null;
    return known?.endByte === sizeBytes ? known : readStates(this.#fileSystem, kept);
  }

  /** After the blocks that are whole; what follows them is of no use to anybody. */
  #write({ rollout }: Kept, after: number, bytes: Buffer): void {
    const fileSystem = this.#fileSystem;
    const path = statesPath(rollout);
    if (after === 0) removeIfThere(fileSystem, path);
    const file = fileSystem.open(path, after === 0 ? "create" : "append");
    try {
      if (fileSystem.sizeBytes(file) > after) fileSystem.truncate(file, after);
      writeAll(fileSystem, file, bytes);
    } finally {
      fileSystem.close(file);
    }
  }
}

const END = '"}\n';
const SUM_DIGITS = 8;

/** Whether the line that a state is the state at is where it was: with its sum all before it. */
function isStateOf(log: LogFile, { endByte, sum }: StateBlock): boolean {
  const ending = `${sum}${END}`;
  const start = endByte - ending.length;
  return start >= 0 && readBytes(log, start, endByte).toString("latin1") === ending;
}

/** @returns null: the ledger is not what lines say, or the log does not end with the state's event */
function newBlock(
  log: LogFile,
  blocks: readonly StateBlock[],
  { offset, refs, state }: NewState,
): StateBlock | null {
  const known = ItemPlaces.at(blocks);
  const scan = scanLines(log, blocks.at(-1)?.endByte ?? 0);
  if (scan?.offset !== offset) return null;
  if (JSON.stringify(state).length > LARGEST_STATE_BYTES) return null;
  let kept = 0;
  for (const ref of refs) {
    if (kept === known.length || !known.isAt(kept, itemOf(ref))) break;
    kept += 1;
  }
  const added: ItemPlace[] = [];
  for (const ref of refs.slice(kept)) {
    const { offset: recordedAt, index } = itemOf(ref);
    const line = scan.items.get(recordedAt);
    if (line === undefined) return null;
    const { start, sizeBytes, dataByte, sum } = line;
    added.push({ offset: recordedAt, start, sizeBytes, dataByte, sum, index }); // a spread is slow
  }
  const { endByte, sum } = scan;
  return { offset, endByte, sum, kept, added: ItemPlaces.of(added), state };
}

function itemOf(ref: ItemRef): Pick<ItemPlace, "offset" | "index"> {
  return typeof ref === "number" ? { offset: ref, index: -1 } : { offset: ref[0], index: ref[1] };
}

/** A line that may record items. */
interface ItemLine extends Omit<ItemPlace, "index"> {
  readonly holdsItems: boolean;
}

interface Scan {
  readonly offset: number;
  readonly endByte: number;
  /** Of the last line. */
  readonly sum: string;
  /** Lines that record items, by their offsets. */
  readonly items: ReadonlyMap<number, ItemLine>;
}

/** @returns null: there is no line, or one after which an item may be another than its line says */
function scanLines(log: LogFile, fromByte: number): Scan | null {
  const items = new Map<number, ItemLine>();
  let last: ItemLine | null = null;
  for (const line of linesForward(log, fromByte)) {
    last = placeOf(line);
    if (last === null) return null;
    if (last.holdsItems) items.set(last.offset, last);
  }
  if (last === null) return null;
  return { offset: last.offset, endByte: endOf(last), sum: hexOfSum(last.sum), items };
}

/** They put other items in the place of recorded ones. */
const REWRITING: ReadonlySet<string> = new Set([
  "history.compacted",
  "outputs.cleared",
  "images.replaced",
]);
const HOLDING: ReadonlySet<string> = new Set(["item.recorded", "context.injected"]);
const LINK = ',"prev":"';
/** Members that an imported line has after its data. In a text the quotation marks would be escaped. */
const IMPORTED = [',"derived":[', ',"foreign":{'].map((text) => Buffer.from(text));

function placeOf(line: RawLine): ItemLine | null {
  const { bytes, start, sizeBytes } = line;
  if (bytes.length < sizeBytes || IMPORTED.some((member) => bytes.includes(member))) return null;
  const tail = bytes.toString("latin1", sizeBytes - tailBytes);
  if (!tail.startsWith(LINK)) return null;
  const sum = Number.parseInt(tail.slice(1 - END.length - SUM_DIGITS), 16);
  const head = readHead(bytes);
  if (head === null) {
    // Of a type that is led around the reducers.
    const { event } = decodeLine(bytes);
    if (event === undefined || isKnownEvent(event)) return null;
    return { offset: event.offset, start, sizeBytes, dataByte: 0, sum, holdsItems: false };
  }
  if (REWRITING.has(head.type)) return null;
  const { offset, dataByte } = head;
  return { offset, start, sizeBytes, dataByte, sum, holdsItems: HOLDING.has(head.type) };
}
