import { Option } from "commander";
import { refKey } from "../../reducers/item-refs.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { Session } from "../../runtime/discovery/session.js";
import type { DeclareCommand } from "../command-module.js";
import { countOption, offsetOption } from "../options/offset-option.js";
import { buildRequest, type RequestWish } from "../prompt/build-request.js";
import { PROVIDER_NAMES } from "../prompt/providers.js";
import { declareHome, withSession, type HomeOption } from "../session.js";
import type { Shell } from "../shell.js";
import { withState } from "../state/with-state.js";

interface PromptOptions extends HomeOption, RequestWish {
  readonly at?: number;
  readonly explain?: true;
}

/** `refold prompt`: the body of the next request, for any provider and model. */
export const declarePrompt: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .option("--at <offset>", "at this offset (inclusive); default: at the end", offsetOption)
    .addOption(
      new Option("--provider <name>", "whose API; default: that of the model").choices(
        PROVIDER_NAMES,
      ),
    )
    .option("--model <id>", "for which model; default: the session's")
    .option("--text-only", "for a model that sees no images")
    .option("--fit <tokens>", "leave out what does not fit into so many tokens", countOption)
    .addOption(
      new Option("--strategy <name>", "what goes first when it does not fit")
        .choices(["sliding-window", "priority"])
        .default("sliding-window"),
    )
    .option("--placeholders", "a text for each image whose bytes are not there, not an error")
    .option("--explain", "also what was changed, and the offsets that each message comes from")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: PromptOptions) =>
      withSession(text, { shell, ...options }, (session) =>
        withState(session, { at: options.at, shell }, (state) =>
          showPrompt({ state, session, options }, shell),
        ),
      ),
    );
};

interface Asked {
  readonly state: ThreadState;
  readonly session: Session;
  readonly options: PromptOptions;
}

async function showPrompt({ state, session, options }: Asked, { output }: Shell): Promise<void> {
  const { provider, request, prompt, fits } = await buildRequest(state, session.blobs, options);
  if (!options.explain) {
    output.json(request.body, { indent: 2 });
    return;
  }
  const { upTo, historyVersion, tokens, target } = prompt;
  output.json(
    {
      provider,
      ...{ target, upTo, historyVersion, tokens, fits },
      body: request.body,
      origins: request.origins.map((refs) => refs.map(refKey)),
      repairs: [...prompt.repairs, ...request.repairs].map(({ kind, ref, reason }) => ({
        ...{ kind, reason },
        ref: ref === null ? null : refKey(ref),
      })),
    },
    { indent: 2 },
  );
}

const EXAMPLE = `
Example:
  $ refold prompt session.jsonl --model claude-opus-4-5 | jq '.messages | length'
  $ refold prompt session.jsonl --fit 20000 --strategy priority --explain | jq .repairs`;
