import { unreachable } from "../errors.js";
import { type GenerationEntry, type GenerationReason, REASONS } from "./catalog-line.js";
import { KeyNumbers } from "./key-numbers.js";

/** What stood in a file at a time. */
export interface Generation {
  readonly id: string;
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number;
  readonly why: GenerationReason;
  readonly bytes: number;
  /** When the file was changed, in nanoseconds since 1970. */
  readonly modifiedNs: bigint;
  readonly mode: number;
  /** Of the content, in hex; null: there was no file any more. */
  readonly sha256: string | null;
  /** Hash of the frame that lists its pieces; null: there was no file any more. */
  readonly list: string | null;
  /** How many generations it grew since one whose list goes on from no other. */
  readonly step: number;
}

/** Where in a row a member is; `hashes` says which are there. */
const AT = {
  ...{ sha256: 0, list: 32, at: 64, bytes: 72, modifiedLow: 80, modifiedHigh: 88, file: 92 },
  ...{ step: 96, mode: 100, before: 104, why: 108, hashes: 109 },
} as const;
const ROW_BYTES = 110;
const HASH_BYTES = 32;
const HAS_SHA256 = 1;
const HAS_LIST = 2;
/** Memory for so many rows is taken at a time. */
const BLOCK_ROWS = 4_096;
const ID_BYTES = 26;
/** In place of the number of a file: the generation was pruned. */
const NO_FILE = 0xffff_ffff;

/**
 * Generations in flat memory, numbered as they come: a vault has a million, of which each would take three times as
 * much as an object.
 */
export class GenerationTable {
  readonly #ids = new KeyNumbers(ID_BYTES);
  readonly #blocks: Buffer[] = [];

  /**
   * @param before number of the generation that its file had until then; -1: none
   * @returns its number; null: there is, or was, one with this id
   */
  add(entry: GenerationEntry, before: number): number | null {
    const number = this.#ids.count;
    if (this.#ids.add(Buffer.from(entry.id, "latin1")) !== number) return null;
    if (number % BLOCK_ROWS === 0) this.#blocks.push(Buffer.alloc(BLOCK_ROWS * ROW_BYTES));
    const [block, from] = this.row(number);
    encodeRow(entry, block, from);
    block.writeInt32BE(before, from + AT.before);
    return number;
  }

  /** A generation, and those that its file had before. */
  *newestFirst(number: number): Generator<Generation, void, undefined> {
    for (let next = number; next !== -1;) {
      const [block, from] = this.row(next);
      const isThere = block.readUInt32BE(from + AT.file) !== NO_FILE;
      if (isThere) yield new StoredGeneration(this, next);
      next = block.readInt32BE(from + AT.before);
    }
  }

  /** The generation with an id, and its file; null: there is none. */
  find(id: string): { readonly number: number; readonly file: number } | null {
    const number = this.#ids.numberOf(Buffer.from(id.padEnd(ID_BYTES), "latin1"));
    if (number === -1) return null;
    const [block, from] = this.row(number);
    const file = block.readUInt32BE(from + AT.file);
    return file === NO_FILE ? null : { number, file };
  }

  /** Its id is not given to another one. */
  remove(number: number): void {
    const [block, from] = this.row(number);
    block.writeUInt32BE(NO_FILE, from + AT.file);
  }

  id(number: number): string {
    return this.#ids.keyOf(number).toString("latin1");
  }

  /** The memory that it is in, and where in that it begins. */
  row(number: number): readonly [Buffer, number] {
    const block = this.#blocks[Math.floor(number / BLOCK_ROWS)];
    if (block === undefined) throw unreachable(`there is no generation ${number}`);
    return [block, (number % BLOCK_ROWS) * ROW_BYTES];
  }
}

function encodeRow(entry: GenerationEntry, block: Buffer, from: number): void {
  const { file, at, why, bytes, modifiedNs, mode, sha256, list, step } = entry;
  if (sha256 !== null) block.write(sha256, from + AT.sha256, "hex");
  if (list !== null) block.write(list, from + AT.list, "hex");
  block[from + AT.hashes] = (sha256 === null ? 0 : HAS_SHA256) | (list === null ? 0 : HAS_LIST);
  block.writeDoubleBE(at, from + AT.at);
  block.writeDoubleBE(bytes, from + AT.bytes);
  const modified = BigInt(modifiedNs);
  block.writeBigUInt64BE(BigInt.asUintN(64, modified), from + AT.modifiedLow);
  block.writeInt32BE(Number(modified >> 64n), from + AT.modifiedHigh);
  block.writeUInt32BE(file, from + AT.file);
  block.writeUInt32BE(step, from + AT.step);
  block.writeUInt32BE(mode, from + AT.mode);
  block[from + AT.why] = REASONS.indexOf(why);
}

/** Decodes what it is asked for: most is never asked. */
class StoredGeneration implements Generation {
  readonly #table: GenerationTable;
  readonly #number: number;

  constructor(table: GenerationTable, number: number) {
    this.#table = table;
    this.#number = number;
  }

  get id(): string {
    return this.#table.id(this.#number);
  }

  get at(): number {
    const [block, from] = this.#row();
    return block.readDoubleBE(from + AT.at);
  }

  get why(): GenerationReason {
    const [block, from] = this.#row();
    const why = REASONS[block.readUInt8(from + AT.why)];
    if (why === undefined) throw unreachable(`generation ${this.id} has no reason`);
    return why;
  }

  get bytes(): number {
    const [block, from] = this.#row();
    return block.readDoubleBE(from + AT.bytes);
  }

  get modifiedNs(): bigint {
    const [block, from] = this.#row();
    const high = BigInt(block.readInt32BE(from + AT.modifiedHigh));
    return (high << 64n) + block.readBigUInt64BE(from + AT.modifiedLow);
  }

  get mode(): number {
    const [block, from] = this.#row();
    return block.readUInt32BE(from + AT.mode);
  }

  get sha256(): string | null {
    return this.#hash(AT.sha256, HAS_SHA256);
  }

  get list(): string | null {
    return this.#hash(AT.list, HAS_LIST);
  }

  get step(): number {
    const [block, from] = this.#row();
    return block.readUInt32BE(from + AT.step);
  }

  #hash(at: number, has: number): string | null {
    const [block, from] = this.#row();
    if ((block.readUInt8(from + AT.hashes) & has) === 0) return null;
    return block.toString("hex", from + at, from + at + HASH_BYTES);
  }

  #row(): readonly [Buffer, number] {
    return this.#table.row(this.#number);
  }
}
