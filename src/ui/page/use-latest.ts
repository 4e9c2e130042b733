import { useEffect, useReducer, useRef } from "preact/hooks";
import { useConnection } from "./connection.js";
import { isServerGone } from "./problem.js";
import { type Latest, LatestLoader } from "./latest.js";

/**
 * What `load` gives for `key`; another key is another request. The value of the key before stays
 * until the new one is there. A null key asks for nothing.
 * @param key everything that the answer depends on
 */
export function useLatest<Value>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Value>,
  prefetched: readonly Prefetched<Value>[] = [],
): Latest<Value> {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const loader = useRef<LatestLoader<Value> | null>(null);
  loader.current ??= new LatestLoader<Value>(() => redraw(undefined));
  const { restarts, report } = useConnection();
  const { current } = loader;
  useEffect(() => () => current.stop(), [current]);
  useEffect(() => {
    if (key !== null) current.want({ key, load });
  }, [key, restarts]);
  const { latest } = current;
  useEffect(() => report(latest.problem), [latest.problem]);
  useEffect(() => {
    if (latest.isLoading || latest.key !== key) return;
    for (const wanted of prefetched) void current.prefetch(wanted);
  }, [latest.isLoading, latest.key, key]);
  // Once said for the whole page; what was loaded before stays.
  return latest.value !== null && isServerGone(latest.problem)
    ? { ...latest, problem: null }
    : latest;
}

export interface Prefetched<Value> {
  readonly key: string;
  readonly load: (signal: AbortSignal) => Promise<Value>;
}
