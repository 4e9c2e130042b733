import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { Window } from "../../api.js";
import type { Windowed } from "../use-latest.js";
import { Empty, ProblemBox } from "../notices.js";

interface VirtualListProps {
  /** For those who cannot see it. */
  readonly label: string;
  readonly count: number;
  /** Height of a row that was not measured yet, in pixels. */
  readonly estimate: number;
  readonly renderRow: (index: number) => ComponentChildren;
  /** Where to scroll to: a row, the end, or nowhere. At the end it stays there until the reader scrolls. */
  readonly start?: number | "end" | null;
  /** Another value scrolls to `start` again. */
  readonly startKey?: string | number;
  /** What is in sight has changed; the first row and the one after the last. */
  readonly onRange?: (from: number, to: number) => void;
  readonly className?: string;
}

type Rows = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** A list of any length, of which only the rows in sight are in the page. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, renderRow, onRange, start = 0, className = "" } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isReaders = useRef(false);
  const rows = useVirtualizer(props, scroller);
  const items = rows.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = (items.at(-1)?.index ?? -1) + 1;
  useLayoutEffect(() => void (isReaders.current = false), [start, props.startKey]);
  useLayoutEffect(() => {
    // On its way to the end a list passes rows that nobody asked for.
    if (to > from && (start !== "end" || isReaders.current)) onRange?.(from, to);
  }, [from, to, count, onRange]);
  const scrolled = (): void => void (isReaders.current = true);
  return (
    <div
      ref={scroller}
      class={`virtual-list ${className}`}
      tabIndex={0}
      onWheel={scrolled}
      onTouchMove={scrolled}
      onPointerDown={scrolled}
      onKeyDown={scrolled}
    >
      <div
        role="list"
        aria-label={label}
        class="virtual-rows"
        style={{ height: `${rows.getTotalSize()}px` }}
      >
        {items.map(({ index, key, start }) => (
          <div
            key={key}
            ref={rows.measureElement}
            data-index={index}
            role="listitem"
            aria-setsize={count}
            aria-posinset={index + 1}
            class="virtual-row"
            style={{ transform: `translateY(${start}px)` }}
          >
            {renderRow(index)}
          </div>
        ))}
      </div>
    </div>
  );
}

function useVirtualizer(
  { count, estimate, start = 0, startKey = "" }: VirtualListProps,
  scroller: { readonly current: HTMLDivElement | null },
): Rows {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const rows = useRef<Rows | null>(null);
  const options: VirtualizerOptions<HTMLDivElement, HTMLDivElement> = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    overscan: 6,
    onChange: () => redraw(undefined),
  };
  if (rows.current === null) rows.current = new Virtualizer(options);
  else rows.current.setOptions(options);
  const { current } = rows;
  useLayoutEffect(() => current._didMount(), [current]);
  useLayoutEffect(() => current._willUpdate());
  useLayoutEffect(() => {
    if (count === 0 || start === null) return;
    if (start === "end") current.scrollToIndex(count - 1, { align: "end" });
    else current.scrollToIndex(start, { align: "start" });
  }, [start, startKey, start === "end" ? count : 0]);
  return current;
}

interface RowListProps<Row, Answer> extends Omit<VirtualListProps, "count" | "renderRow"> {
  readonly rows: Windowed<Answer, Row>;
  readonly renderRow: (row: Row, index: number) => ComponentChildren;
  /** Said where there is no row. */
  readonly empty: string;
}

/** A virtual list of rows that are loaded as they come into sight. */
export function RowList<Row, Answer extends Window<Row>>({
  rows,
  renderRow,
  empty,
  ...list
}: RowListProps<Row, Answer>) {
  const { value, problem } = rows.latest;
  if (value === null) {
    return problem === null ? <Empty>Reading…</Empty> : <ProblemBox problem={problem} />;
  }
  if (rows.total === 0) return <Empty>{empty}</Empty>;
  return (
    <>
      {problem !== null && <ProblemBox problem={problem} />}
      <VirtualList
        {...list}
        count={rows.total}
        onRange={rows.onRange}
        renderRow={(index) => {
          const row = rows.rowAt(index);
          return row === undefined ? <p class="row-awaited">…</p> : renderRow(row, index);
        }}
      />
    </>
  );
}
