import { invalidArgument, isRefoldError } from "../errors.js";
import { fitPrompt, type FitStrategy } from "../projections/prompt/fit-prompt.js";
import { projectPrompt } from "../projections/prompt/project-prompt.js";
import type { Prompt } from "../projections/prompt/prompt.js";
import type { ProviderRequest } from "../projections/providers/provider.js";
import { requestMaker, type RequestMaker } from "../projections/providers/request-maker.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { BlobReader } from "../sessions/session.js";

/** What a person asks of a request. */
export interface RequestWish {
  readonly provider?: string;
  readonly model?: string;
  readonly textOnly?: true;
  /** In tokens. */
  readonly fit?: number;
  readonly strategy: FitStrategy;
  readonly placeholders?: true;
}

export interface BuiltRequest {
  readonly provider: string;
  readonly prompt: Prompt;
  readonly request: ProviderRequest<unknown>;
  /** False: what may not be left out is too much by itself. */
  readonly fits: boolean;
}

/**
 * Projects a state to a request body, with the images that it needs.
 * @throws {RefoldError} `invalid-argument`: neither the wish nor the session names a model
 * @throws {RefoldError} `blob-missing`: an image's bytes are not there, and no placeholder was
 *   asked for
 */
export async function buildRequest(
  state: ThreadState,
  blobs: BlobReader,
  wish: RequestWish,
): Promise<BuiltRequest> {
  const whole = projectPrompt(state, {
    ...(wish.model !== undefined && { model: wish.model }),
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
  const request = maker.toRequest(prompt, {
    blobs: await readBlobs(maker, { prompt, blobs, skipMissing: wish.placeholders === true }),
    missingBlobs: wish.placeholders ? "placeholder" : "error",
  });
  return { provider: maker.name, prompt, request, fits };
}

interface BlobWish {
  readonly prompt: Prompt;
  readonly blobs: BlobReader;
  readonly skipMissing: boolean;
}

async function readBlobs(
  maker: RequestMaker,
  { prompt, blobs, skipMissing }: BlobWish,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const bytes = new Map<string, Uint8Array>();
  for (const hash of maker.blobsNeeded(prompt)) {
    try {
      bytes.set(hash, await blobs.get(hash));
    } catch (error) {
      if (!(skipMissing && isRefoldError(error, "blob-missing"))) throw error; // a placeholder says it
    }
  }
  return bytes;
}
