import { type FileSystem, nodeFileSystem } from "../store/jsonl/file-system.js";

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
    ...wholeCalls(faults, behind),
    ...transfers(faults, behind),
  };
}

type Transfers = "read" | "write";

/** Calls that do all or nothing, on a path or on an open file. */
function wholeCalls(faults: MetFaults, behind: FileSystem): Omit<FileSystem, Transfers> {
  const on =
    <Place extends string | number, Args extends unknown[], Result>(
      operation: keyof FileSystem,
      work: (place: Place, ...args: Args) => Result,
    ) =>
    (place: Place, ...args: Args): Result => {
      faults.meet(operation, typeof place === "string" ? place : faults.pathOf(place));
      return work(place, ...args);
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

/** A call to the file system: which one, on what, and the how-manieth of all. */
export interface FileCall {
  /** `open`, `read`, `write`, `syncData`, `rename`, …: the member of `FileSystem`. */
  readonly operation: string;
  /** Absolute; of calls on an open file, the path that it was opened by. */
  readonly path: string;
  /** 0-based, over all calls. */
  readonly index: number;
}

/** What a call does in place of what it should. */
export type Fault =
  /** Nothing, and fails with the system's error code (`EIO`, `ENOSPC`, …). */
  | { readonly kind: "fail"; readonly code: string }
  /** A write that puts down only this share of its bytes, 0 to 1, and then fails. */
  | { readonly kind: "tear"; readonly share: number; readonly code: string }
  /** A read or write that does this share of its bytes, at least one, and says so: allowed, and rare. */
  | { readonly kind: "shorten"; readonly share: number }
  /** The call succeeds after a delay in milliseconds. */
  | { readonly kind: "delay"; readonly delayMs: number };

/** Decides what becomes of a call; null: what it should. */
export type FaultPlan = (call: FileCall) => Fault | null;

/** Faults at chosen calls. Keys are indexes of calls, from 0. */
export function faultsAt(faults: ReadonlyMap<number, Fault>): FaultPlan {
  return ({ index }) => faults.get(index) ?? null;
}

export interface RandomFaultOptions {
  /** The share of calls that meet a fault, 0 to 1. */
  readonly share: number;
  /** One of these is drawn. */
  readonly faults: readonly Fault[];
  /** From 0 (inclusive) to 1. A seeded one makes a run repeatable. Default: `Math.random`. */
  readonly random?: () => number;
}

/** Faults at random calls: `share` of them, from 0 to 1. */
export function randomFaults({
  share,
  faults,
  random = Math.random,
}: RandomFaultOptions): FaultPlan {
  return () => (random() < share ? (faults[Math.floor(random() * faults.length)] ?? null) : null);
}

/** A fault that was met, and where. */
export interface InjectedFault extends FileCall {
  readonly fault: Fault;
}

/** How much of a read or write is done; with a code, it fails after that. */
interface Transfer {
  readonly share: number;
  readonly code?: string;
}

/** Counts the calls, asks the plan, and fails or waits as it says. */
class MetFaults {
  readonly injected: InjectedFault[] = [];
  callCount = 0;
  readonly #paths = new Map<number, string>();

  constructor(private readonly plan: FaultPlan) {}

  opened(file: number, path: string): number {
    this.#paths.set(file, path);
    return file;
  }

  pathOf(file: number): string {
    return this.#paths.get(file) ?? "";
  }

  /** For calls that do all or nothing. */
  meet(operation: keyof FileSystem, path: string): void {
    const fault = this.#next(operation, path);
    if (fault?.kind === "fail") throw this.#injects(fault, operation, path);
    if (fault?.kind === "delay") this.#wait(fault, operation, path);
  }

  /** @returns null: the whole of it */
  meetTransfer(operation: "read" | "write", file: number): Transfer | null {
    const path = this.pathOf(file);
    const fault = this.#next(operation, path);
    if (fault === null) return null;
    switch (fault.kind) {
      case "fail":
        throw this.#injects(fault, operation, path);
      case "delay":
        this.#wait(fault, operation, path);
        return null;
      case "tear":
        if (operation === "read") return null;
        this.#injects(fault, operation, path);
        return fault;
      case "shorten":
        this.#injects(fault, operation, path);
        return { share: fault.share };
    }
  }

  #next(operation: string, path: string): Fault | null {
    const index = this.callCount++;
    return this.plan({ operation, path, index });
  }

  #wait(fault: Fault & { readonly kind: "delay" }, operation: string, path: string): void {
    this.#injects(fault, operation, path);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fault.delayMs);
  }

  #injects(fault: Fault, operation: string, path: string): Error {
    this.injected.push({ operation, path, index: this.callCount - 1, fault });
    return systemError("code" in fault ? fault.code : "EIO", operation, path);
  }
}

/** As the system throws it. */
export function systemError(code: string, syscall: string, path: string): Error {
  const message = `${code}: injected fault, ${syscall} '${path}'`;
  return Object.assign(new Error(message), { code, syscall, path });
}
