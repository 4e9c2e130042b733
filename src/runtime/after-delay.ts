/** The longest delay that a timer of Node holds; it takes any longer one, `Infinity` too, as 1 ms. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * Calls back after a delay in milliseconds; never after one that no timer holds (above 24.8 days).
 * @returns what forgets the call
 */
export function afterDelay(
  delayMs: number,
  callBack: () => void,
  { keepsAlive = true }: { readonly keepsAlive?: boolean } = {},
): () => void {
  if (delayMs > LONGEST_DELAY_MS) return () => undefined;
  const timer = setTimeout(callBack, delayMs);
  if (!keepsAlive) timer.unref();
  return () => clearTimeout(timer);
}
