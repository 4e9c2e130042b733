import type { FileSystem } from "../../store/jsonl/file-system.js";
import type { Fault, FaultPlan, FileCall } from "./fault.js";

/** A fault that was met, and where. */
export interface InjectedFault extends FileCall {
  readonly fault: Fault;
}

/** How much of a read or write is done; with a code, it fails behind that. */
export interface Transfer {
  readonly share: number;
  readonly code?: string;
}

/** Counts the calls, asks the plan, and fails or waits as it says. */
export class MetFaults {
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
