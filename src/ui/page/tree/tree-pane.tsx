import { useMemo, useState } from "preact/hooks";
import { neutraliseLine } from "../../../projections/display-text.js";
import { counted, figure } from "../../../projections/figures.js";
import { useClient } from "../client.js";
import type { PaneProps } from "../pane.js";
import { Empty, ProblemBox } from "../parts/problem-box.js";
import { Time } from "../parts/time.js";
import { VirtualList } from "../parts/virtual-list.js";
import { formatPlace, type Place } from "../place.js";
import { usePlace } from "../place-store.js";
import { useLatest } from "../use-latest.js";
import { type TreeMarkRow, type TreeNodeRow, treeRows } from "./tree-rows.js";

const NONE: ReadonlySet<string> = new Set();
/** Lines further in are not moved to the right any more. */
const MOST_STEPS = 24;

/** Where a thread comes from and what became of it: forks, rollbacks, redos, sub-agents. */
export function TreePane({ session }: PaneProps) {
  const client = useClient();
  const place = usePlace();
  const { key } = session.row;
  const [closed, setClosed] = useState(NONE);
  const { value, problem } = useLatest(`${key} ${session.head}`, (signal) =>
    client.askSession(key, "tree", {}, signal),
  );
  const rows = useMemo(() => (value === null ? [] : treeRows(value.root, closed)), [value, closed]);
  if (value === null) {
    return problem === null ? <Empty>Reading…</Empty> : <ProblemBox problem={problem} />;
  }
  const toggle = (id: string): void => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const start = rows.findIndex(({ node, mark }) => mark === null && node.is === "this");
  return (
    <div class="rows-pane tree">
      {value.missingParent !== null && (
        <p class="pane-head">
          <span>
            Its parent <code>{value.missingParent}</code> is not in this store.
          </span>
        </p>
      )}
      <VirtualList
        label="Threads of this family"
        count={rows.length}
        estimate={28}
        start={Math.max(0, start - 2)}
        startKey={key}
        renderRow={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          return row.mark === null ? (
            <NodeLine row={row} place={place} onToggle={toggle} />
          ) : (
            <MarkLine row={row} place={place} />
          );
        }}
      />
    </div>
  );
}

/** @param head null: it was not read */
function eventsWords(head: number | null, forkedAt: number | null): string {
  if (forkedAt === null) return head === null ? "" : counted(head, "event");
  const own = head === null ? "" : `, ${counted(Math.max(0, head - forkedAt - 1), "own event")}`;
  return `from #${figure(forkedAt)}${own}`;
}

interface NodeLineProps {
  readonly row: TreeNodeRow;
  readonly place: Place;
  readonly onToggle: (threadId: string) => void;
}

function NodeLine({ row, place, onToggle }: NodeLineProps) {
  const { node, depth, isClosed } = row;
  const { threadId, key, title, createdAt, head, forkedAt, trouble } = node;
  const isParent = node.marks.length + node.children.length > 0;
  const name = title === null ? threadId : neutraliseLine(title);
  return (
    <div class={`tree-line thread ${node.is}`} style={indented(depth)}>
      {isParent ? (
        <button
          type="button"
          class="twist"
          aria-expanded={!isClosed}
          aria-label={`Below ${name}`}
          onClick={() => onToggle(threadId)}
        >
          {isClosed ? "▸" : "▾"}
        </button>
      ) : (
        <span class="twist" />
      )}
      {key === null ? (
        <span dir="auto">{name}</span>
      ) : (
        <a
          dir="auto"
          href={formatPlace({ ...place, session: key, at: null })}
          aria-current={node.is === "this" ? "true" : undefined}
        >
          {name}
        </a>
      )}
      <span class="quiet">
        {node.is === "sub-agent" && "sub-agent, "}
        {eventsWords(head, forkedAt)}
      </span>
      <Time at={createdAt} />
      {trouble !== null && (
        <span class="tag tag-warning" title={trouble}>
          {neutraliseLine(trouble)}
        </span>
      )}
    </div>
  );
}

function MarkLine({ row, place }: { readonly row: TreeMarkRow; readonly place: Place }) {
  const { node, mark, depth } = row;
  const words = neutraliseLine(mark.words);
  return (
    <div class={`tree-line mark ${mark.kind}`} style={indented(depth)}>
      <span class="twist" />
      {node.key === null ? (
        <span>#{mark.offset}</span>
      ) : (
        <a class="offset" href={formatPlace({ ...place, session: node.key, at: mark.offset })}>
          #{mark.offset}
        </a>
      )}
      <span>{words}</span>
    </div>
  );
}

function indented(depth: number): { readonly paddingInlineStart: string } {
  return { paddingInlineStart: `${Math.min(depth, MOST_STEPS) * 1.25}rem` };
}
