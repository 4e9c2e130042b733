import { Option } from "commander";
import type { FitStrategy } from "../../projections/prompt/fit-prompt.js";
import { nounFor } from "../../projections/display-text.js";
import { counted, figure } from "../../projections/figures.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import { PROVIDER_NAMES } from "../../projections/providers/request-maker.js";
import { refKey } from "../../reducers/item-refs.js";
import {
  buildRequest,
  type BuiltRequest,
  type CacheMarks,
  type RequestWish,
} from "../../sessions/session-request.js";
import { countOption } from "../options.js";
import { AT_OFFSET, declareSession, type ViewOptions, withSession } from "../session.js";
import { sessionState } from "../session-reading.js";
import type { DeclareCommand, Shell } from "../shell.js";

interface PromptOptions extends ViewOptions, RequestWish {
  readonly strategy: FitStrategy;
  readonly cache: CacheMarks;
  readonly explain?: true;
}

const CACHE_MARKS: readonly CacheMarks[] = ["planned", "none", "5m", "1h"];

/** `refold prompt`: the body of the next request, for any provider and model. */
export const declarePrompt: DeclareCommand = (command, shell) => {
  const provider = new Option("--provider <name>", "whose API; default: that of the model");
  const strategy = new Option("--strategy <name>", "what goes first when it does not fit");
  const cache = new Option("--cache <how>", "Anthropic: what is marked to be cached, how long");
  declareSession(command)
    .option(...AT_OFFSET)
    .addOption(provider.choices(PROVIDER_NAMES))
    .option("--model <id>", "model; default: the session's")
    .option("--text-only", "for a model without image input")
    .option("--fit <tokens>", "leave out what does not fit into this number of tokens", countOption)
    .addOption(strategy.choices(["sliding-window", "priority"]).default("sliding-window"))
    .option("--placeholders", "replace images whose bytes are missing by a text instead of failing")
    .addOption(cache.choices(CACHE_MARKS).default("planned"))
    .option("--explain", "also show changes and the offsets of each message")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: PromptOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const state = await sessionState(session, options.at, shell);
        const built = await buildRequest(state, session, options);
        tellBounded(built.prompt, shell);
        tellTrimmed(built, options, shell);
        shell.output.json(options.explain ? explanation(built) : built.request.body, { indent: 2 });
      }),
    );
};

/** The body does not say it. */
function tellBounded({ repairs, target }: Prompt, { messages }: Shell): void {
  const count = repairs.toArray().filter(({ kind }) => kind === "output-bounded").length;
  const { mode, limit } = target.truncationPolicy ?? {};
  if (count === 0) return;
  const what = counted(count, "tool output");
  const policy = `${figure(limit ?? 0)} ${mode ?? ""}`;
  const cut = `${what} cut to the policy of ${target.model ?? ""}: ${policy}`;
  messages.text(`refold: ${cut} (--explain lists ${nounFor(count, "it", "them")})`);
}

function tellTrimmed(
  { prompt, fits }: BuiltRequest,
  { fit }: PromptOptions,
  { messages }: Shell,
): void {
  if (fit === undefined) return;
  const count = prompt.repairs.toArray().filter(({ kind }) => kind === "trimmed").length;
  const limit = counted(fit, "token");
  if (count > 0) {
    const what = `${counted(count, "item")} left out to fit into ${limit}`;
    messages.text(`refold: ${what} (--explain lists ${nounFor(count, "it", "them")})`);
  }
  if (prompt.items.length === 0) messages.text("refold: nothing of the history is left to send");
  if (!fits) {
    const what = `about ${counted(prompt.tokens, "token")} that may not be left out`;
    messages.text(`refold: it does not fit into ${limit}: ${what}`);
  }
}

function explanation({ provider, request, prompt, fits, cache }: BuiltRequest): object {
  const { upTo, historyVersion, tokens, target } = prompt;
  return {
    ...{ provider, target, upTo, historyVersion, tokens, fits, cache },
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
