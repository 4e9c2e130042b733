import { dirname } from "node:path";
import type { LogEvent } from "../../events/event.js";
import { isUlid, invalidId } from "../../events/ids.js";
import type { NewState } from "../../events/event-source.js";
import { RecentlyUsed } from "../../recently-used.js";
import { blobsWhile } from "../blobs.js";
import { beginsThread, checkBatch } from "../check-batch.js";
import { storageError } from "../errors.js";
import type { BlobStore, EventDriver, OwnRange } from "../event-store.js";
import { decodeStoredLines } from "../stored-lines.js";
import { adoptPrefix } from "./adopt.js";
import { blobFolder } from "./blobs.js";
import { archiveRollout, type FormChange, unarchiveRollout } from "./change-form.js";
import { makeFolder, syncFile, syncFolders } from "./file-system.js";
import { existingRollout, findRollout, noSuchRollout, rolloutPath, rolloutStatus } from "./home.js";
import { JsonlReading, type ReadingOptions } from "./jsonl-reading.js";
import { type Lease, type LeaseOptions, takeLease, threadLease, withLease } from "./lease.js";
import { ThreadRemoval } from "./remove-threads.js";
import { cutTornTail, type Durability, RolloutWriter } from "./rollout-writer.js";
import type { TornTail } from "./torn-tail.js";
import { StateKeeper } from "./state-keeper.js";
import { type UpgradeOptions, upgradeRollout } from "./upgrade-rollout.js";

interface DriverOptions extends ReadingOptions, Pick<LeaseOptions, "steal" | "staleAfterMs"> {
  readonly durability: Durability;
  /** How many threads may be open for writing at a time. */
  readonly openThreads: number;
  readonly onTorn: (torn: TornTail) => void;
}

/** What is written to, and whether a thread that is not there may begin with what is appended. */
interface Target {
  readonly threadId: string;
  /** Of what is to be appended: the first of a new thread says its day. */
  readonly first: LogEvent | undefined;
  readonly begins: () => boolean;
}

/** Threads as files. Each is open under its lease while it is written to. */
export class JsonlDriver extends JsonlReading implements EventDriver {
  readonly blobs: BlobStore;
  readonly #rollouts: OpenRollouts;
  readonly #keeper: StateKeeper;

  constructor(protected override readonly options: DriverOptions) {
    super(options);
    const { fileSystem, home, durability, checkOpen, openThreads } = options;
    this.blobs = blobsWhile(
      blobFolder({ fileSystem, home, sync: durability !== "none" }),
      checkOpen,
    );
    this.#keeper = new StateKeeper(fileSystem);
    this.#rollouts = new OpenRollouts(Math.max(1, openThreads));
  }

  async append(
    threadId: string,
    expectedHead: number,
    events: readonly LogEvent[],
  ): Promise<number> {
    this.options.checkOpen();
    checkBatch(expectedHead, events);
    const [first] = events;
    const begins = (): boolean => beginsThread(threadId, first);
    return this.#write({ threadId, first, begins }, (writer) =>
      writer.append(expectedHead, events),
    );
  }

  async appendLines(threadId: string, expectedHead: number, bytes: Uint8Array): Promise<number> {
    this.options.checkOpen();
    const lines = decodeStoredLines(threadId, expectedHead, bytes);
    const [{ event: first }] = lines.lines;
    const begins = (): boolean => lines.begins;
    return this.#write({ threadId, first, begins }, (writer) =>
      writer.appendLines(expectedHead, lines),
    );
  }

  readonly keepState = (threadId: string, make: () => NewState | null): void => {
    const writer = this.#rollouts.get(threadId);
    if (writer === undefined) return;
    const { path: rollout, sizeBytes, addedLines } = writer;
    this.#keeper.keep({ threadId, rollout, sizeBytes, addedLines }, make);
  };

  async sync(threadId: string): Promise<void> {
    this.options.checkOpen();
    const writer = this.#rollouts.get(threadId);
    if (writer !== undefined) writer.sync();
    else this.#syncFile(existingRollout(this.options, threadId));
  }

  async remove(
    threadIds: readonly string[],
    onRemoved: (threadId: string) => void | Promise<void>,
  ): Promise<void> {
    const removal = new ThreadRemoval(this.options);
    try {
      for (const threadId of threadIds) {
        await this.#underLease(threadId, (path) => removal.removeFiles(path));
        await onRemoved(threadId);
      }
    } finally {
      await removal.removeBlobs();
    }
  }

  async adoptPrefix(threadId: string, parts: readonly OwnRange[]): Promise<void> {
    const sources = parts.map((part) => ({
      ...part,
      path: existingRollout(this.options, part.threadId),
    }));
    await this.#underLease(threadId, async (path, lease) => {
      await this.#unarchive(path, lease);
      cutTornTail({ ...this.options, threadId, path }, lease);
      await adoptPrefix({ fileSystem: this.options.fileSystem, lease }, path, sources);
    });
  }

  archive(threadId: string, onProgress?: (doneBytes: number) => void): Promise<FormChange> {
    return this.#underLease(threadId, async (path, lease) => {
      const { fileSystem } = this.options;
      // An archive beside a plain file was left half-way, and may be older.
      if (fileSystem.status(path) !== undefined) {
        await this.#unarchive(path, lease);
        cutTornTail({ ...this.options, threadId, path }, lease);
      }
      return archiveRollout({ fileSystem, rollout: path, lease, onProgress });
    });
  }

  unarchive(threadId: string, onProgress?: (doneBytes: number) => void): Promise<FormChange> {
    return this.#underLease(threadId, (path, lease) => this.#unarchive(path, lease, onProgress));
  }

  upgrade(
    threadId: string,
    change: Pick<UpgradeOptions, "mayChange" | "onProgress">,
  ): Promise<boolean> {
    return this.#underLease(threadId, async (path, lease) => {
      const { fileSystem } = this.options;
      const isArchived = fileSystem.status(path) === undefined;
      await this.#unarchive(path, lease);
      cutTornTail({ ...this.options, threadId, path }, lease);
      try {
        return await upgradeRollout({ ...change, fileSystem, rollout: path, lease });
      } finally {
        if (isArchived) await archiveRollout({ fileSystem, rollout: path, lease });
      }
    });
  }

  async close(): Promise<void> {
    await this.#rollouts.closeAll();
  }

  /** Changes a thread as a whole: nobody writes to it meanwhile, here or elsewhere. */
  async #underLease<T>(
    threadId: string,
    change: (path: string, lease: Lease) => Promise<T>,
  ): Promise<T> {
    this.options.checkOpen();
    if (!isUlid(threadId)) throw invalidId(threadId);
    const path = existingRollout(this.options, threadId);
    this.#rollouts.close(threadId);
    const options = { ...this.options, ...threadLease(threadId, path) };
    // It may have been deleted since it was found.
    return withLease(options, (lease) => change(existingRollout(this.options, threadId), lease));
  }

  /** Who writes needs the plain file. Under its lease, since others may be about to do the same. */
  #unarchive(
    path: string,
    lease: Lease,
    onProgress?: (doneBytes: number) => void,
  ): Promise<FormChange> {
    const { fileSystem } = this.options;
    return unarchiveRollout({ fileSystem, rollout: path, lease, onProgress });
  }

  /** @returns a promise only where the thread has to be opened: another one would cost each append */
  #write(target: Target, work: (writer: RolloutWriter) => number): number | Promise<number> {
    const { threadId, begins } = target;
    // At once: nothing of this thread comes between its batches.
    const write = (writer: RolloutWriter): number => {
      if (writer.head === null) this.#checkBegins(threadId, begins);
      try {
        return work(writer);
      } finally {
        if (writer.isFenced) this.#rollouts.close(threadId);
      }
    };
    const writer = this.#rollouts.get(threadId);
    return writer === undefined ? this.#open(target, write) : write(writer);
  }

  async #open(
    { threadId, first, begins }: Target,
    write: (writer: RolloutWriter) => number,
  ): Promise<number> {
    const found = findRollout(this.options, threadId);
    if (found === undefined) this.#checkBegins(threadId, begins);
    const path = found ?? rolloutPath(this.options.home, threadId, first?.at ?? "");
    const open = async (): Promise<RolloutWriter> => {
      if (found === undefined) this.#makeHome();
      const lease = await takeLease({ ...this.options, ...threadLease(threadId, path) });
      try {
        // It may have been deleted since it was found.
        const isThere = rolloutStatus(this.options.fileSystem, path) !== undefined;
        if (isThere) await this.#unarchive(path, lease);
        else this.#checkBegins(threadId, begins);
        return new RolloutWriter({ ...this.options, threadId, path }, lease);
      } catch (error) {
        lease.release();
        throw error;
      }
    };
    return this.#rollouts.use(threadId, open, (writer) => {
      this.options.checkOpen();
      return write(writer);
    });
  }

  #checkBegins(threadId: string, begins: () => boolean): void {
    if (!begins()) throw noSuchRollout(this.options, threadId);
  }

  #makeHome(): void {
    const { fileSystem, home } = this.options;
    try {
      // Once for a home: a later `sync` makes durable what is in it.
      makeFolder(fileSystem, home, true);
    } catch (error) {
      throw storageError(home, "making the home", error);
    }
  }

  #syncFile(path: string): void {
    const { fileSystem, home } = this.options;
    try {
      // An archive's bytes were durable before it had its name.
      if (fileSystem.status(path) !== undefined) syncFile(fileSystem, path);
      syncFolders(fileSystem, dirname(path), home);
    } catch (error) {
      throw storageError(path, "syncing", error);
    }
  }
}

/**
 * The rollouts that are open for writing, the least recently used closed when there are too many.
 * Each is opened once, however many ask for it at the same time.
 */
class OpenRollouts {
  readonly #opened = new RecentlyUsed<string, RolloutWriter>();
  readonly #opening = new Map<string, Promise<RolloutWriter>>();

  constructor(private readonly limit: number) {}

  /** @returns the writer if it is open, now the most recently used */
  get(threadId: string): RolloutWriter | undefined {
    return this.#opened.get(threadId);
  }

  /**
   * Uses a thread's writer in the step that opens it, since others that are opened may push it out at any
   * later one. If somebody else is about to open it, theirs is waited for.
   */
  async use<T>(
    threadId: string,
    open: () => Promise<RolloutWriter>,
    use: (writer: RolloutWriter) => T,
  ): Promise<T> {
    let inProgress = this.#opening.get(threadId);
    for (; inProgress !== undefined; inProgress = this.#opening.get(threadId)) {
      await inProgress;
      const writer = this.#opened.get(threadId);
      if (writer !== undefined) return use(writer);
    }
    const opening = open();
    this.#opening.set(threadId, opening);
    try {
      const writer = await opening;
      this.#opened.set(threadId, writer);
      for (const [, surplus] of this.#opened.keep(this.limit)) surplus.close();
      return use(writer);
    } finally {
      this.#opening.delete(threadId);
    }
  }

  close(threadId: string): void {
    const writer = this.#opened.get(threadId);
    this.#opened.delete(threadId);
    writer?.close();
  }

  /** Closes all, also after one that fails. @throws the first failure */
  async closeAll(): Promise<void> {
    await Promise.allSettled(this.#opening.values());
    const failures: unknown[] = [];
    for (const threadId of [...this.#opened.keys()]) {
      try {
        this.close(threadId);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
