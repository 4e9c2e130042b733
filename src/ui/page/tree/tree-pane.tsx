import { useMemo, useState } from "preact/hooks";
import { neutraliseLine } from "../../../projections/display-text.js";
import { counted, figure } from "../../../projections/figures.js";
import type { TreeMarkRow, TreeRow, TreeThreadRow, TreeWindow } from "../../api-views.js";
import { useClient } from "../client.js";
import type { PaneProps } from "../pane.js";
import { RowList } from "../parts/virtual-list.js";
import { Time } from "../parts/time.js";
import { formatPlace, type Place } from "../place.js";
import { usePlace } from "../place-store.js";
import { useWindow } from "../use-latest.js";

/** So many ids fit into a request; the one that was closed first is open again. */
const MOST_CLOSED = 60;
/** Lines further in are not moved to the right any more. */
const MOST_STEPS = 24;

/** Where a thread comes from and what became of it: forks, rollbacks, redos, sub-agents. */
export function TreePane({ session }: PaneProps) {
  const client = useClient();
  const place = usePlace();
  const { key } = session.row;
  const [closed, setClosed] = useState<readonly string[]>([]);
  const names = closed.join(",");
  const rows = useWindow<TreeRow, TreeWindow>({
    key: `${key} ${session.head} ${names}`,
    load: (range, signal) => client.askSession(key, "tree", { closed: names, ...range }, signal),
  });
  const toggle = (id: string): void => {
    const others = closed.filter((one) => one !== id);
    setClosed(others.length < closed.length ? others : [...others, id].slice(-MOST_CLOSED));
  };
  const { value } = rows.latest;
  // What is closed above it moves its line: the list stays where it is.
  const start = useMemo(() => value && Math.max(0, value.atRow - 2), [key, value === null]);
  return (
    <div class="rows-pane tree">
      {value !== null && value.missingParent !== null && (
        <p class="pane-head">
          <span>
            Its parent <code>{value.missingParent}</code> is not in this store.
          </span>
        </p>
      )}
      <RowList
        label="Threads of this family"
        rows={rows}
        estimate={28}
        start={start}
        startKey={key}
        empty="No thread."
        renderRow={(row) =>
          row.is === "mark" ? (
            <MarkLine row={row} place={place} />
          ) : (
            <ThreadLine row={row} place={place} onToggle={toggle} />
          )
        }
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

interface ThreadLineProps {
  readonly row: TreeThreadRow;
  readonly place: Place;
  readonly onToggle: (threadId: string) => void;
}

function ThreadLine({ row, place, onToggle }: ThreadLineProps) {
  const { threadId, key, title, createdAt, head, forkedAt, trouble } = row;
  const { is, depth, hasBelow, isClosed } = row;
  const name = title === null ? threadId : neutraliseLine(title);
  return (
    <div class={`tree-line thread ${is}`} style={indented(depth)}>
      {hasBelow ? (
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
          aria-current={is === "this" ? "true" : undefined}
        >
          {name}
        </a>
      )}
      <span class="quiet">
        {is === "sub-agent" && "sub-agent, "}
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
  const { key, kind, offset, words, depth } = row;
  return (
    <div class={`tree-line mark ${kind}`} style={indented(depth)}>
      <span class="twist" />
      {key === null ? (
        <span>#{offset}</span>
      ) : (
        <a class="offset" href={formatPlace({ ...place, session: key, at: offset })}>
          #{offset}
        </a>
      )}
      <span>{neutraliseLine(words)}</span>
    </div>
  );
}

function indented(depth: number): { readonly paddingInlineStart: string } {
  return { paddingInlineStart: `${Math.min(depth, MOST_STEPS) * 1.25}rem` };
}
