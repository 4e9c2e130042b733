import { nodeFileSystem, type FileSystem } from "../../store/jsonl/file-system.js";
import type { Fault, FaultPlan, FileCall } from "./fault.js";

/** A fault that was met, and where. */
export interface InjectedFault extends FileCall {
  readonly fault: Fault;
}

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
  const faults = new Faults(plan);
  const onPath =
    <Args extends unknown[], Result>(
      operation: keyof FileSystem,
      work: (path: string, ...args: Args) => Result,
    ) =>
    (path: string, ...args: Args): Result => {
      faults.meet(operation, path);
      return work(path, ...args);
    };
  const onFile =
    <Args extends unknown[], Result>(
      operation: keyof FileSystem,
      work: (file: number, ...args: Args) => Result,
    ) =>
    (file: number, ...args: Args): Result => {
      faults.meet(operation, faults.pathOf(file));
      return work(file, ...args);
    };
  return {
    get callCount() {
      return faults.callCount;
    },
    injected: faults.injected,
    open(path, mode) {
      faults.meet("open", path);
      return faults.opened(behind.open(path, mode), path);
    },
    // A file that could not be closed would be open for ever: it is closed, whatever is said.
    close(file) {
      const path = faults.pathOf(file);
      behind.close(file);
      faults.meet("close", path);
    },
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
    sizeBytes: onFile("sizeBytes", (...args) => behind.sizeBytes(...args)),
    truncate: onFile("truncate", (...args) => behind.truncate(...args)),
    syncData: onFile("syncData", (...args) => behind.syncData(...args)),
    syncFolder: onPath("syncFolder", (...args) => behind.syncFolder(...args)),
    makeFolder: onPath("makeFolder", (...args) => behind.makeFolder(...args)),
    status: onPath("status", (...args) => behind.status(...args)),
    list: onPath("list", (...args) => behind.list(...args)),
    readFile: onPath("readFile", (...args) => behind.readFile(...args)),
    touch: onPath("touch", (...args) => behind.touch(...args)),
    rename: onPath("rename", (...args) => behind.rename(...args)),
    remove: onPath("remove", (...args) => behind.remove(...args)),
    removeFolder: onPath("removeFolder", (...args) => behind.removeFolder(...args)),
  };
}

/** How much of a read or write is done; with a code, it fails behind that. */
interface Transfer {
  readonly share: number;
  readonly code?: string;
}

/** Counts the calls, asks the plan, and fails or waits as it says. */
class Faults {
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

/** At least one byte: a transfer of none means the end of a file. */
function shareOf(bytes: Uint8Array, share: number): number {
  return Math.max(Math.min(1, bytes.length), Math.floor(bytes.length * share));
}

/** As the system throws it. */
function systemError(code: string, syscall: string, path: string): Error {
  const message = `${code}: injected fault, ${syscall} '${path}'`;
  return Object.assign(new Error(message), { code, syscall, path });
}
