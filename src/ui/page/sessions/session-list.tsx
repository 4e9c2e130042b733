import { useEffect, useState } from "preact/hooks";
import {
  SESSION_SORTS,
  type SessionRow,
  type SessionSort,
  type SessionsWindow,
} from "../../api.js";
import { neutraliseLine, toolName } from "../../../projections/display-text.js";
import { costFigure, counted, figure, shortFigure } from "../../../projections/figures.js";
import { useClient } from "../client.js";
import { Empty, FoldedList, ProblemBox } from "../notices.js";
import { Time } from "../parts/time.js";
import { VirtualList } from "../parts/virtual-list.js";
import { formatPlace, listPlace, type Place } from "../place.js";
import { useFilter, usePlace } from "../place-store.js";
import { titleOf } from "../session-words.js";
import { useWindow } from "../use-latest.js";

/** The list is read again: while folders are still being read, and to see what has changed since. */
const READING_MS = 500;
const READ_MS = 15_000;

const COLUMNS: readonly (readonly [name: string, sort: SessionSort | null, isFigure: boolean])[] = [
  ["Title", "title", false],
  ["Folder", "cwd", false],
  ["Tool", null, false],
  ["Model", null, false],
  ["Changed", "updated", false],
  ["Turns", "turns", true],
  ["Tokens", "tokens", true],
  ["Cost", "cost", true],
];

const SORT_WORDS: Readonly<Record<SessionSort, string>> = {
  updated: "Last changed",
  created: "Newest",
  title: "Title",
  cwd: "Folder",
  turns: "Most turns",
  tokens: "Most tokens",
  cost: "Highest cost",
};

/** All sessions that the filter leaves, in rows of a list of any length. */
export function SessionList({ filter }: { readonly filter: string }) {
  const client = useClient();
  const place = usePlace();
  const [sorted, setSort] = useFilter("sort");
  const sort = SESSION_SORTS.find((one) => one === sorted) ?? "updated";
  const [round, setRound] = useState(0);
  const { latest, total, rowAt, onRange } = useWindow<SessionRow, SessionsWindow>({
    key: `${sort} ${round} ${filter}`,
    load: (rows, signal) => client.ask("sessions", { ...rows, filter, sort }, signal),
  });
  const { value, problem } = latest;
  const isComplete = value?.isComplete ?? false;
  useEffect(() => {
    const timer = setTimeout(() => setRound(round + 1), isComplete ? READ_MS : READING_MS);
    return () => clearTimeout(timer);
  }, [value, isComplete]);

  if (value === null) {
    return problem === null ? <Empty>Reading…</Empty> : <ProblemBox problem={problem} />;
  }
  return (
    <>
      <Count answer={value} sort={sort} onSort={setSort} />
      <div class="sessions-head">
        {COLUMNS.map(([name, by, isFigure]) => (
          <Heading key={name} {...{ name, by, isFigure, sort, onSort: setSort }} />
        ))}
      </div>
      {total === 0 && isComplete ? (
        <Empty>
          {value.all === 0
            ? NOTHING
            : "No session has these words in title, folder, tool or model."}
        </Empty>
      ) : (
        <VirtualList
          label="Sessions"
          count={total}
          estimate={33}
          startKey={`${sort} ${filter}`}
          onRange={onRange}
          renderRow={(index) => <Row row={rowAt(index)} place={place} />}
        />
      )}
    </>
  );
}

const NOTHING =
  "No sessions here yet. Name files or folders after refold ui, or a home with --home, --codex, --claude or --pi.";

interface SortProps {
  readonly sort: SessionSort;
  readonly onSort: (sort: string) => void;
}

function Count({ answer, sort, onSort }: SortProps & { readonly answer: SessionsWindow }) {
  const { total, all, isComplete, progress, notices } = answer;
  const words =
    total === all ? counted(all, "session") : `${figure(total)} of ${counted(all, "session")}`;
  return (
    <div class="sessions-count">
      <span role="status">
        {words}
        {!isComplete && `; reading: ${figure(progress.done)} of ${counted(progress.total, "file")}`}
      </span>
      <label class="sessions-sort">
        <span class="visually-hidden">Order</span>
        <select value={sort} onChange={({ currentTarget }) => onSort(currentTarget.value)}>
          {SESSION_SORTS.map((one) => (
            <option key={one} value={one}>
              {SORT_WORDS[one]}
            </option>
          ))}
        </select>
      </label>
      {notices.length > 0 && (
        <FoldedList summary={counted(notices.length, "notice")} items={notices} />
      )}
    </div>
  );
}

interface HeadingProps extends SortProps {
  readonly name: string;
  readonly by: SessionSort | null;
  readonly isFigure: boolean;
}

function Heading({ name, by, isFigure, sort, onSort }: HeadingProps) {
  if (by === null) return <span>{name}</span>;
  return (
    <button
      type="button"
      class={isFigure ? "figure" : ""}
      aria-pressed={sort === by}
      title={SORT_WORDS[by]}
      onClick={() => onSort(by)}
    >
      {name}
    </button>
  );
}

function Row({ row, place }: { readonly row: SessionRow | undefined; readonly place: Place }) {
  if (row === undefined) return <span class="session-row" />;
  const { key, cwd, model, problem, forkedFrom, parentKey, isArchived } = row;
  const isEmpty = row.tokens === 0 && row.cost === null;
  return (
    <a
      class="session-row"
      href={formatPlace({ ...listPlace(place), session: key })}
      aria-current={key === place.session ? "true" : undefined}
      onKeyDown={moveFocus}
    >
      <span class="session-title">
        <span dir="auto">{titleOf(row)}</span>
        {problem !== null && (
          <span class="tag tag-warning" title={problem}>
            damaged
          </span>
        )}
        {parentKey !== null && <span class="tag">sub-agent</span>}
        {forkedFrom !== null && <span class="tag">fork</span>}
        {isArchived && <span class="tag">archived</span>}
      </span>
      <span class="session-facts">
        <span title={cwd ?? ""}>{cwd === null ? "" : neutraliseLine(shortPath(cwd))}</span>
        <span class="session-tool">{toolName(row)}</span>
        <span class="session-model">{model === null ? "" : neutraliseLine(model)}</span>
      </span>
      <span class="session-figures">
        <Time at={row.updatedAt} />
        <span class="session-turns">{figure(row.turns)}</span>
        <span>{isEmpty ? "" : shortFigure(row.tokens)}</span>
        <span class="session-cost">
          {isEmpty ? "" : costFigure({ cost: row.cost, unpriced: row.isPartlyPriced ? 1 : 0 })}
        </span>
      </span>
    </a>
  );
}

/** Its last two folders. */
const shortPath = (path: string): string => {
  const folders = path.split(/[/\\]/).filter((folder) => folder !== "");
  return folders.length <= 2 ? path : `…/${folders.slice(-2).join("/")}`;
};

/** Up and down lead from row to row. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const { key, currentTarget } = event;
  if (key !== "ArrowDown" && key !== "ArrowUp") return;
  const row = currentTarget.closest(".virtual-row");
  const index = Number(row?.getAttribute("data-index")) + (key === "ArrowDown" ? 1 : -1);
  const next = row?.parentElement?.querySelector<HTMLElement>(`[data-index="${index}"] a`);
  if (next === null || next === undefined) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}
