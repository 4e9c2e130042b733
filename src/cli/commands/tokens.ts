import { projectTokens } from "../../projections/tokens/project-tokens.js";
import type { DeclareCommand } from "../command-module.js";
import { offsetOption } from "../options/offset-option.js";
import { declareReading, withSession, type ReadingOptions } from "../session.js";
import { sessionState } from "../state/session-state.js";
import { tokenLines } from "../tokens/token-lines.js";

interface TokensOptions extends ReadingOptions {
  readonly at?: number;
  readonly json?: true;
}

/** `refold tokens`: how full the context is, and of what. */
export const declareTokens: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .option("--at <offset>", "at this offset (inclusive); default: at the end", offsetOption)
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: TokensOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const state = await sessionState(session, { at: options.at, shell });
        const tokens = projectTokens(state);
        const { output } = shell;
        if (options.json) output.json(tokens);
        else for (const line of tokenLines(tokens, state, output)) output.text(line);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold tokens session.jsonl
  $ refold tokens session.jsonl --json | jq .parts`;
