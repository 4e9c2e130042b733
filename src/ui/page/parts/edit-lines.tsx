import { neutraliseText } from "../../../projections/display-text.js";
import type { DiffLine, Edit } from "../../../projections/transcript/edits.js";

const KINDS: Readonly<Record<DiffLine["sign"], "ins" | "del" | "span" | "b">> = {
  "+": "ins",
  "-": "del",
  " ": "span",
  "": "b",
};

/** What a call does to files, a line each. */
export function EditLines({ edits }: { readonly edits: readonly Edit[] }) {
  return (
    <>
      {edits.map(({ path, lines }, index) => (
        <pre key={index} class="edit" tabIndex={0}>
          {path !== null && <b>{`${neutraliseText(path)}\n`}</b>}
          {lines.map(({ sign, text }, line) => {
            const Line = KINDS[sign];
            return <Line key={line}>{`${sign}${neutraliseText(text)}\n`}</Line>;
          })}
        </pre>
      ))}
    </>
  );
}
