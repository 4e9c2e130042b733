import { watch, type FSWatcher } from "node:fs";

/** How long a change may go unseen where the system does not tell of it. */
const pollMs = 50;

/**
 * Waits until a file has changed, as far as the system tells, but no longer than a poll's interval;
 * ends at once when `signal` does. What it holds keeps the process alive, and is given up at its end.
 */
export async function nextChange(
  path: string | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { promise, resolve } = promiseWithResolver();
  const timer = setTimeout(resolve, pollMs);
  const watcher = path === undefined ? undefined : watchIfPossible(path, resolve);
  signal?.addEventListener("abort", resolve, { once: true });
  if (signal?.aborted === true) resolve();
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    watcher?.close();
    signal?.removeEventListener("abort", resolve);
  }
}

function promiseWithResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Watching only makes it faster: where it fails (too many watches, no such file) polling is enough. */
function watchIfPossible(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(path, { persistent: false }, onChange).on("error", onChange);
  } catch {
    return undefined;
  }
}
