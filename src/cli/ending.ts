const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const pending = new Set<() => void>();

/**
 * Cleans up when a signal is about to end the process, which then ends by that signal. Where somebody else
 * takes the signal to end in good order, now or later, nothing is done here.
 * @returns takes it back: there is nothing to clean up any more
 */
export function beforeEnding(clean: () => void): () => void {
  if (pending.size === 0) {
    for (const signal of SIGNALS) process.prependListener(signal, end);
  }
  pending.add(clean);
  return () => {
    pending.delete(clean);
    if (pending.size > 0) return;
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

/** Asked first, before listeners for one signal are gone. */
function end(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  for (const clean of pending) clean();
  for (const each of SIGNALS) process.off(each, end);
  process.kill(process.pid, signal);
}

/** Ends with the signal that would end the process, which then has time to. */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => controller.abort());
  }
  return controller.signal;
}
