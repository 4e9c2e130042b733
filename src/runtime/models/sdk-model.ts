import { checkLimit, isRefoldError, type RefoldError } from "../../errors.js";
import { modelError } from "../errors.js";
import { findModel, type ModelTable } from "../../models/find-model.js";
import type { Provider, ProviderResponse } from "../../projections/providers/provider.js";
import { afterDelay } from "../after-delay.js";
import type { RecordableOptions } from "../sent-request.js";
import { modelStream } from "./model-client.js";
import type { ModelClient, ModelEvent, ModelRequest } from "./model-client.js";
import { toModelError } from "./to-model-error.js";

/** What every adapter takes, besides its client. */
export interface AdapterOptions {
  readonly model: string;
  /** Settings of every request. */
  readonly options?: RecordableOptions;
  /** In tokens. Default: what is known of the model. */
  readonly contextWindow?: number;
  /** Facts about models; default: the known ones. */
  readonly models?: ModelTable;
  /** How long a stream may be silent, in milliseconds; `Infinity`: for ever. Default: 300,000. */
  readonly idleTimeoutMs?: number;
}

/** What is used of an official client: it sends a body, and gives the chunks of the answer. */
export interface StreamingApi<Body> {
  create(
    body: Body & { readonly stream: true },
    options: { readonly signal: AbortSignal; readonly maxRetries: number },
  ): PromiseLike<AsyncIterable<unknown>>;
}

/** A piece to be shown at once. */
export type Delta = Extract<ModelEvent, { type: "text-delta" | "reasoning-delta" | "call-delta" }>;

/** A piece of a text; none where a chunk has none. */
export function textDelta(
  type: Exclude<Delta["type"], "call-delta">,
  text: unknown,
): readonly Delta[] {
  return typeof text === "string" && text !== "" ? [{ type, text }] : [];
}

/** A piece of a call, by its place or id in the answer; none where a chunk says nothing of it. */
export function callDelta(call: unknown, name: unknown, text: unknown): readonly Delta[] {
  const piece = typeof text === "string" ? text : "";
  const said = typeof name === "string" && name !== "" ? name : null;
  if ((typeof call !== "string" && typeof call !== "number") || (said === null && piece === "")) {
    return [];
  }
  return [{ type: "call-delta", call: String(call), name: said, text: piece }];
}

/** One official client after the common face. */
interface SdkAdapter<Body, State> {
  /** As in `PromptTarget`. */
  readonly provider: string;
  readonly format: Omit<Provider<Body, State, string>, "fromResponse">;
  /** Sends the body and gives the chunks. */
  open(
    request: ModelRequest<Body>,
    signal: AbortSignal,
  ): PromiseLike<AsyncIterable<unknown>> | AsyncIterable<unknown>;
  /** What a chunk adds to be shown. */
  deltasOf(chunk: unknown): readonly Delta[];
  /** An error that a chunk reports instead of throwing; null: none. */
  errorIn(chunk: unknown): unknown;
}

const DEFAULT_IDLE_MS = 300_000;

/** A model client over a client that the caller made. Its retries are ours: the SDK's are off. */
export function sdkModel<Body, State>(
  adapter: SdkAdapter<Body, State>,
  options: AdapterOptions,
): ModelClient<Body> {
  const { model, idleTimeoutMs = DEFAULT_IDLE_MS } = options;
  checkLimit("idleTimeoutMs", idleTimeoutMs);
  const { provider, format } = adapter;
  const table = options.models === undefined ? {} : { models: options.models };
  return {
    model,
    provider,
    contextWindow: options.contextWindow ?? findModel(model, options.models).model.contextWindow,
    serializer: {
      name: format.name,
      blobsNeeded: (prompt) => format.blobsNeeded(prompt),
      toRequest: (prompt, settings) => format.toRequest(prompt, { ...table, ...settings }),
    },
    options: options.options ?? {},
    stream: (request, { signal } = {}) =>
      modelStream(
        provider,
        (emit, until) => answer(adapter, { request, emit, until, idleTimeoutMs }),
        signal,
      ),
  };
}

interface Asked<Body> {
  readonly request: ModelRequest<Body>;
  readonly emit: (event: ModelEvent) => void;
  readonly until: AbortSignal;
  readonly idleTimeoutMs: number;
}

/** @throws {RefoldError} typed: nothing of the client's own comes through */
async function answer<Body, State>(
  adapter: SdkAdapter<Body, State>,
  { request, emit, until, idleTimeoutMs }: Asked<Body>,
): Promise<ProviderResponse> {
  const { provider, format } = adapter;
  let state = format.initialStream({ tools: request.tools });
  let broke: RefoldError | null = null;
  let isEmpty = true;
  try {
    const idle = { provider, timeoutMs: idleTimeoutMs };
    const open = (signal: AbortSignal) => adapter.open(request, signal);
    const named = new Set<string>();
    for await (const chunk of withIdleLimit(open, until, idle)) {
      const failure = adapter.errorIn(chunk);
      if (failure !== null) throw toModelError(provider, failure);
      isEmpty = false;
      state = format.foldStream(state, chunk);
      for (const delta of adapter.deltasOf(chunk)) if (isForOurs(delta, named)) emit(delta);
    }
  } catch (error) {
    broke = toModelError(provider, error);
    if (!isRefoldError(broke, "stream-interrupted")) throw broke;
  }
  // What breaks behind the end of an answer takes nothing from it: asked again, it is paid for twice.
  try {
    const response = format.streamResult(state);
    if (response.finish !== null) return response;
  } catch (error) {
    throw broke ?? toModelError(provider, error);
  }
  // The connection was closed as if all were well, but the answer says nothing of its end. A page in
  // the place of an API gives no event at all.
  const reason = isEmpty ? "no event came: is this address an API's?" : "ended without a reason";
  throw broke ?? modelError("stream-interrupted", { provider, reason });
}

/** Calls that the provider runs itself stream their arguments as well, but nobody names them. */
function isForOurs(delta: Delta, named: Set<string>): boolean {
  if (delta.type !== "call-delta") return true;
  if (delta.name !== null) named.add(delta.call);
  return named.has(delta.call);
}

interface IdleLimit {
  readonly provider: string;
  readonly timeoutMs: number;
}

/**
 * Reads a stream and gives up a silent one: from the request to the first chunk, and from chunk to
 * chunk. What opened the stream is told by the signal that it got.
 * @throws {RefoldError} `stream-interrupted`: nothing came for too long
 */
export async function* withIdleLimit(
  open: (signal: AbortSignal) => PromiseLike<AsyncIterable<unknown>> | AsyncIterable<unknown>,
  until: AbortSignal,
  limit: IdleLimit,
): AsyncGenerator<unknown, undefined> {
  const controller = new AbortController();
  const signal = AbortSignal.any([until, controller.signal]);
  try {
    const chunks = await soon(Promise.resolve(open(signal)), limit);
    const reader = chunks[Symbol.asyncIterator]();
    for (;;) {
      const next = await soon(reader.next(), limit);
      if (next.done === true) return undefined;
      yield next.value;
    }
  } finally {
    controller.abort();
  }
}

async function soon<T>(promise: Promise<T>, { provider, timeoutMs }: IdleLimit): Promise<T> {
  let forget: () => void = () => undefined;
  const silence = new Promise<never>((_, reject) => {
    forget = afterDelay(timeoutMs, () => {
      reject(modelError("stream-interrupted", { provider, reason: `silent for ${timeoutMs} ms` }));
    });
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    forget();
  }
}
