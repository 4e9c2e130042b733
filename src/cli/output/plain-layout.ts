// Layout that needs no library: to load those takes as long as to list thousands of threads.

/**
 * What stands otherwise on a terminal than in the text, or takes more than a column or none; letters,
 * punctuation and single spaces do not.
 */
const UNUSUAL = /^ | {2}|[^ -~\u00a1-\u00a8\u00aa-\u00ac\u00af-\u024f\u2010-\u2027]/;

/**
 * What `excerpt` gives, without its libraries.
 * @returns undefined when the text needs them
 */
export function quickExcerpt(text: string, columns: number): string | undefined {
  const near = text.slice(0, columns + 2); // with two more, one is no space
  if (UNUSUAL.test(near)) return undefined;
  const line = near.trimEnd();
  return line.length <= columns ? line : `${near.slice(0, columns - 1).trimEnd()}…`;
}
