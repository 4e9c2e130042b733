/** One sampling whose estimate can be compared. Errors are shares of what was reported. */
export interface EstimatedSampling {
  /** Of the report. */
  readonly offset: number;
  readonly model: string;
  readonly script: string;
  /** Of the whole input: negative when too little was estimated. */
  readonly error: number;
  /** By how many tokens the input grew since the sampling before; null: it did not go on from it. */
  readonly growth: { readonly estimated: number; readonly reported: number } | null;
}

/** How errors are spread: shares of what was reported, negative when too little was estimated. */
export interface ErrorSpread {
  readonly count: number;
  readonly median: number;
  /** 95 of 100 are no larger than this, in either direction. */
  readonly p95: number;
  readonly worst: { readonly error: number; readonly offset: number };
}

export interface ErrorRow {
  /** A model, a script, or `all`. */
  readonly name: string;
  /** Of the whole input; null: there is nothing to compare. */
  readonly input: ErrorSpread | null;
  /** Of what was new, where that was 200 tokens or more: framing counts for little there. */
  readonly growth: ErrorSpread | null;
}

const LEAST_GROWTH = 200;

/** Errors in all, by model and by script; the most frequent first. */
export function errorRows(samplings: readonly EstimatedSampling[]): {
  readonly all: ErrorRow;
  readonly byModel: readonly ErrorRow[];
  readonly byScript: readonly ErrorRow[];
} {
  return {
    all: rowOf("all", samplings),
    byModel: grouped(samplings, ({ model }) => model),
    byScript: grouped(samplings, ({ script }) => script),
  };
}

function grouped(
  samplings: readonly EstimatedSampling[],
  nameOf: (sampling: EstimatedSampling) => string,
): readonly ErrorRow[] {
  const groups = new Map<string, EstimatedSampling[]>();
  for (const sampling of samplings) {
    const name = nameOf(sampling);
    const group = groups.get(name) ?? [];
    group.push(sampling);
    groups.set(name, group);
  }
  const bySize = [...groups].sort(([, a], [, b]) => b.length - a.length);
  return bySize.map(([name, group]) => rowOf(name, group));
}

function rowOf(name: string, samplings: readonly EstimatedSampling[]): ErrorRow {
  const growths = samplings.flatMap(({ offset, growth }) => {
    if (growth === null || growth.reported < LEAST_GROWTH) return [];
    return [{ offset, error: (growth.estimated - growth.reported) / growth.reported }];
  });
  return { name, input: spreadOf(samplings), growth: spreadOf(growths) };
}

function spreadOf(
  errors: readonly { readonly error: number; readonly offset: number }[],
): ErrorSpread | null {
  const sizes = errors.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
  const signed = errors.map(({ error }) => error).sort((a, b) => a - b);
  const worst = errors.find(({ error }) => Math.abs(error) === sizes.at(-1));
  if (worst === undefined) return null;
  return {
    count: errors.length,
    median: signed[Math.floor((signed.length - 1) / 2)] ?? 0,
    p95: sizes[Math.ceil(sizes.length * 0.95) - 1] ?? 0,
    worst: { error: worst.error, offset: worst.offset },
  };
}
