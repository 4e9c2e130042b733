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
  /** What it should, after so many milliseconds. */
  | { readonly kind: "delay"; readonly delayMs: number };

/** Decides what becomes of a call; null: what it should. */
export type FaultPlan = (call: FileCall) => Fault | null;

/** Faults at chosen calls, by their index. */
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

/** Faults at random calls. */
export function randomFaults({
  share,
  faults,
  random = Math.random,
}: RandomFaultOptions): FaultPlan {
  return () => (random() < share ? (faults[Math.floor(random() * faults.length)] ?? null) : null);
}
