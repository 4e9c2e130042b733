import { checkLimit, invalidArgument } from "../../errors.js";
import { storeClosed } from "../errors.js";
import type { EventStore } from "../event-store.js";
import { refuseWithForks, withLineage } from "../lineage.js";
import type { FormChange } from "./change-form.js";
import { type FileSystem, nodeFileSystem } from "./file-system.js";
import { storeHome } from "./home.js";
import { JsonlDriver } from "./jsonl-driver.js";
import type { Durability } from "./rollout-writer.js";
import type { TornTail } from "./torn-tail.js";
import { withTypedFailures, withTypedWriting } from "./typed-failures.js";

export interface JsonlStoreOptions {
  /** The folder that holds everything. Default: the environment's `REFOLD_HOME`, else `~/.refold`. */
  readonly home?: string;
  /** When an acknowledged batch is safe from a power cut. Default `turn`. */
  readonly durability?: Durability;
  /** Told of each torn tail that a writer sets aside; `tornTails` lists them too. */
  readonly onTorn?: (torn: TornTail) => void;
  /** How many threads are kept open for writing at a time. Default 256; at least 1. */
  readonly openThreads?: number;
  /**
   * Takes leases from whoever holds them. For people who know that the holder is gone, or should be;
   * what it has in flight is fenced. Default false.
   */
  readonly steal?: boolean;
  /**
   * How long the heartbeat of a holder of another boot, container or host must stand still, in
   * milliseconds, before it counts as dead. Default 30,000.
   */
  readonly staleAfterMs?: number;
  /** Another way to the files, for tests of failing disks. Default Node's. */
  readonly fileSystem?: FileSystem;
}

/** Threads as JSONL files in a folder. */
export interface JsonlStore extends EventStore {
  /** Absolute path of the folder. */
  readonly home: string;
  /**
   * Puts a compressed archive in place of a thread's file: everything reads on as before, and an
   * append unarchives first. What an archive names is kept by garbage collection.
   *
   * @param onProgress told how much of the log is done, in bytes
   * @throws {RefoldError} `lease-held`: a process writes to the thread
   * @throws {RefoldError} `thread-not-found`
   * @throws {RefoldError} `invalid-id`
   * @throws {RefoldError} `disk-full`, `write-failed`
   */
  archive(threadId: string, onProgress?: (doneBytes: number) => void): Promise<FormChange>;
  /**
   * Puts the file back, the same bytes as before.
   * @throws {RefoldError} `archive-damaged`: the archive was cut short, or altered; it is as it
   *   was
   * @throws {RefoldError} `lease-held`
   * @throws {RefoldError} `thread-not-found`
   * @throws {RefoldError} `invalid-id`
   * @throws {RefoldError} `disk-full`, `write-failed`
   */
  unarchive(threadId: string, onProgress?: (doneBytes: number) => void): Promise<FormChange>;
  /**
   * Writes a thread of an older version again, its lines chained (docs/file-format.md#the-chain). Its
   * events stay as they are.
   *
   * @param onProgress told how much of the log is done, in bytes
   * @returns false: its lines were chained already
   * @throws {RefoldError} `thread-has-forks`: forks name a line of it by its checksum, which would change
   * @throws {RefoldError} `damaged-log`: not every event can be read; nothing was changed
   * @throws {RefoldError} `lease-held`
   * @throws {RefoldError} `thread-not-found`
   * @throws {RefoldError} `invalid-id`
   * @throws {RefoldError} `disk-full`, `write-failed`
   */
  upgrade(threadId: string, onProgress?: (doneBytes: number) => void): Promise<boolean>;
  /** What this store's writers found after the last whole batch and set aside, oldest first. */
  readonly tornTails: readonly TornTail[];
}

/**
 * Opens a store of JSONL files. Nothing is read or written until it is used; the folder need not
 * exist. For one host: a network file system may be shared by readers, not by writers on several
 * hosts.
 *
 * @see docs/file-format.md
 * @throws {RefoldError} `invalid-argument`: there is no such durability
 */
export function jsonlStore(options: JsonlStoreOptions = {}): JsonlStore {
  const home = storeHome(options.home);
  const { fileSystem = nodeFileSystem, durability = "turn", openThreads = 256 } = options;
  checkDurability(durability);
  checkLimit("openThreads", openThreads);
  const tornTails: TornTail[] = [];
  let isClosed = false;
  const checkOpen = (): void => {
    if (isClosed) throw storeClosed();
  };
  const driver = new JsonlDriver({
    fileSystem,
    home,
    checkOpen,
    durability,
    openThreads: Math.max(1, openThreads),
    steal: options.steal,
    staleAfterMs: options.staleAfterMs,
    onTorn: (torn) => {
      tornTails.push(torn);
      options.onTorn?.(torn);
    },
  });
  const store = withLineage(withTypedFailures(driver, home));
  return {
    ...store,
    close() {
      isClosed = true;
      return store.close();
    },
    archive: withTypedWriting((...args) => driver.archive(...args), home),
    unarchive: withTypedWriting((...args) => driver.unarchive(...args), home),
    upgrade: withTypedWriting((threadId, onProgress) => {
      const mayChange = (): Promise<void> => refuseWithForks(store, threadId);
      return driver.upgrade(threadId, { mayChange, onProgress });
    }, home),
    home,
    tornTails,
  };
}

/** Any other word would make acknowledged batches as safe as `none` does, and nobody would know. */
function checkDurability(durability: string): void {
  if (["append", "turn", "none"].includes(durability)) return;
  throw invalidArgument("there is no such durability", "Give `append`, `turn` or `none`.");
}
