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

/** One line of the table. */
export interface Result {
  readonly name: string;
  readonly unit: "ms" | "MB" | "KB" | "bytes" | "µs";
  readonly measured: number;
  /** The plainest code that does the bytes' share of the work; null: the budget is absolute. */
  readonly floor: number | null;
  /** `measured / floor` must not exceed `ratio`; `measured` must not exceed `most`. */
  readonly budget: { readonly ratio?: number; readonly most?: number };
}

/** What a row gets from the harness. */
export interface Bench {
  readonly isQuick: boolean;
  /** Items of the large thread: 100,000, or fewer when quick. */
  readonly items: number;
  /** A folder that goes when the run ends. */
  readonly scratch: string;
  /**
   * Runs probes of one row in turns, each time in a fresh process.
   * @returns for a probe's name its best sample: each figure's smallest
   */
  sample<const Name extends string>(
    row: string,
    probes: Readonly<Record<Name, Parameters<Probe>[0]>>,
    rounds?: number,
  ): Promise<(probe: Name) => Sample>;
  /** A stored thread of the workload, made once a run. @returns its home */
  thread(options: { readonly items: number; readonly checkpoints: boolean }): Promise<string>;
}

/** A file of `bench/rows/`: what it measures, and the parts that run in processes of their own. */
export interface Row {
  readonly run: (bench: Bench) => Promise<readonly Result[]>;
  readonly probes: Readonly<Record<string, Probe>>;
}
