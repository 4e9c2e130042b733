import type { NewState } from "../../events/event-source.js";
import type { ItemRef } from "../../events/primitives.js";
import { isSystemError } from "../errors.js";
import { type FileSystem, withFile, writeAll } from "./file-system.js";
import { type AddedLines, readItemLines } from "./item-lines.js";
import {
  encodeBlock,
  type ItemPlace,
  ItemPlaces,
  isStateOf,
  LARGEST_LOG_BYTES,
  readStates,
  type StateBlock,
  statesPath,
  warnOfStates,
} from "./state-file.js";
import type { LogFile } from "./log-file.js";
import { openLog } from "./open-log.js";
import { removeIfThere } from "./replace-file.js";

/**
 * A log that has grown by so much since its newest kept state gets another: a mebibyte at least, four at
 * most. A longer log gets them further apart, since who keeps one looks at all that are kept.
 */
const KEPT_EVERY_BYTES = { least: 1 << 20, most: 1 << 22, ofLog: 1 / 64 } as const;
/** A state that takes more than this is not small any more. */
const LARGEST_STATE_BYTES = 1 << 16;

type StatesFile = ReturnType<typeof readStates>;

interface WrittenStates extends StatesFile {
  readonly threadId: string;
  /** Of the newest state; it holds on to nothing. */
  readonly history: WeakRef<object>;
}

interface Kept {
  readonly threadId: string;
  readonly rollout: string;
  /** Of the rollout. */
  readonly sizeBytes: number;
  /** By its writer. */
  readonly addedLines: AddedLines;
}

/**
 * Keeps states beside rollouts, for threads that are open for writing. Only of histories that nothing
 * has rewritten but for taking items out, in logs whose lines are chained: there an item is what its line
 * says. What fails is not tried again by this process, and the process warns of it: nothing is lost but
 * time.
 */
export class StateKeeper {
  /** Where the newest kept state's line ends; Infinity: none is kept any more. */
  readonly #endBytes = new Map<string, number>();
  /** What the file that was written last holds: to read it each time would cost more than it saves. */
  #written: WrittenStates | null = null;

  constructor(private readonly fileSystem: FileSystem) {}

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
      kept.addedLines.forget();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#endBytes.set(threadId, Infinity);
      warnOfStates(kept.rollout, error);
    }
  }

  #newestEnd(kept: Kept): number {
    return readStates(this.fileSystem, kept).blocks.at(-1)?.endByte ?? 0;
  }

  /** @returns where its line ends; Infinity: it cannot be kept */
  #add(kept: Kept, state: NewState): number {
    const file = this.#fileOf(kept);
    using log = openLog(this.fileSystem, kept.rollout);
    const newest = file.blocks.at(-1);
    const goesOn = newest !== undefined && isStateOf(log, newest);
    const blocks = goesOn ? file.blocks : [];
    const isKnown = file === this.#written;
    const sharesHistory = isKnown && this.#written?.history.deref() === state.history;
    const block = newBlock({ ...kept, log }, { blocks, sharesHistory }, state);
    if (block === null) return Infinity;
    const bytes = encodeBlock(kept.threadId, block);
    const after = goesOn ? file.endByte : 0;
    this.#write(kept, after, bytes);
    const endByte = after + bytes.length;
    const { threadId } = kept;
    const history = new WeakRef(state.history);
    this.#written = { threadId, blocks: [...blocks, block], endByte, history };
    return block.endByte;
  }

  /** As it was left, unless somebody else has written to it since. */
  #fileOf(kept: Kept): StatesFile {
    const { sizeBytes = 0 } = this.fileSystem.status(statesPath(kept.rollout)) ?? {};
    const known = this.#written?.threadId === kept.threadId ? this.#written : null;
    return known?.endByte === sizeBytes ? known : readStates(this.fileSystem, kept);
  }

  /** After the blocks that are whole; what follows them is of no use to anybody. */
  #write({ rollout }: Kept, after: number, bytes: Buffer): void {
    const fileSystem = this.fileSystem;
    const path = statesPath(rollout);
    if (after === 0) removeIfThere(fileSystem, path);
    withFile(fileSystem, path, after === 0 ? "create" : "append", (file) => {
      if (fileSystem.sizeBytes(file) > after) fileSystem.truncate(file, after);
      writeAll(fileSystem, file, bytes);
    });
  }
}

/**
 * @param sharesHistory of the ledger and that of the newest of the blocks one is the other with more at its end
 * @returns null: the ledger is not what lines say, or the log does not end with the state's event
 */
function newBlock(
  { log, addedLines }: { readonly log: LogFile; readonly addedLines: AddedLines },
  {
    blocks,
    sharesHistory,
  }: { readonly blocks: readonly StateBlock[]; readonly sharesHistory: boolean },
  { offset, entries, state }: NewState,
): StateBlock | null {
  const known = ItemPlaces.at(blocks);
  const fromByte = blocks.at(-1)?.endByte ?? 0;
  const lines = addedLines.since(fromByte) ?? readItemLines(log, fromByte);
  if (lines?.offset !== offset) return null;
  if (JSON.stringify(state).length > LARGEST_STATE_BYTES) return null;
  const isGrown = sharesHistory && entries.length >= known.length;
  const kept = isGrown ? known.length : sharedLength(known, entries);
  const added: ItemPlace[] = [];
  for (let place = kept; place < entries.length; place += 1) {
    const entry = entries.at(place);
    if (entry === undefined) return null;
    const { offset: recordedAt, index } = itemOf(entry.ref);
    const line = lines.items.get(recordedAt);
    if (line === undefined) return null;
    const { start, sizeBytes, dataByte, sum } = line;
    added.push({ offset: recordedAt, start, sizeBytes, dataByte, sum, index }); // a spread is slow
  }
  const { endByte, sum } = lines;
  return { offset, endByte, sum, kept, added: ItemPlaces.of(added), state };
}

/** How many leading items of a ledger are at known places. */
function sharedLength(known: ItemPlaces, entries: NewState["entries"]): number {
  let length = 0;
  for (; length < known.length; length += 1) {
    const entry = entries.at(length);
    if (entry === undefined || !known.isAt(length, itemOf(entry.ref))) break;
  }
  return length;
}

function itemOf(ref: ItemRef): Pick<ItemPlace, "offset" | "index"> {
  return typeof ref === "number" ? { offset: ref, index: -1 } : { offset: ref[0], index: ref[1] };
}
