import { Option } from "commander";
import { invalidArgument, isRefoldError } from "../../errors.js";
import type { EventSource } from "../../events/event-source.js";
import { fitPrompt, type FitStrategy } from "../../projections/prompt/fit-prompt.js";
import { listedTruncationPolicy } from "../../models/truncation-policies.js";
import { nounFor } from "../../projections/display-text.js";
import { counted, figure } from "../../projections/figures.js";
import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import type { Prompt, PromptTarget } from "../../projections/prompt/prompt.js";
import { resolveTarget, targetBasisOf } from "../../projections/prompt/resolve-target.js";
import { cacheLifetime } from "../../projections/providers/anthropic/cache-marks.js";
import type { ProviderRequest, RequestOptions } from "../../projections/providers/provider.js";
import { PROVIDER_NAMES, requestMaker } from "../../projections/providers/request-maker.js";
import { readTurnPauses } from "../../projections/turn-pauses.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { refKey } from "../../reducers/item-refs.js";
import type { BlobReader, Session } from "../../sessions/session.js";
import { countOption } from "../options.js";
import { AT_OFFSET, declareSession, type ViewOptions, withSession } from "../session.js";
import { sessionState } from "../session-reading.js";
import type { DeclareCommand, Shell } from "../shell.js";

interface PromptOptions extends ViewOptions {
  readonly provider?: string;
  readonly model?: string;
  readonly textOnly?: true;
  /** In tokens. */
  readonly fit?: number;
  readonly strategy: FitStrategy;
  readonly placeholders?: true;
  readonly cache: CacheMarks;
  readonly explain?: true;
}

type CacheMarks = NonNullable<NonNullable<RequestOptions["cache"]>["marks"]>;

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

interface BuiltRequest {
  readonly provider: string;
  readonly prompt: Prompt;
  readonly request: ProviderRequest<unknown>;
  /** False: what may not be left out is too much by itself. */
  readonly fits: boolean;
  /** What is marked to be cached, and the pauses that it was decided by; null: the API has no marks. */
  readonly cache: {
    readonly marks: CacheMarks;
    readonly pausesMs: readonly number[] | null;
  } | null;
}

/**
 * Projects a state to a request body, with the images that it needs.
 * @throws {RefoldError} `invalid-argument`: neither the options nor the session name a model
 * @throws {RefoldError} `blob-missing`: an image's bytes are not there, and no placeholder was
 *   asked for
 */
async function buildRequest(
  state: ThreadState,
  { blobs, source }: Pick<Session, "blobs" | "source">,
  wish: PromptOptions,
): Promise<BuiltRequest> {
  const whole = projectPrompt(state, {
    ...(wish.model !== undefined && modelTarget(wish.model, state)),
    ...(wish.textOnly && { modalities: ["text" as const] }),
  });
  if ((whole.target.model ?? "") === "") {
    throw invalidArgument(
      "the session names no model that a request could be made for",
      "Name one: --model ID (refold models lists those that are known).",
    );
  }
  const { prompt, fits } =
    wish.fit === undefined
      ? { prompt: whole, fits: true }
      : fitPrompt(whole, { strategy: wish.strategy, maxTokens: wish.fit });
  const maker = requestMaker(wish.provider, prompt);
  const missingBlobs = wish.placeholders ? "placeholder" : "error";
  const bytes = await readBlobs(maker.blobsNeeded(prompt), blobs, missingBlobs);
  const isMarked = maker.name.startsWith("anthropic");
  const cache = isMarked ? await planCache(wish.cache, source, prompt.upTo) : null;
  const marks = cache?.marks ?? "none";
  const request = maker.toRequest(prompt, { blobs: bytes, missingBlobs, cache: { marks } });
  return { provider: maker.name, prompt, request, fits, cache };
}

async function planCache(
  marks: CacheMarks,
  source: EventSource,
  upTo: number,
): Promise<BuiltRequest["cache"]> {
  if (marks !== "planned" || upTo < 0) return { marks, pausesMs: null };
  const pausesMs = await readTurnPauses(source, upTo);
  return { marks: cacheLifetime(pausesMs), pausesMs };
}

/** Where the session records a policy, that of another model is followed, if one is known. */
function modelTarget(model: string, state: ThreadState): PromptTarget {
  const basis = targetBasisOf(state);
  const recorded = (basis.running ?? basis.baseline)?.truncationPolicy;
  const isOwn = resolveTarget({}, basis).model === model;
  const policy = recorded === undefined || isOwn ? null : listedTruncationPolicy(model);
  return { model, ...(policy !== null && { truncationPolicy: { ...policy } }) };
}

async function readBlobs(
  hashes: Iterable<string>,
  blobs: BlobReader,
  missingBlobs: "placeholder" | "error",
): Promise<ReadonlyMap<string, Uint8Array>> {
  const bytes = new Map<string, Uint8Array>();
  for (const hash of hashes) {
    try {
      bytes.set(hash, await blobs.get(hash));
    } catch (error) {
      if (missingBlobs === "error" || !isRefoldError(error, "blob-missing")) throw error;
    }
  }
  return bytes;
}
