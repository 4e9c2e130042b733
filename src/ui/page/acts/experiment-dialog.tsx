import { useState } from "preact/hooks";
import type { SessionView } from "../../api.js";
import type { ExperimentAnswer } from "../../api-acts.js";
import { useClient } from "../client.js";
import { formatPlace, homePlace } from "../place.js";
import { Dialog } from "../parts/dialog.js";
import { ActDialog } from "./act-dialog.js";

interface ExperimentDialogProps {
  readonly session: SessionView;
  readonly offset: number;
  readonly onClose: () => void;
}

/** Forks that each vary one thing, from a plan that begins at the place that is shown. */
export function ExperimentDialog({ session, offset, onClose }: ExperimentDialogProps) {
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
