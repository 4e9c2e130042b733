import type { Outcome } from "./outcome.js";
import type { StoredWorkload } from "./store-workload.js";

export type { Result } from "./outcome.js";

/** What a probe found out about itself, in a process of its own. */
export interface Sample {
  /** Wall time of the measured part. */
  readonly ms: number;
  /** The process's peak of resident memory. */
  readonly peakMb: number;
  /** Whatever else a row wants to know. */
  readonly extra: Readonly<Record<string, number>>;
}

/**
 * A part that is measured in a process of its own. It warms up first, then calls `measure` around
 * what counts.
 * @returns further figures; none: `{}`
 */
export type Probe = (
  args: Readonly<Record<string, string | number | boolean>>,
  measure: (work: () => void | Promise<void>) => Promise<void>,
) => Promise<Readonly<Record<string, number>>>;

/** What a row gets from the harness. */
export interface Bench {
  /** Under a minute for all rows: small threads, few rounds; a row without a meaning then is left out. */
  readonly isQuick: boolean;
  /** Of the row growth: what contains this, of `SHAPE: COMMAND`. */
  readonly only: string;
  /** Of the row growth: this size of each shape alone. */
  readonly size?: number | undefined;
  /** Items of the large thread: 100,000, or fewer when quick. */
  readonly items: number;
  /** Lengths for what depends on length, in items, ascending; `items` is one of them. */
  readonly sizes: readonly number[];
  /** A folder that goes when the run ends. */
  readonly scratch: string;
  /**
   * Runs probes of one row in turns, each time in a fresh process.
   * @param rounds absent: 7, or 1 when quick
   * @returns for a probe's name its best sample: each figure's smallest
   */
  sample<const Name extends string>(
    row: string,
    probes: Readonly<Record<Name, Parameters<Probe>[0]>>,
    rounds?: number,
  ): Promise<(probe: Name) => Sample>;
  /** Writes down what a row that takes long has found so far: whoever stops it keeps that. */
  keep(outcomes: readonly Outcome[]): void;
  /** A stored thread of the workload, made once a run and shared: leave it as it is. @returns its home */
  thread(options: StoredWorkload): Promise<string>;
}

/** A file of `bench/rows/`: what it measures, and the parts that run in processes of their own. */
export interface Row {
  readonly run: (bench: Bench) => Promise<readonly Outcome[]>;
  readonly probes: Readonly<Record<string, Probe>>;
}

/**
 * A figure that a probe gave beside its time.
 * @throws {Error} it gave none of that name: a missing figure must never pass for a small one
 */
export function extraOf({ extra }: Sample, name: string): number {
  const value = extra[name];
  if (value === undefined || !Number.isFinite(value)) throw new Error(`no figure ${name}`);
  return value;
}
