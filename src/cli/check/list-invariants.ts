import { selectInvariants } from "../../testing/invariants/invariant-named.js";
import { paragraph } from "../output/layout.js";
import type { Shell } from "../shell.js";
import type { CheckWish } from "./check-session.js";

/** Every invariant: its name, what it says, and where that is written. */
export function listInvariants({ invariant: names, json }: CheckWish, { output }: Shell): void {
  const invariants = selectInvariants(names);
  if (json) {
    output.json(
      invariants.map(({ name, sentence, source, remedy }) => ({ name, sentence, source, remedy })),
    );
    return;
  }
  const { columns, styles } = output;
  for (const { name, sentence, source } of invariants) {
    output.text(styles.bold(name));
    for (const line of paragraph(sentence, { columns, indent: "  " })) output.text(line);
    for (const line of paragraph(source, { columns, indent: "  " })) output.text(styles.dim(line));
  }
}
