import { InvalidArgument } from "../../errors.js";
import type { Session } from "../../runtime/discovery/session.js";
import type { DeclareCommand } from "../command-module.js";
import { offsetOption } from "../options/offset-option.js";
import { policyOption, type PolicyOption } from "../options/policy-option.js";
import { declareReading, withSession, type ReadingOptions } from "../session.js";
import type { Shell } from "../shell.js";
import { sessionState } from "../state/session-state.js";
import { stateJson } from "../state/state-json.js";
import { stateLines } from "../state/state-lines.js";

interface StateOptions extends ReadingOptions {
  readonly at?: number;
  readonly json?: true;
  readonly toolOutputLimit?: PolicyOption;
}

/** `refold state`: everything that is folded from the log up to an offset. */
export const declareState: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .option(
      "--at <offset>",
      "the state at this offset (inclusive); default: at the end",
      offsetOption,
    )
    .option(
      "--tool-output-limit <limit>",
      "read a FILE as if tool outputs were bounded to N tokens (or `Nbytes`) when recorded",
      policyOption,
    )
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: StateOptions) =>
      withSession(text, { shell, ...options, policy: options.toolOutputLimit }, (session) =>
        showState(session, options, shell),
      ),
    );
};

async function showState(session: Session, options: StateOptions, shell: Shell): Promise<void> {
  const { output } = shell;
  if (options.toolOutputLimit !== undefined) requireForeignFile(session);
  const state = await sessionState(session, { at: options.at, shell });
  if (options.json) output.json(await stateJson(state, session.blobs));
  else for (const line of stateLines(state, session.name, output)) output.text(line);
}

/** @throws {InvalidArgument} its outputs were bounded when they were recorded, and stay so */
function requireForeignFile({ roundTrip, name }: Session): void {
  if (roundTrip !== null) return;
  throw new InvalidArgument(
    `--tool-output-limit is for a FILE of another tool: ${name} was bounded when it was recorded`,
    "Look at the file that was imported, or leave the option out.",
  );
}

const EXAMPLE = `
Example:
  $ refold state session.jsonl --at 41
  $ refold state session.jsonl --json | jq '.items | length'`;
