import { invalidArgument } from "../errors.js";
import type { EventOf } from "../events/event.js";
import { projectPrompt } from "../projections/prompt/project-prompt.js";
import type { Prompt, PromptTarget } from "../projections/prompt/prompt.js";
import type {
  Provider,
  ProviderRequest,
  RequestOptions,
} from "../projections/providers/provider.js";
import { readBlobs } from "../projections/providers/images.js";
import type { EventSource } from "../events/event-source.js";
import { isKnownEvent } from "../events/known-event.js";
import { stateAt } from "../reducers/resume.js";
import type { BlobStore } from "../store/event-store.js";
import type { RenderedFragment } from "./fragments/fragment.js";
import { hashOf } from "./fragments/turn-context.js";

/** The settings of a request that can be recorded, so that it can be made again. */
export type RecordableOptions = Omit<RequestOptions, "blobs" | "models">;

/** Makes a body of a prompt: the half of a `Provider` that a request needs. Any name will do. */
export interface RequestSerializer<Body> extends Pick<
  Provider<Body, unknown>,
  "blobsNeeded" | "toRequest"
> {
  readonly name: string;
}

/** What one sampling is asked for. */
export interface RequestInput<Body> {
  readonly provider: RequestSerializer<Body>;
  readonly target?: PromptTarget;
  readonly options?: RecordableOptions;
  /** Context of this request alone: it is recorded as evidence and never enters the ledger. */
  readonly fragments?: readonly RenderedFragment<"prompt">[];
}

/** A request whose `request.sent` is recorded. */
export interface SentRequest<Body> extends ProviderRequest<Body> {
  readonly prompt: Prompt;
  /** Offset of its `request.sent`. */
  readonly offset: number;
}

/** A body as it is hashed: its JSON. */
export function bodyHash(body: unknown): string {
  return hashOf(JSON.stringify(body));
}

/**
 * Reads the images that a body needs, then makes it.
 * @throws {RefoldError} `blob-missing`: unless `missingBlobs` asks for placeholders
 */
export async function serializePrompt<Body>(
  prompt: Prompt,
  input: RequestInput<Body>,
  blobs: Pick<BlobStore, "get">,
): Promise<ProviderRequest<Body>> {
  const { provider, options = {} } = input;
  const read = await readBlobs(provider.blobsNeeded(prompt), blobs, options.missingBlobs);
  return provider.toRequest(prompt, { ...options, blobs: read });
}

/** The recorded evidence of a request. */
export function sentFact(
  prompt: Prompt,
  input: RequestInput<unknown>,
  body: unknown,
): EventOf<"request.sent">["data"] {
  return {
    upTo: prompt.upTo,
    target: { serializer: input.provider.name, options: { ...input.options }, ...input.target },
    fragments: (input.fragments ?? []).map(({ kind, lifetime, role, text }) => {
      return { kind, lifetime, role, text };
    }),
    body: bodyHash(body),
    estimatedTokens: prompt.tokens,
  };
}

/**
 * The prompt of a past sampling, as it was: projected from the state that it was made from, with the
 * fragments of that request.
 * @param offset of a `request.sent`
 * @throws {RefoldError} `invalid-argument`: there is none at that offset
 */
export async function rebuildPrompt(
  source: EventSource,
  offset: number,
): Promise<{ readonly prompt: Prompt; readonly sent: EventOf<"request.sent">["data"] }> {
  for await (const event of source.read({ from: offset, to: offset })) {
    if (!isKnownEvent(event) || event.type !== "request.sent") break;
    const { upTo, target, fragments } = event.data;
    const state = await stateAt(source, upTo);
    return { prompt: projectPrompt(state, target, { fragments }), sent: event.data };
  }
  throw invalidArgument(`there is no request.sent at offset ${offset}`);
}
