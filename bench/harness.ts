import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type StoredWorkload, storeWorkload } from "./store-workload.js";
import type { Bench, Sample } from "./row.js";

const SAMPLE_SCRIPT = fileURLToPath(new URL("./sample.js", import.meta.url));

/** What rows measure with: fresh processes, taken in turns so that a slow moment hits all alike. */
export class Harness implements Bench {
  readonly isQuick: boolean;
  readonly only: string;
  readonly size: Bench["size"];
  readonly items: number;
  readonly sizes: readonly number[];
  readonly scratch: string;
  readonly keep: Bench["keep"];
  readonly #threads = new Map<string, Promise<string>>();

  constructor(
    options: Pick<Bench, "isQuick" | "only" | "size" | "items" | "sizes" | "scratch" | "keep">,
  ) {
    this.isQuick = options.isQuick;
    this.only = options.only;
    this.size = options.size;
    this.items = options.items;
    this.sizes = options.sizes;
    this.scratch = options.scratch;
    this.keep = options.keep;
  }

  async sample<const Name extends string>(
    row: string,
    probes: Readonly<Record<Name, Readonly<Record<string, string | number | boolean>>>>,
    rounds = this.isQuick ? 1 : 7,
  ): Promise<(probe: Name) => Sample> {
    const samples = new Map<string, Sample[]>();
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, args] of Object.entries(probes)) {
        samples.set(name, [...(samples.get(name) ?? []), runProbe(row, name, args)]);
      }
    }
    return (probe) => bestOf(samples.get(probe) ?? []);
  }

  thread(options: StoredWorkload): Promise<string> {
    const { items, checkpoints, keepsStates = false } = options;
    const name = `${items}-${checkpoints ? "checkpoints" : "plain"}${keepsStates ? "-states" : ""}`;
    const known = this.#threads.get(name);
    if (known !== undefined) return known;
    const made = storeWorkload(join(this.scratch, name), options);
    this.#threads.set(name, made);
    return made;
  }
}

function runProbe(row: string, probe: string, args: unknown): Sample {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", SAMPLE_SCRIPT, row, probe, JSON.stringify(args)],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`row ${row}, probe ${probe} failed:\n${stderr}`);
  return decodeSample(stdout);
}

function decodeSample(text: string): Sample {
  const value: unknown = JSON.parse(text);
  if (!isSample(value)) throw new Error(`not a sample: ${text}`);
  return value;
}

function isSample(value: unknown): value is Sample {
  return typeof value === "object" && value !== null && "ms" in value && "peakMb" in value;
}

/** Each figure's smallest: whatever else the machine does only ever adds. */
function bestOf(samples: readonly Sample[]): Sample {
  const names = Object.keys(samples[0]?.extra ?? {});
  const extra = names.map(
    (name) => [name, least(samples.map((sample) => sample.extra[name]))] as const,
  );
  return {
    ms: least(samples.map(({ ms }) => ms)),
    peakMb: least(samples.map(({ peakMb }) => peakMb)),
    extra: Object.fromEntries(extra),
  };
}

function least(values: readonly (number | undefined)[]): number {
  return Math.min(...values.map((value) => value ?? Infinity));
}

/** The middle of the values: half of them are smaller. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
