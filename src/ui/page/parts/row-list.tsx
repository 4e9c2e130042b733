import type { ComponentChildren } from "preact";
import type { Window } from "../../api.js";
import type { Windowed } from "../use-window.js";
import { Empty, ProblemBox } from "./problem-box.js";
import { VirtualList, type VirtualListProps } from "./virtual-list.js";

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
