import { useState } from "preact/hooks";
import type { SessionView } from "../../api.js";
import { EXPORT_FORMATS, type ExportFormat } from "../../api-acts.js";
import { announce } from "../notice.js";
import { askFile, sessionPath } from "../server.js";
import { ActDialog } from "./act-dialog.js";

interface ExportDialogProps {
  readonly session: SessionView;
  readonly onClose: () => void;
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
export function ExportDialog({ session, onClose }: ExportDialogProps) {
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
