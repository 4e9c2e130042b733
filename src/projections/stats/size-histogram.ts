/**
 * Sizes in bytes, counted in buckets whose bounds grow by 2 %: quantiles are right within 1 %, and
 * the histograms of two sets add up to that of both.
 */
export interface SizeHistogram {
  count: number;
  bytes: number;
  maxBytes: number;
  /** How many sizes are in a bucket, by its number. */
  readonly buckets: Map<number, number>;
}

const GROWTH = 1.02;
const LOG_GROWTH = Math.log(GROWTH);

export function emptySizes(): SizeHistogram {
  return { count: 0, bytes: 0, maxBytes: 0, buckets: new Map() };
}

export function addSize(sizes: SizeHistogram, sizeBytes: number): void {
  const bucket = sizeBytes < 1 ? -1 : Math.ceil(Math.log(sizeBytes) / LOG_GROWTH);
  sizes.count += 1;
  sizes.bytes += sizeBytes;
  sizes.maxBytes = Math.max(sizes.maxBytes, sizeBytes);
  sizes.buckets.set(bucket, (sizes.buckets.get(bucket) ?? 0) + 1);
}

export function addSizes(into: SizeHistogram, other: SizeHistogram): void {
  into.count += other.count;
  into.bytes += other.bytes;
  into.maxBytes = Math.max(into.maxBytes, other.maxBytes);
  for (const [bucket, count] of other.buckets) {
    into.buckets.set(bucket, (into.buckets.get(bucket) ?? 0) + count);
  }
}

/**
 * The size that a share of all sizes does not exceed, by nearest rank.
 * @param share 0 to 1: 0.5 is the median
 * @returns bytes, within 1 %; 0 when there are no sizes
 */
export function sizeQuantile(sizes: SizeHistogram, share: number): number {
  const rank = Math.max(1, Math.ceil(share * sizes.count));
  let seen = 0;
  for (const [bucket, count] of [...sizes.buckets].toSorted(([one], [other]) => one - other)) {
    seen += count;
    if (seen >= rank) return Math.min(sizes.maxBytes, middleOf(bucket));
  }
  return 0;
}

/** What is within 1 % of every size in the bucket. */
function middleOf(bucket: number): number {
  return bucket < 0 ? 0 : Math.round((2 * GROWTH ** bucket) / (GROWTH + 1));
}
