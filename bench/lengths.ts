/** The lengths of threads that a run measures. */
export interface Lengths {
  /** Where a cost grows with the thread, it is measured at each of these; ascending, in items. */
  readonly sizes: readonly number[];
  /** The large thread: the budgets are judged at this length. */
  readonly items: number;
}

const FULL: Lengths = { sizes: [1_000, 10_000, 100_000, 1_000_000], items: 100_000 };
const QUICK: Lengths = { sizes: [1_000, 2_000], items: 2_000 };

/**
 * A quick run has short threads only.
 * @param items another length for the large thread; longer ones are not measured then
 */
export function lengthsOf(options: {
  readonly isQuick: boolean;
  readonly items?: number | undefined;
}): Lengths {
  const usual = options.isQuick ? QUICK : FULL;
  const { items } = options;
  if (items === undefined) return usual;
  return { sizes: [...usual.sizes.filter((size) => size < items), items], items };
}

/** `1k`, `100k`, `1M`, `1,300`: a length as people say it. */
export function lengthWords(items: number): string {
  if (items >= 1_000_000 && items % 1_000_000 === 0) return `${items / 1_000_000}M`;
  if (items >= 1_000 && items % 1_000 === 0) return `${items / 1_000}k`;
  return items.toLocaleString("en-US");
}
