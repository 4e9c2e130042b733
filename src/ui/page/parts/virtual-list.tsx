import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";

export interface VirtualListProps {
  /** For those who cannot see it. */
  readonly label: string;
  readonly count: number;
  /** Height of a row that was not measured yet, in pixels. */
  readonly estimate: number;
  readonly renderRow: (index: number) => ComponentChildren;
  /** The row to begin with; -1: the end. Changing it scrolls there. */
  readonly start?: number;
  /** A row that is asked for again: another value of this scrolls to `start` again. */
  readonly startKey?: string | number;
  /** What is in sight has changed; the first row and the one after the last. */
  readonly onRange?: (from: number, to: number) => void;
  readonly className?: string;
}

type Rows = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** A list of any length, of which only the rows in sight are in the page. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, renderRow, className = "" } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer(props, scroller);
  const items = rows.getVirtualItems();
  const [first] = items;
  const last = items.at(-1);
  const { onRange } = props;
  useLayoutEffect(() => {
    if (first !== undefined && last !== undefined) onRange?.(first.index, last.index + 1);
  }, [first?.index, last?.index, onRange]);
  return (
    <div ref={scroller} class={`virtual-list ${className}`} tabIndex={0}>
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
    if (count === 0) return;
    if (start < 0) current.scrollToIndex(count - 1, { align: "end" });
    else current.scrollToIndex(start, { align: "start" });
  }, [start, startKey, start < 0 ? count : 0]);
  return current;
}
