import { toolName } from "../../../projections/display-text.js";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { SessionView } from "../../api.js";
import type { ActAnswer } from "../../api-acts.js";
import { announce, ProblemBox } from "../notices.js";
import { Dialog } from "../parts/dialog.js";
import { usePlaceStore } from "../place-store.js";

interface ActDialogProps {
  readonly title: string;
  readonly session: SessionView;
  /** On the button that does it. */
  readonly verb: string;
  /** Something else is to happen first. */
  readonly isDisabled?: boolean;
  /** Where to go then; `done`: nowhere; `stays`: there is more to say. */
  readonly onAct: () => Promise<ActAnswer | "done" | "stays">;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Says what would be done, and does it when the reader confirms. */
export function ActDialog(props: ActDialogProps) {
  const { title, session, verb, isDisabled = false, onAct, onClose, children } = props;
  const store = usePlaceStore();
  const [isWorking, setWorking] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const act = async (): Promise<void> => {
    setWorking(true);
    setProblem(null);
    try {
      const answer = await onAct();
      if (answer === "stays") return;
      onClose();
      if (answer === "done") return;
      announce(answer.words);
      store.jump({ session: answer.key, at: null });
    } catch (error) {
      setProblem(error);
      setWorking(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
      >
        {children}
        <ImportNotice session={session} />
        {problem !== null && <ProblemBox problem={problem} />}
        <div class="dialog-buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isWorking || isDisabled}>
            {isWorking ? "Working…" : verb}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Another tool's file is never written. */
function ImportNotice({ session: { acts, row } }: Pick<ActDialogProps, "session">) {
  if (acts !== "import") return null;
  return (
    <p class="import-notice">
      This session is a file of {toolName(row)}, which is never written. It is imported into
      Refold’s store first, and this is done to the imported thread.
    </p>
  );
}
