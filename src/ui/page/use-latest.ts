import { useEffect, useReducer, useRef, useState, useCallback } from "preact/hooks";
import { useConnection } from "./client.js";
import { isServerGone } from "./server.js";
import { type Latest, LatestLoader, type Wanted } from "./latest.js";
import type { Window } from "../api.js";

/**
 * What `load` gives for `key`; another key is another request. The value of the key before stays
 * until the new one is there. A null key asks for nothing.
 * @param key everything that the answer depends on
 */
export function useLatest<Value>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Value>,
  prefetched: readonly Wanted<Value>[] = [],
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

const SETTLED_AFTER_MS = 200;

/** A value that has not changed for a moment: what somebody types. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Rows that are asked for: `count` from `from` on; below 0, from the end. */
export interface Rows {
  readonly from: number;
  readonly count: number;
}

interface WindowOptions<Answer> {
  /** Everything that the rows depend on; null asks for nothing. */
  readonly key: string | null;
  readonly load: (rows: Rows, signal: AbortSignal) => Promise<Answer>;
  /** Begins at the end, and stays there until the reader scrolls away. */
  readonly isAtEnd?: boolean;
  /** Keys that may be wanted next, with their loads. */
  readonly nearby?: readonly (Pick<WindowOptions<Answer>, "load"> & { readonly key: string })[];
}

export interface Windowed<Answer, Row> {
  readonly latest: Latest<Answer>;
  readonly total: number;
  /** Undefined: it is not here yet. */
  readonly rowAt: (index: number) => Row | undefined;
  /** What is in sight: for `VirtualList.onRange`. */
  readonly onRange: (from: number, to: number) => void;
  /** The last row is in sight, or was asked for. */
  readonly isAtEnd: boolean;
  /** Asks for the last rows. */
  readonly toEnd: () => void;
}

const STEP = 40;
const AROUND = 60;
const BEGINNING: Rows = { from: 0, count: 2 * STEP };
const END: Rows = { from: -2 * STEP, count: 2 * STEP };

/** Rows of a list of any length: those in sight and some around them, and no others. */
export function useWindow<Row, Answer extends Window<Row>>({
  key,
  load,
  isAtEnd: beginsAtEnd = false,
  nearby = [],
}: WindowOptions<Answer>): Windowed<Answer, Row> {
  const [rows, setRows] = useState(beginsAtEnd ? END : BEGINNING);
  const keyOf = (base: string): string => `${base} ${rows.from} ${rows.count}`;
  const latest = useLatest(
    key === null ? null : keyOf(key),
    (signal) => load(rows, signal),
    nearby.map((other) => ({
      key: keyOf(other.key),
      load: (signal: AbortSignal) => other.load(rows, signal),
    })),
  );
  const { value } = latest;
  const total = value?.total ?? 0;
  const known = useRef(total);
  known.current = total;
  const onRange = useCallback((from: number, to: number): void => {
    setRows((before) => {
      const after = rowsAround(from, to, known.current);
      return after.from === before.from && after.count === before.count ? before : after;
    });
  }, []);
  const toEnd = useCallback(() => setRows(END), []);
  const rowAt = (index: number): Row | undefined =>
    value === null ? undefined : value.rows[index - value.from];
  return { latest, total, rowAt, onRange, isAtEnd: rows.from < 0, toEnd };
}

/** Whole steps, so that small movements ask for nothing. */
function rowsAround(from: number, to: number, total: number): Rows {
  const seen = Math.ceil((to - from + 2 * AROUND) / STEP) * STEP;
  if (to >= total) return { from: -seen, count: seen };
  return { from: Math.max(0, Math.floor((from - AROUND / 2) / STEP) * STEP), count: seen };
}
