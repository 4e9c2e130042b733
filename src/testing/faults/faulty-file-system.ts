import { nodeFileSystem, type FileSystem } from "../../store/jsonl/file-system.js";
import type { FaultPlan } from "./fault.js";
import { MetFaults, systemError, type InjectedFault } from "./met-faults.js";

/** A file system whose calls meet faults, for `jsonlStore({fileSystem})`. */
export interface FaultyFileSystem extends FileSystem {
  /** Calls so far, faulty ones included. */
  readonly callCount: number;
  /** The faults that were met, oldest first. */
  readonly injected: readonly InjectedFault[];
}

/**
 * The real file system (or another), with faults where a plan says so. A fault that a call cannot have
 * (a shortened rename) leaves the call alone.
 */
export function faultyFileSystem(
  plan: FaultPlan,
  behind: FileSystem = nodeFileSystem,
): FaultyFileSystem {
  const faults = new MetFaults(plan);
  return {
    get callCount() {
      return faults.callCount;
    },
    injected: faults.injected,
    ...callsOnPaths(faults, behind),
    ...callsOnFiles(faults, behind),
    ...transfers(faults, behind),
  };
}

type OnFiles = "close" | "sizeBytes" | "truncate" | "syncData";
type Transfers = "read" | "write";

function callsOnPaths(
  faults: MetFaults,
  behind: FileSystem,
): Omit<FileSystem, OnFiles | Transfers> {
  const on =
    <Args extends unknown[], Result>(
      operation: keyof FileSystem,
      work: (path: string, ...args: Args) => Result,
    ) =>
    (path: string, ...args: Args): Result => {
      faults.meet(operation, path);
      return work(path, ...args);
    };
  return {
    open: on("open", (path, mode) => faults.opened(behind.open(path, mode), path)),
    syncFolder: on("syncFolder", (...args) => behind.syncFolder(...args)),
    makeFolder: on("makeFolder", (...args) => behind.makeFolder(...args)),
    status: on("status", (...args) => behind.status(...args)),
    list: on("list", (...args) => behind.list(...args)),
    readFile: on("readFile", (...args) => behind.readFile(...args)),
    touch: on("touch", (...args) => behind.touch(...args)),
    rename: on("rename", (...args) => behind.rename(...args)),
    remove: on("remove", (...args) => behind.remove(...args)),
    removeFolder: on("removeFolder", (...args) => behind.removeFolder(...args)),
  };
}

function callsOnFiles(faults: MetFaults, behind: FileSystem): Pick<FileSystem, OnFiles> {
  const on =
    <Args extends unknown[], Result>(
      operation: keyof FileSystem,
      work: (file: number, ...args: Args) => Result,
    ) =>
    (file: number, ...args: Args): Result => {
      faults.meet(operation, faults.pathOf(file));
      return work(file, ...args);
    };
  return {
    sizeBytes: on("sizeBytes", (...args) => behind.sizeBytes(...args)),
    truncate: on("truncate", (...args) => behind.truncate(...args)),
    syncData: on("syncData", (...args) => behind.syncData(...args)),
    // A file that could not be closed would be open for ever: it is closed, whatever is said.
    close(file) {
      const path = faults.pathOf(file);
      behind.close(file);
      faults.meet("close", path);
    },
  };
}

/** Reads and writes, of which a part may be done. */
function transfers(faults: MetFaults, behind: FileSystem): Pick<FileSystem, Transfers> {
  return {
    read(file, into, position) {
      const share = faults.meetTransfer("read", file);
      const room = share === null ? into : into.subarray(0, shareOf(into, share.share));
      return behind.read(file, room, position);
    },
    write(file, bytes) {
      const met = faults.meetTransfer("write", file);
      if (met === null) return behind.write(file, bytes);
      if (met.code === undefined) {
        return behind.write(file, bytes.subarray(0, shareOf(bytes, met.share)));
      }
      const torn = Math.floor(bytes.length * met.share);
      if (torn > 0) behind.write(file, bytes.subarray(0, torn));
      throw systemError(met.code, "write", faults.pathOf(file));
    },
  };
}

/** At least one byte: a transfer of none means the end of a file. */
function shareOf(bytes: Uint8Array, share: number): number {
  return Math.max(Math.min(1, bytes.length), Math.floor(bytes.length * share));
}
