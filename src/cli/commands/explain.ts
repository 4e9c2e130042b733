import type { ItemRef } from "../../events/primitives.js";
import { neutraliseLine } from "../../projections/display-text.js";
import { type ExplainedPart, explainPrompt } from "../../projections/views/explain.js";
import { offsetOption } from "../options.js";
import { figure, shortFigure } from "../output/figures.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import { declareReading, type ReadingOptions, withSession } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { sessionState } from "../state.js";

interface ExplainOptions extends ReadingOptions {
  readonly at?: number;
  readonly json?: true;
}

/** `refold explain`: who put each part of the next prompt there, for how long, and where. */
export const declareExplain: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .option("--at <offset>", "at this offset (inclusive); default: at the end", offsetOption)
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ExplainOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const state = await sessionState(session, { at: options.at, shell });
        const parts = await explainPrompt(state, session.source);
        const { output } = shell;
        if (options.json) output.json({ offset: state.log.head - 1, parts });
        else for (const line of explainLines(parts)) output.text(line);
      }),
    );
};

function* explainLines(parts: readonly ExplainedPart[]): Generator<string> {
  yield `${padStart("offset", 10)}  ${padStart("tokens", 6)}  owner       lifetime    what`;
  for (const part of parts) {
    const what = part.fact === null ? part.kind : `${part.kind} (${part.fact})`;
    yield [
      padStart(refText(part.ref), 10),
      padStart(shortFigure(part.tokens), 6),
      padEnd(part.owner, 10),
      padEnd(part.lifetime ?? "history", 10),
      excerpt(neutraliseLine(what), 34),
    ].join("  ");
  }
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  yield `${padStart("", 10)}  ${padStart(figure(total), 6)}  in all, estimated`;
}

function refText(ref: ItemRef | null): string {
  if (ref === null) return "-";
  return typeof ref === "number" ? `#${ref}` : `#${ref[0]}.${ref[1]}`;
}

const EXAMPLE = `
Example:
  $ refold explain 01K6ZQ
  $ refold explain session.jsonl --at 120 --json`;
