import { isRefoldError, type RefoldError } from "../../errors.js";
import { dirname } from "node:path";
import type { LogEvent } from "../../events/event.js";
import { checkHead, fenced, storageError, storeClosed, writingStopped } from "../errors.js";
import { sumToLink } from "../chain.js";
import { findLogTail } from "./batches-backward.js";
import { type FileSystem, syncFolders, writeAll } from "./file-system.js";
import { AddedLines } from "./item-lines.js";
import { checkGoesOn, type StoredLines } from "../stored-lines.js";
import { JsonWriter } from "./json-writer.js";
import type { Lease } from "./lease.js";
import { encodeBatch } from "./line-encoder.js";
import { lastSum } from "./line-ending.js";
import { plainLog } from "./log-file.js";
import { setTornTailAside, type TornTail } from "./torn-tail.js";

/**
 * When an acknowledged batch is safe from a power cut: at once; when its turn has ended (and at
 * `sync` and `close`); whenever the system writes it. Safe from a crash of the process it always is.
 */
export type Durability = "append" | "turn" | "none";

export interface RolloutOptions {
  readonly fileSystem: FileSystem;
  readonly home: string;
  readonly threadId: string;
  readonly path: string;
  readonly durability: Durability;
  readonly onTorn: (torn: TornTail) => void;
}

/** Opening for writing sets aside what comes after the last whole batch. Under the thread's lease. */
export function cutTornTail(options: RolloutOptions, lease: Lease): void {
  new RolloutWriter(options, { ...lease, release: () => undefined }).close();
}

/** Room for one batch of usual size; batches are encoded and written in one go, one at a time. */
const ROOM_BYTES = 1 << 20;
let room: JsonWriter | undefined;
const ending = Buffer.allocUnsafeSlow(2);

/** A rollout that is open for writing, under its lease. */
export class RolloutWriter {
  /** Undefined until the first batch of a new thread makes the file. */
  #file: number | undefined;
  #head: number | null = null;
  /** What the next line names as the sum before it; undefined: the first line, or unknown. */
  #sum: number | undefined;
  #sizeBytes = 0;
  /** What this writer has added. */
  readonly addedLines: AddedLines;
  /** The file had its name at the look at the lease that counts until then. */
  #namedUntilMs = NaN;
  /** Acknowledged bytes, or the file's name, may not be durable. */
  #unsynced: { readonly name: boolean } | undefined;
  /** Why nothing can be written any more. */
  #refusal: RefoldError | undefined;

  /**
   * Opens a rollout for writing, or gets ready to make its file with the first batch. A torn tail is
   * set aside and reported.
   *
   * @throws {RefoldError} `damaged-log`: whole batches follow damage; nothing was changed
   */
  constructor(
    private readonly options: RolloutOptions,
    private readonly lease: Lease,
  ) {
    this.#openFile();
    this.addedLines = new AddedLines(this.#sizeBytes);
  }

  #openFile(): void {
    const { fileSystem, path } = this.options;
    if (fileSystem.status(path) === undefined) return;
    this.#file = fileSystem.open(path, "append");
    this.#unsynced = { name: true }; // who wrote before may have ended, or lost its power, too early
    try {
      this.#findEnd(this.#file);
    } catch (error) {
      fileSystem.close(this.#file);
      throw error;
    }
  }

  get path(): string {
    return this.options.path;
  }

  /** Of everything acknowledged. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** The offset that the next event gets; null: the thread has no event yet. */
  get head(): number | null {
    return this.#head;
  }

  /** True once somebody else wrote, or took the lease: the thread must be opened afresh. */
  get isFenced(): boolean {
    return isRefoldError(this.#refusal, "fenced");
  }

  /**
   * Appends a batch with one write: all of it, or none.
   * @param events offsets contiguous from `expectedHead`; none: nothing is written
   * @returns the new head
   * @throws {RefoldError} `offset-conflict`, `fenced`, `disk-full`, `write-failed`
   */
  append(expectedHead: number, events: readonly LogEvent[]): number {
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.#head !== null) checkHead(this.options.threadId, expectedHead, this.#head);
    if (events.length === 0) return expectedHead;
    room ??= new JsonWriter(ROOM_BYTES);
    return this.#write(encodeBatch(events, { after: this.#sum, room }), events);
  }

  /**
   * The same for lines that another store holds.
   * @throws {RefoldError} `invalid-event`: they do not go on from the newest line
   */
  appendLines(expectedHead: number, stored: StoredLines): number {
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.#head !== null) checkHead(this.options.threadId, expectedHead, this.#head);
    if (this.#head !== null) checkGoesOn(stored, this.#sum);
    return this.#write(
      stored.bytes,
      stored.lines.map(({ event }) => event),
    );
  }

  /** @param bytes the events' lines */
  #write(bytes: Buffer, events: readonly LogEvent[]): number {
    this.#checkFence();
    const isNew = this.#file === undefined;
    const file = (this.#file ??= this.#createFile());
    try {
      writeAll(this.options.fileSystem, file, bytes);
      this.#checkLease("during a write"); // it may have taken long, or the process was stopped
    } catch (error) {
      if (isRefoldError(error, "fenced")) throw error;
      throw this.#cutBack(file, isNew, storageError(this.options.path, "appending", error));
    }
    this.#unsynced = { name: isNew || this.#unsynced?.name === true };
    if (this.#isDue(events)) this.#syncOrCutBack(file, isNew);
    this.addedLines.add(bytes, events, this.#sizeBytes);
    this.#sizeBytes += bytes.length;
    const last = events.at(-1);
    this.#sum = last?.replaces === undefined ? lastSum(bytes) : sumToLink(last);
    this.#head = (last?.offset ?? -1) + 1;
    return this.#head;
  }

  sync(): void {
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.#file === undefined) return;
    try {
      this.#makeDurable(this.#file);
    } catch (error) {
      this.#refuse(writingStopped(this.options.path, "syncing", error));
      throw storageError(this.options.path, "syncing", error);
    }
  }

  /** Makes durable what the level asks for, and gives up the file and the lease. */
  close(): void {
    const { fileSystem, durability } = this.options;
    const file = this.#file;
    try {
      if (durability !== "none" && this.#refusal === undefined) this.sync();
    } finally {
      this.#file = undefined;
      this.#refusal ??= storeClosed();
      this.lease.release();
      if (file !== undefined) fileSystem.close(file);
    }
  }

  #findEnd(file: number): void {
    const { fileSystem, path, threadId, onTorn } = this.options;
    const log = plainLog(fileSystem, { file, path });
    const { head, sum, endByte } = findLogTail(log);
    if (endByte < log.sizeBytes) {
      const copy = setTornTailAside({ fileSystem, file, path }, endByte, () => {
        this.#checkLease("before its torn tail was cut off"); // it may be what the next holder writes
      });
      onTorn({ threadId, file: path, byte: endByte, bytes: log.sizeBytes - endByte, copy });
    }
    this.#head = head;
    this.#sum = sum;
    this.#sizeBytes = endByte;
  }

  /**
   * The file's length is looked at before each batch, its name whenever the lease is: a file that has
   * lost its name has lost what was acknowledged before, too.
   */
  #checkFence(): void {
    const heldUntilMs = this.#checkLease("before a write");
    if (this.#file === undefined) return;
    if (heldUntilMs === this.#namedUntilMs && this.#endsHere(this.#file)) return;
    const { fileSystem, path } = this.options;
    const [actual, expected] = [fileSystem.sizeBytes(this.#file), this.#sizeBytes];
    this.#namedUntilMs = heldUntilMs;
    if (actual === expected) return;
    const found = actual === -1 ? "it has no name any more" : `${actual} bytes, not ${expected}`;
    throw this.#refuse(fenced(path, `somebody else changed the file: ${found}`));
  }

  /** Of two bytes from the last one on there is one. Takes half of what `fstat` does. */
  #endsHere(file: number): boolean {
    return (
      this.#sizeBytes > 0 && this.options.fileSystem.read(file, ending, this.#sizeBytes - 1) === 1
    );
  }

  /** @returns as `Lease.heldUntilMs` */
  #checkLease(when: string): number {
    const heldUntilMs = this.lease.heldUntilMs();
    if (heldUntilMs !== null) return heldUntilMs;
    throw this.#refuse(fenced(this.options.path, `another process took the lease over ${when}`));
  }

  #createFile(): number {
    const { fileSystem, path } = this.options;
    try {
      fileSystem.makeFolder(dirname(path));
      return fileSystem.open(path, "create");
    } catch (error) {
      throw storageError(path, "creating the rollout", error);
    }
  }

  #isDue(events: readonly LogEvent[]): boolean {
    const { durability } = this.options;
    if (durability !== "turn") return durability === "append";
    return events.some(({ type }) => type === "turn.completed" || type === "turn.aborted");
  }

  /** What could not be made durable is not acknowledged; what was before may be lost by now. */
  #syncOrCutBack(file: number, isNew: boolean): void {
    try {
      this.#makeDurable(file);
    } catch (error) {
      const failed = storageError(this.options.path, "syncing", error);
      this.#refuse(writingStopped(this.options.path, "syncing", error));
      throw this.#cutBack(file, isNew, failed);
    }
  }

  #makeDurable(file: number): void {
    if (this.#unsynced === undefined) return;
    const { fileSystem, home, path } = this.options;
    fileSystem.syncData(file);
    if (this.#unsynced.name) syncFolders(fileSystem, dirname(path), home);
    this.#unsynced = undefined;
  }

  /**
   * Takes back what a failed batch left in the file. Only the lease's holder may: after it others
   * may have written.
   */
  #cutBack(file: number, isNew: boolean, failed: RefoldError): RefoldError {
    const { fileSystem, path } = this.options;
    try {
      if (!this.lease.isHeld()) {
        return this.#refuse(fenced(path, "another process took the lease over during a write"));
      }
      fileSystem.truncate(file, this.#sizeBytes);
      if (isNew) {
        fileSystem.remove(path);
        this.#file = undefined;
        fileSystem.close(file);
      }
      return failed;
    } catch (error) {
      const doing = `cutting off a batch that could not be written (${failed.message})`;
      return this.#refuse(writingStopped(path, doing, error));
    }
  }

  #refuse(refusal: RefoldError): RefoldError {
    this.#refusal = refusal;
    return refusal;
  }
}
