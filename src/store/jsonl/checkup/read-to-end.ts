/** Takes everything and keeps nothing: for what reading itself brings to light. */
export async function readToEnd(parts: AsyncIterable<unknown>): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}
