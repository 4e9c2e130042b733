import { invalidArgument } from "../errors.js";
import type { EventSource } from "../events/event-source.js";
import { listedTruncationPolicy } from "../models/model-info.js";
import { fitPrompt, type FitStrategy } from "../projections/prompt/fit-prompt.js";
import { projectPrompt } from "../projections/prompt/project-prompt.js";
import type { Prompt, PromptTarget } from "../projections/prompt/prompt.js";
import { resolveTarget, targetBasisOf } from "../projections/prompt/resolve-target.js";
import { cacheLifetime } from "../projections/providers/anthropic/cache-marks.js";
import { readBlobs } from "../projections/providers/images.js";
import type { ProviderRequest, RequestOptions } from "../projections/providers/provider.js";
import { requestMaker } from "../projections/providers/request-maker.js";
import { readTurnPauses } from "../projections/turn-pauses.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { Session } from "./session.js";

export type CacheMarks = NonNullable<NonNullable<RequestOptions["cache"]>["marks"]>;

/** What somebody wants a session's next request to be like. */
export interface RequestWish {
  /** Whose API; absent: that of the model. */
  readonly provider?: string;
  /** Absent: the session's. */
  readonly model?: string;
  readonly textOnly?: true;
  /** Leaves out what does not fit into this number of tokens. */
  readonly fit?: number;
  readonly strategy?: FitStrategy;
  /** A text in place of images whose bytes are missing. */
  readonly placeholders?: true;
  readonly cache?: CacheMarks;
}

/** A request body, and what it was made from. */
export interface BuiltRequest {
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
 * @throws {RefoldError} `invalid-argument`: neither the wish nor the session names a model
 * @throws {RefoldError} `blob-missing`: an image's bytes are not there, and no placeholder was
 *   asked for
 */
export async function buildRequest(
  state: ThreadState,
  { blobs, source }: Pick<Session, "blobs" | "source">,
  wish: RequestWish,
): Promise<BuiltRequest> {
  const whole = projectPrompt(state, targetOf(wish, state));
  if ((whole.target.model ?? "") === "") {
    throw invalidArgument(
      "the session names no model that a request could be made for",
      "Name one: --model ID (refold models lists those that are known).",
    );
  }
  const { prompt, fits } =
    wish.fit === undefined
      ? { prompt: whole, fits: true }
      : fitPrompt(whole, { strategy: wish.strategy ?? "sliding-window", maxTokens: wish.fit });
  const maker = requestMaker(wish.provider, prompt);
  const missingBlobs = wish.placeholders ? "placeholder" : "error";
  const bytes = await readBlobs(maker.blobsNeeded(prompt), blobs, missingBlobs);
  const isMarked = maker.name.startsWith("anthropic");
  const cache = isMarked ? await planCache(wish.cache ?? "planned", source, prompt.upTo) : null;
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

/** What a prompt is made for that somebody wishes. */
export function targetOf({ model, textOnly }: RequestWish, state: ThreadState): PromptTarget {
  return {
    ...(model !== undefined && modelTarget(model, state)),
    ...(textOnly && { modalities: ["text" as const] }),
  };
}

/** Where the session records a policy, that of another model is followed, if one is known. */
function modelTarget(model: string, state: ThreadState): PromptTarget {
  const basis = targetBasisOf(state);
  const recorded = (basis.running ?? basis.baseline)?.truncationPolicy;
  const isOwn = resolveTarget({}, basis).model === model;
  const policy = recorded === undefined || isOwn ? null : listedTruncationPolicy(model);
  return { model, ...(policy !== null && { truncationPolicy: { ...policy } }) };
}
