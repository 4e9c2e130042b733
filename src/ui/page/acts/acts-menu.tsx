import { useRef, useState } from "preact/hooks";
import type { SessionView } from "../../api.js";
import { CompactDialog } from "./compact-dialog.js";
import {
  ExperimentDialog,
  ExportDialog,
  ForkDialog,
  RenameDialog,
  RollbackDialog,
  TravelDialog,
} from "./thread-dialogs.js";

interface ActsMenuProps {
  readonly session: SessionView;
  /** What the page shows: forks begin there, rollbacks go there. */
  readonly offset: number;
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
export function ActsMenu({ session, offset }: ActsMenuProps) {
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

interface ActDialogOfProps extends ActsMenuProps {
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
