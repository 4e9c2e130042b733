import { type FSWatcher, watch } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRefoldError } from "../errors.js";
import { isSystemError } from "../store/errors.js";
import type { FoundFile, FoundHomes } from "./homes.js";
import { keepFiles, type KeepReport } from "./keep-files.js";
import { Looks } from "./looks.js";
import type { Vault } from "./vault.js";

export interface WatchOptions {
  readonly vault: Vault;
  /** Finds the files that are to be kept, anew for each look. */
  readonly find: () => FoundHomes;
  /** A look at everything is due after so long, whatever the system reported. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Told of each look, and whether it was at everything or at the files that changed. */
  readonly onLook: (report: KeepReport, isWhole: boolean) => Promise<void> | void;
  /** Told why a look failed; the next one comes all the same. */
  readonly onFailure: (error: unknown) => void;
  /** Told once that the system gives no events for some folders: what is in them waits for a look by time. */
  readonly onUnwatched: (error: Error) => void;
}

/** Changes come in groups: what is written at once is looked at once. */
const SETTLING_MS = 500;
/** Time between two looks, as a multiple of what the last one took: so little of a core they take at most. */
const REST = 10;
/** After a failure the next look comes sooner than `everyMs`. */
const AGAIN_MS = 30_000;
const BUSY_AGAIN_MS = 2_000;
/** Another keeper writes for longer than this: that is told. */
const BUSY_MS = 60_000;

/**
 * Keeps what changes in homes, until it is told to end: at each event of the file system, and by itself every
 * `everyMs`. What happened while the machine slept is seen by the first look after it.
 */
export async function watchHomes(options: WatchOptions): Promise<void> {
  const { signal } = options;
  const watching = new Watching(options);
  try {
    while (!signal.aborted) {
      await watching.look();
      await watching.untilDue();
    }
  } finally {
    watching.close();
  }
}

class Watching {
  readonly #looks: Looks;
  readonly #watchers = new Map<string, FSWatcher>();
  /** By their absolute paths. */
  #known: ReadonlyMap<string, FoundFile> = new Map();
  /** Files that changed since they were looked at. */
  readonly #dirty = new Set<FoundFile>();
  /** Whether something came or went, so that everything has to be looked at. */
  #isChanged = true;
  #isUnwatched = false;
  #busySince: number | null = null;
  #lastMs = 0;
  #dueAt = 0;
  #wake: () => void = () => undefined;

  constructor(private readonly options: WatchOptions) {
    this.#looks = new Looks(options.vault);
    options.signal.addEventListener("abort", () => this.#wake());
  }

  async look(): Promise<void> {
    const { everyMs, vault, signal, onLook } = this.options;
    const began = performance.now();
    const isWhole = this.#isChanged || began >= this.#dueAt;
    try {
      const found = isWhole ? this.#find() : filesOnly([...this.#dirty]);
      this.#dirty.clear();
      const report = await keepFiles(vault, found, { looks: this.#looks, signal });
      for (const file of report.moving) this.#dirty.add(file);
      if (isWhole) this.#dueAt = performance.now() + everyMs;
      this.#busySince = null;
      await onLook(report, isWhole);
    } catch (error) {
      this.#failed(error);
    }
    this.#lastMs = performance.now() - began;
  }

  /** Waits until something changed and its cause has settled, or until a look at everything is due. */
  async untilDue(): Promise<void> {
    await this.#sleep(Math.max(SETTLING_MS, this.#lastMs * REST), () => false);
    const isPending = (): boolean => this.#isChanged || this.#dirty.size > 0;
    if (isPending()) return;
    await this.#sleep(this.#dueAt - performance.now(), isPending);
    if (isPending()) await this.#sleep(SETTLING_MS, () => false);
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  /** What was not kept is found by a look at everything. */
  #failed(error: unknown): void {
    const { everyMs, onFailure } = this.options;
    if (!isRefoldError(error) && !isSystemError(error)) throw error;
    const now = performance.now();
    const isBusy = isRefoldError(error, "vault-busy");
    this.#dueAt = now + Math.min(everyMs, isBusy ? BUSY_AGAIN_MS : AGAIN_MS);
    this.#busySince = isBusy ? (this.#busySince ?? now) : null;
    if (this.#busySince === null || now - this.#busySince > BUSY_MS) onFailure(error);
  }

  /** Sleeps until the time has passed, all ends, or an event after which it need not be slept on. */
  #sleep(ms: number, isEnough: () => boolean): Promise<void> {
    const { signal } = this.options;
    if (signal.aborted || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#wake = () => {
        if (signal.aborted || isEnough()) end();
      };
    });
  }

  #find(): FoundHomes {
    this.#isChanged = false;
    const found = this.options.find();
    this.#known = new Map(found.files.map((file) => [join(file.home, file.path), file]));
    // Where a home is not there, whoever makes it anew is seen beside it.
    const missing = found.unread.filter(({ error }) => isRefoldError(error, "file-not-found"));
    this.#watch(new Set([...found.folders, ...missing.map(({ path }) => dirname(path))]));
    return found;
  }

  #watch(wanted: ReadonlySet<string>): void {
    for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#unwatch(folder);
    for (const folder of wanted) if (!this.#watchers.has(folder)) this.#watchOne(folder);
  }

  #watchOne(folder: string): void {
    try {
      const watcher = watch(folder, (kind, name) => this.#take(folder, kind, name));
      watcher.on("error", () => this.#lost(folder));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      if (!this.#isUnwatched) this.options.onUnwatched(error);
      this.#isUnwatched = true;
    }
  }

  #take(folder: string, kind: string, name: string | null): void {
    const file = name === null ? undefined : this.#known.get(join(folder, name));
    if (kind === "rename" && name === basename(folder)) this.#lost(folder);
    else if (file !== undefined && kind === "change") this.#dirty.add(file);
    else if (kind === "change") {
      return;
    } // no file of a session
    else this.#isChanged = true;
    this.#wake();
  }

  /** The folder itself went, or is another one now: the next look finds out. */
  #lost(folder: string): void {
    this.#unwatch(folder);
    this.#isChanged = true;
    this.#wake();
  }

  #unwatch(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}

function filesOnly(files: readonly FoundFile[]): FoundHomes {
  return { files, homes: [], folders: [], unread: [] };
}
