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

/** Calls that do all or nothing. */
function wholeCalls(faults: MetFaults, behind: FileSystem): Omit<FileSystem, Transfers> {
  const on =
    <Target extends FileOrPath, Args extends unknown[], Result>(
      operation: keyof FileSystem,
      work: (target: Target, ...args: Args) => Result,
    ) =>
    (target: Target, ...args: Args): Result => {
      faults.meet(operation, target);
      return work(target, ...args);
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
      behind.close(file);
      faults.meet("close", file);
    },
  };
}

/** Reads and writes, of which a part may be done. */
function transfers(faults: MetFaults, behind: FileSystem): Pick<FileSystem, Transfers> {
  return {
    read: (file, into, position) =>
      behind.read(file, partOf(into, faults.meet("read", file)), position),
    write(file, bytes) {
      const fault = faults.meet("write", file);
      if (fault?.kind !== "tear") return behind.write(file, partOf(bytes, fault));
      const torn = bytes.subarray(0, Math.floor(bytes.length * fault.share));
      if (torn.length > 0) behind.write(file, torn);
      throw systemError(fault.code, "write", faults.pathOf(file));
    },
  };
}

/** At least one byte: a transfer of none means the end of a file. */
function partOf(bytes: Uint8Array, fault: Fault | null): Uint8Array {
  if (fault?.kind !== "shorten") return bytes;
  return bytes.subarray(0, Math.max(1, Math.floor(bytes.length * fault.share)));
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

/** What a call is about: an open file, or a path. */
type FileOrPath = number | string;

class MetFaults {
  readonly injected: InjectedFault[] = [];
  callCount = 0;
  readonly #paths = new Map<number, string>();

  constructor(private readonly plan: FaultPlan) {}

  opened(file: number, path: string): number {
    this.#paths.set(file, path);
    return file;
  }

  pathOf(target: FileOrPath): string {
    return typeof target === "string" ? target : (this.#paths.get(target) ?? "");
  }

  /** @returns a fault that leaves a part of a read or write to do; null: the whole is to do */
  meet(operation: keyof FileSystem, target: FileOrPath): Fault | null {
    const call = { operation, path: this.pathOf(target), index: this.callCount++ };
    const fault = this.plan(call);
    if (fault === null || !isPossible(fault, operation)) return null;
    this.injected.push({ ...call, fault });
    if (fault.kind === "fail") throw systemError(fault.code, operation, call.path);
    if (fault.kind !== "delay") return fault;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fault.delayMs);
    return null;
  }
}

function isPossible({ kind }: Fault, operation: keyof FileSystem): boolean {
  if (kind === "tear") return operation === "write";
  return kind !== "shorten" || operation === "read" || operation === "write";
}

/** As the system throws it. */
export function systemError(code: string, syscall: string, path: string): Error {
  const message = `${code}: injected fault, ${syscall} '${path}'`;
  return Object.assign(new Error(message), { code, syscall, path });
}
