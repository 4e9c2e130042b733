import { toolName } from "../../projections/display-text.js";
import type { SessionView } from "../api.js";
import { byteFigure, costFigure, counted, shortFigure } from "../../projections/figures.js";
import type { LiveState } from "./server.js";
import type { PaneProps } from "./pane.js";
import { FoldedList, ReadingBar } from "./notices.js";
import { Copyable } from "./parts/copyable.js";
import { Icon } from "./parts/icon.js";
import { Time } from "./parts/time.js";
import { titleOf } from "./session-words.js";
import { useRef, useState } from "preact/hooks";
import { CompactDialog } from "./acts/compact-dialog.js";
import {
  ExperimentDialog,
  ExportDialog,
  ForkDialog,
  RenameDialog,
  RollbackDialog,
  TravelDialog,
} from "./acts/thread-dialogs.js";

interface SessionHeadProps {
  readonly session: SessionView;
  readonly offset: number;
  readonly live: LiveState | null;
}

/** What a session is, and what is wrong with it. */
export function SessionHead({ session, offset, live }: SessionHeadProps) {
  const { row } = session;
  const cost =
    row.cost === null && row.tokens === 0
      ? null
      : costFigure({ cost: row.cost, unpriced: row.isPartlyPriced ? 1 : 0 });
  return (
    <header class="session-head">
      <div class="session-title-line">
        <h1 dir="auto" title={titleOf(row)}>
          {titleOf(row)}
        </h1>
        <ActsMenu session={session} offset={offset} />
      </div>
      <p class="facts" tabIndex={0}>
        <span>{toolName(row)}</span>
        {row.model !== null && <span>{row.model}</span>}
        {row.cwd !== null && (
          <span class="path" title={row.cwd}>
            {row.cwd}
          </span>
        )}
        <span>
          <Time at={row.updatedAt} />
        </span>
        <span>{counted(session.turns, "turn")}</span>
        <span>{counted(session.head, "event")}</span>
        <span>{shortFigure(row.tokens)} tokens</span>
        {cost !== null && <span>{cost}</span>}
        {row.sizeBytes > 0 && <span>{byteFigure(row.sizeBytes)}</span>}
        {live !== null && <Live state={live} />}
        {row.isArchived && <span class="tag">archived</span>}
        {session.reading !== null && <ReadingBar reading={session.reading} />}
      </p>
      <Damage session={session} />
    </header>
  );
}

function Live({ state }: { readonly state: LiveState }) {
  return (
    <span class={`live live-${state}`} role="status">
      {state === "open" ? "live" : "reconnecting…"}
    </span>
  );
}

function Damage({ session: { damage, repair, row } }: { readonly session: SessionView }) {
  if (damage.length === 0 && row.problem === null) return null;
  const summary = (
    <>
      <Icon name="warning" />
      {damage.length === 0 ? row.problem : `Damaged: ${counted(damage.length, "place")}`}
    </>
  );
  return (
    <FoldedList className="damage" summary={summary} items={damage}>
      {repair !== null && (
        <p>
          This writes a clean copy: <Copyable text={repair} />
        </p>
      )}
    </FoldedList>
  );
}

const ACTS = [
  { name: "fork", label: "Fork here…" },
  { name: "rollback", label: "Roll back to here…" },
  { name: "undo", label: "Undo…" },
  { name: "redo", label: "Redo…" },
  { name: "rename", label: "Rename…" },
  { name: "compact", label: "Compact…" },
  { name: "experiment", label: "Start an experiment…" },
  { name: "export", label: "Export…" },
] as const;

type Act = (typeof ACTS)[number]["name"];

/** What can be done with a session, each after a confirmation. */
function ActsMenu({ session, offset }: PaneProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [act, setAct] = useState<Act | null>(null);
  const choose = (name: Act): void => {
    const summary = menu.current?.querySelector("summary");
    menu.current?.removeAttribute("open");
    summary?.focus(); // where the focus is when the dialog has closed
    setAct(name);
  };
  if (session.acts === "read-only") return null;
  return (
    <>
      <details
        ref={menu}
        class="menu"
        onKeyDown={(event) => {
          if (event.key !== "Escape" || menu.current?.open !== true) return;
          event.stopPropagation();
          menu.current.open = false;
          menu.current.querySelector("summary")?.focus();
        }}
        onFocusOut={({ relatedTarget, currentTarget }) => {
          const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
          if (relatedTarget !== null && !isInside) currentTarget.open = false;
        }}
      >
        <summary>Actions</summary>
        <ul>
          {ACTS.map(({ name, label }) => (
            <li key={name}>
              <button type="button" onClick={() => choose(name)}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      </details>
      {act !== null && (
        <ActDialogOf act={act} session={session} offset={offset} onClose={() => setAct(null)} />
      )}
    </>
  );
}

interface ActDialogOfProps extends PaneProps {
  readonly act: Act;
  readonly onClose: () => void;
}

function ActDialogOf({ act, session, offset, onClose }: ActDialogOfProps) {
  switch (act) {
    case "fork":
      return <ForkDialog {...{ session, offset, onClose }} />;
    case "rollback":
      return <RollbackDialog {...{ session, offset, onClose }} />;
    case "undo":
    case "redo":
      return <TravelDialog {...{ act, session, onClose }} />;
    case "rename":
      return <RenameDialog {...{ session, onClose }} />;
    case "compact":
      return <CompactDialog {...{ session, onClose }} />;
    case "experiment":
      return <ExperimentDialog {...{ session, offset, onClose }} />;
    case "export":
      return <ExportDialog {...{ session, onClose }} />;
  }
}
