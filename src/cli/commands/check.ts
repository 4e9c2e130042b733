import { selectInvariants } from "../../testing/invariants/invariants.js";
import type { CheckWish } from "../check/check-session.js";
import { paragraph } from "../output/layout.js";
import { declareReading } from "../session.js";
import type { DeclareCommand, Shell } from "../shell.js";

/** `refold check`: what holds of every thread, asked of this one. */
export const declareCheck: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("[files-or-threads...]", "recorded sessions, or threads of the store")
    .option(
      "--invariant <name>",
      "only this one, or all whose names begin so (log, anthropic); as often as needed",
      (name: string, others: readonly string[] | undefined) => [...(others ?? []), name],
    )
    .option("--exhaustive", "check prompts and bodies at every turn end, not at some of them")
    .option("--replay-prompts", "also compare reported input tokens with our estimates")
    .option("--json", "one JSON document a session, each on a line (docs/check.md)")
    .option("--list", "list the invariants and their sources")
    .addHelpText("after", EXAMPLE)
    .action(async (names: readonly string[], options: CheckWish & { readonly list?: true }) => {
      const { checkSessions } = await import("../check/check-sessions.js"); // the help needs none
      if (options.list) {
        listInvariants(options, shell);
      } else await checkSessions(names, options, shell);
    });
};

const EXAMPLE = `
Ends with 1 when something does not hold, or a session could not be read.

Example:
  $ refold check session.jsonl
  $ refold check session.jsonl --invariant log --json | jq .violations
  $ refold check --list`;

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
