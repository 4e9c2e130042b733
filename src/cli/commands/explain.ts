import { neutraliseLine } from "../../projections/display-text.js";
import { type ExplainedPart, explainPrompt } from "../../projections/views/explain.js";
import { figure, shortFigure } from "../../projections/figures.js";
import { refKey } from "../../reducers/item-refs.js";
import { excerpt, filledLine, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { AT_OFFSET, declareSession, type ViewOptions, withSession } from "../session.js";
import { sessionState } from "../session-reading.js";
import type { DeclareCommand } from "../shell.js";

/** `refold explain`: who put each part of the next prompt there, for how long, and where. */
export const declareExplain: DeclareCommand = (command, shell) => {
  const { output } = shell;
  declareSession(command)
    .option(...AT_OFFSET)
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ViewOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const state = await sessionState(session, options.at, shell);
        const parts = await explainPrompt(state, session.source);
        if (options.json) output.json({ offset: state.log.head - 1, parts });
        else output.text(explainLines(parts, output));
      }),
    );
};

/** Columns before the owner, and before what the part is. */
const EXCERPT_AT = 20;
const WHAT_AT = 44;

function* explainLines(parts: readonly ExplainedPart[], output: Output): Generator<string> {
  yield `${padStart("offset", 10)}  ${padStart("tokens", 6)}  owner       lifetime    what`;
  for (const part of parts) {
    const what = part.fact === null ? part.kind : `${part.kind} (${part.fact})`;
    yield [
      padStart(part.ref === null ? "-" : `#${refKey(part.ref)}`, 10),
      padStart(shortFigure(part.tokens), 6),
      padEnd(part.owner, 10),
      padEnd(part.lifetime ?? "history", 10),
      excerpt(neutraliseLine(what), Math.max(output.columns - WHAT_AT, 12)),
    ].join("  ");
    if (part.excerpt === "") continue;
    yield output.styles.dim(filledLine(" ".repeat(EXCERPT_AT), part.excerpt, output));
  }
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  yield `${padStart("", 10)}  ${padStart(figure(total), 6)}  in all, estimated`;
}

const EXAMPLE = `
Example:
  $ refold explain 01K6ZQ
  $ refold explain session.jsonl --at 120 --json`;
