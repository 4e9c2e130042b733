import { Option } from "commander";
import { PROVIDER_NAMES } from "../../projections/providers/request-maker.js";
import { refKey } from "../../reducers/item-refs.js";
import type { Session } from "../../sessions/session.js";
import { buildRequest, type BuiltRequest, type RequestWish } from "../build-request.js";
import { countOption, offsetOption } from "../options.js";
import { declareReading, type ReadingOptions, withSession } from "../session.js";
import type { DeclareCommand, Shell } from "../shell.js";
import { sessionState } from "../state.js";

interface PromptOptions extends ReadingOptions, RequestWish {
  readonly at?: number;
  readonly explain?: true;
}

/** `refold prompt`: the body of the next request, for any provider and model. */
export const declarePrompt: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .option("--at <offset>", "at this offset (inclusive); default: at the end", offsetOption)
    .addOption(
      new Option("--provider <name>", "whose API; default: that of the model").choices(
        PROVIDER_NAMES,
      ),
    )
    .option("--model <id>", "model; default: the session's")
    .option("--text-only", "for a model without image input")
    .option("--fit <tokens>", "leave out what does not fit into this number of tokens", countOption)
    .addOption(
      new Option("--strategy <name>", "what goes first when it does not fit")
        .choices(["sliding-window", "priority"])
        .default("sliding-window"),
    )
    .option("--placeholders", "replace images whose bytes are missing by a text instead of failing")
    .option("--explain", "also show changes and the offsets of each message")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: PromptOptions) =>
      withSession(text, { shell, ...options }, (session) => showPrompt(session, options, shell)),
    );
};

async function showPrompt(session: Session, options: PromptOptions, shell: Shell): Promise<void> {
  const { output } = shell;
  const state = await sessionState(session, { at: options.at, shell });
  const built = await buildRequest(state, session.blobs, options);
  output.json(options.explain ? explanation(built) : built.request.body, { indent: 2 });
}

function explanation({ provider, request, prompt, fits }: BuiltRequest): object {
  const { upTo, historyVersion, tokens, target } = prompt;
  return {
    ...{ provider, target, upTo, historyVersion, tokens, fits },
    body: request.body,
    origins: request.origins.map((refs) => refs.map(refKey)),
    repairs: [...prompt.repairs, ...request.repairs].map(({ kind, ref, reason }) => ({
      ...{ kind, reason },
      ref: ref === null ? null : refKey(ref),
    })),
  };
}

const EXAMPLE = `
Example:
  $ refold prompt session.jsonl --model claude-opus-4-5 | jq .messages
  $ refold prompt session.jsonl --fit 20000 --explain | jq .repairs`;
