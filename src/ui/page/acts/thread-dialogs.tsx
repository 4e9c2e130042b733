import { useState } from "preact/hooks";
import { counted } from "../../../projections/figures.js";
import type { SessionView } from "../../api.js";
import { useClient } from "../client.js";
import { ActDialog } from "./act-dialog.js";
import { EXPORT_FORMATS, type ExportFormat, type ExperimentAnswer } from "../../api-acts.js";
import { announce } from "../notices.js";
import { askFile, sessionPath } from "../server.js";
import { formatPlace, homePlace } from "../place.js";
import { Dialog } from "../parts/dialog.js";

export interface ThreadDialogProps {
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

const FORMAT_WORDS: Readonly<Record<ExportFormat, string>> = {
  html: "this page, as a file that needs no server",
  md: "Markdown",
  json: "JSON of the transcript",
  codex: "a rollout of Codex",
  "claude-code": "a transcript of Claude Code",
  pi: "a session of pi",
  bundle: "a bundle: the thread with all it needs",
};

/** A copy of the session as a file, with or without its secrets. */
export function ExportDialog({ session, onClose }: ThreadDialogProps) {
  const [format, setFormat] = useState<ExportFormat>("html");
  const [redact, setRedact] = useState(true);
  const save = async (): Promise<"done"> => {
    const path = sessionPath(session.row.key, "act/export");
    const { blob, name } = await askFile({ path, query: {}, body: { format, redact } });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name ?? `session.${format}`;
    link.click();
    URL.revokeObjectURL(link.href);
    announce(`Exported as ${link.download}`);
    return "done";
  };
  return (
    <ActDialog
      title="Export"
      verb="Save"
      session={readOnly(session)}
      onAct={save}
      onClose={onClose}
    >
      <label class="field">
        Format
        <select
          value={format}
          onChange={({ currentTarget: { value } }) =>
            setFormat(EXPORT_FORMATS.find((name) => name === value) ?? "html")
          }
        >
          {EXPORT_FORMATS.map((name) => (
            <option key={name} value={name}>
              {name}: {FORMAT_WORDS[name]}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={redact}
          onChange={({ currentTarget }) => setRedact(currentTarget.checked)}
        />
        Replace secrets (keys, tokens, passwords)
      </label>
    </ActDialog>
  );
}

/** An export imports nothing into the reader's store. */
function readOnly(session: SessionView): SessionView {
  return { ...session, acts: "read-only" };
}

/** Forks that each vary one thing, from a plan that begins at the place that is shown. */
export function ExperimentDialog({ session, offset, onClose }: PlaceDialogProps) {
  const client = useClient();
  const [plan, setPlan] = useState(() => beginningAt(offset));
  const [answer, setAnswer] = useState<ExperimentAnswer | null>(null);
  const run = async (): Promise<"stays"> => {
    setAnswer(await client.act(session.row.key, "experiment", { plan }));
    return "stays";
  };
  if (answer !== null) return <Results answer={answer} onClose={onClose} />;
  return (
    <ActDialog
      title="Start an experiment"
      verb="Start"
      session={session}
      onAct={run}
      onClose={onClose}
    >
      <label class="field">
        Plan (docs/experiments.md); its base is this thread. Modes: project, and replay with what
        was recorded
        <textarea
          rows={12}
          spellcheck={false}
          value={plan}
          onInput={({ currentTarget }) => setPlan(currentTarget.value)}
        />
      </label>
    </ActDialog>
  );
}

interface ResultsProps {
  readonly answer: ExperimentAnswer;
  readonly onClose: () => void;
}

/** A line for each variant, with a link to its fork. */
function Results({ answer, onClose }: ResultsProps) {
  return (
    <Dialog title="Experiment" onClose={onClose}>
      <p role="status">{answer.words}</p>
      <ul class="variants">
        {answer.variants.map(({ name, key, words }) => (
          <li key={name}>
            {key === null ? (
              <b>{name}</b>
            ) : (
              <a href={formatPlace({ ...homePlace, session: key })} onClick={onClose}>
                {name}
              </a>
            )}
            <span>{words}</span>
          </li>
        ))}
      </ul>
      <form method="dialog" class="dialog-buttons">
        <button type="submit">Close</button>
      </form>
    </Dialog>
  );
}

function beginningAt(offset: number): string {
  return `name: from-${offset}
at: ${offset}
mode: project
variants:
  brief: { instructions: Be brief. }
  tight: { truncation: { mode: bytes, limit: 2000 } }
`;
}
