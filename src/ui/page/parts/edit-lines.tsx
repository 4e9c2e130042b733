import { neutraliseText } from "../../../projections/display-text.js";

const KINDS: ReadonlyMap<string, "ins" | "del"> = new Map([
  ["+", "ins"],
  ["-", "del"],
]);

/** A unified diff, a line each. */
export function EditLines({ diff }: { readonly diff: string }) {
  return (
    <pre class="edit" tabIndex={0}>
      {neutraliseText(diff)
        .split("\n")
        .map((line, index) => {
          const isName = /^(?:---|\+\+\+|\*\*\*|@@) ?/.test(line);
          const Line = isName ? "b" : (KINDS.get(line[0] ?? "") ?? "span");
          return <Line key={index}>{`${line}\n`}</Line>;
        })}
    </pre>
  );
}
