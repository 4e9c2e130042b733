import { useState } from "preact/hooks";
import { counted } from "../../../projections/figures.js";
import type { SessionView } from "../../api.js";
import { useClient } from "../client.js";
import { ActDialog } from "./act-dialog.js";

interface ThreadDialogProps {
  readonly session: SessionView;
  readonly onClose: () => void;
}

interface PlaceDialogProps extends ThreadDialogProps {
  readonly offset: number;
}

/** A new thread that continues from the place that is shown. */
export function ForkDialog({ session, offset, onClose }: PlaceDialogProps) {
  const client = useClient();
  const [title, setTitle] = useState("");
  const named = title.trim() === "" ? {} : { title: title.trim() };
  return (
    <ActDialog
      title={`Fork at #${offset}`}
      verb="Fork"
      session={session}
      onAct={() => client.act(session.row.key, "fork", { at: offset, ...named })}
      onClose={onClose}
    >
      <p>
        A new thread shares everything up to event #{offset} and goes on from there. This one stays
        as it is.
      </p>
      <label class="field">
        Title of the fork
        <input
          value={title}
          placeholder="none"
          onInput={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </label>
    </ActDialog>
  );
}

export function RollbackDialog({ session, offset, onClose }: PlaceDialogProps) {
  const client = useClient();
  const later = Math.max(0, session.head - 1 - offset);
  return (
    <ActDialog
      title={`Roll back to #${offset}`}
      verb="Roll back"
      session={session}
      onAct={() => client.act(session.row.key, "rollback", { to: offset })}
      onClose={onClose}
    >
      <p>
        The thread is then as after event #{offset}. The {counted(later, "later event")} stay in its
        log, and Redo brings them back.
      </p>
    </ActDialog>
  );
}

const TRAVEL = {
  undo: {
    title: "Undo",
    words: "Takes back the newest turn, or the newest edit of the history. Redo brings it back.",
  },
  redo: {
    title: "Redo",
    words: "Takes back the newest rollback, if nothing was recorded since.",
  },
} as const;

interface TravelDialogProps extends ThreadDialogProps {
  readonly act: "undo" | "redo";
}

export function TravelDialog({ act, session, onClose }: TravelDialogProps) {
  const client = useClient();
  const { title, words } = TRAVEL[act];
  return (
    <ActDialog
      title={title}
      verb={title}
      session={session}
      onAct={() => client.act(session.row.key, act, {})}
      onClose={onClose}
    >
      <p>{words}</p>
    </ActDialog>
  );
}

export function RenameDialog({ session, onClose }: ThreadDialogProps) {
  const client = useClient();
  const [title, setTitle] = useState(session.row.title ?? "");
  return (
    <ActDialog
      title="Rename"
      verb="Rename"
      session={session}
      onAct={() => client.act(session.row.key, "rename", { title })}
      onClose={onClose}
    >
      <label class="field">
        Title
        <input
          value={title}
          dir="auto"
          onInput={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </label>
      <p class="quiet">Without a title, lists show how the first user’s words begin.</p>
    </ActDialog>
  );
}
