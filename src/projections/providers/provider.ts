import type { Item, Origin } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { ToolDeclaration } from "../../events/thread.js";
import type { ModelTable } from "../../models/find-model.js";
import type { Prompt, PromptRepair } from "../prompt/prompt.js";

/** Bytes of blobs by hash (`sha256-<hex>`): a `Map` will do. Read before, so that a request is pure. */
export interface BlobLookup {
  get(hash: string): Uint8Array | undefined;
}

/** How hard the model is to think. A provider's own words and numbers; absent: its default. */
export interface ReasoningOptions {
  /** `none`, `minimal`, `low`, `medium`, `high`, `xhigh`, `max`; others are passed on as they are. */
  readonly effort?: string;
  /** In tokens, for models that take a budget. */
  readonly budgetTokens?: number;
  /** Asks for a readable summary of the reasoning. */
  readonly summary?: boolean;
}

type ToolChoice = "auto" | "none" | "required" | { readonly tool: string };

/** How long Anthropic keeps a marked prefix after its last use. */
export type CacheLifetime = "5m" | "1h";

/** What a request says about caching. Whatever a provider does by itself needs no option. */
interface CacheOptions {
  /**
   * Anthropic: how long the prefixes live that later requests repeat, which are marked. `planned`
   * (default): as long as the thread's pauses ask for, where they are known (`Turn.request`), else
   * five minutes; `none`: nothing is marked.
   */
  readonly marks?: "planned" | "none" | CacheLifetime;
  /** OpenAI: routes requests with a common prefix to the same cache. */
  readonly key?: string;
}

/** Settings of one request; what is absent comes from the prompt's target, or stays out. */
export interface RequestOptions {
  readonly model?: string;
  /** Facts about models; default: the known ones. */
  readonly models?: ModelTable;
  readonly blobs?: BlobLookup;
  /** A blob that `blobs` does not have: an error (default), or a text in its place and a repair. */
  readonly missingBlobs?: "error" | "placeholder";
  /** The longest answer, in tokens. */
  readonly maxTokens?: number;
  readonly reasoning?: ReasoningOptions;
  /**
   * Recorded reasoning: `keep` (default) sends what the provider takes; `drop` leaves all of it out,
   * as is needed when tools or instructions changed under a model that binds it to both.
   */
  readonly reasoningHistory?: "keep" | "drop";
  readonly parallelToolCalls?: boolean;
  readonly toolChoice?: ToolChoice;
  /** JSON schema; null: none, whatever the prompt says. */
  readonly outputSchema?: unknown;
  readonly cache?: CacheOptions;
}

/** A request's body, and how it came about. */
export interface ProviderRequest<Body> {
  readonly body: Body;
  /** What the serializer changed, beyond the prompt's own repairs. */
  readonly repairs: readonly PromptRepair[];
  /** For each message of the body, in order: the items that it came from. */
  readonly origins: readonly (readonly ItemRef[])[];
  /** Items that went into `system` or `systemInstruction` instead of a message. */
  readonly instructionOrigins: readonly ItemRef[];
  /** Call ids of the body that are not the recorded ones, with the recorded ones (null: none). */
  readonly callIds: ReadonlyMap<string, string | null>;
}

/** Why the model stopped, in one vocabulary; null: it has not (or did not say). */
export type FinishReason =
  "stop" | "tool-calls" | "length" | "context-window" | "refusal" | "paused" | "error" | "other";

/** An item as a response brings it, ready to be recorded. */
export interface ResponseItem {
  readonly item: Item;
  readonly origin: Origin;
}

/** What a response says. */
export interface ProviderResponse {
  readonly id: string | null;
  readonly model: string | null;
  readonly items: readonly ResponseItem[];
  /** Null: none was reported. */
  readonly usage: Usage | null;
  readonly finish: FinishReason | null;
  /** The provider's own word. */
  readonly rawFinish: string | null;
  /** Types of blocks that no item can hold: they are not among `items`. */
  readonly unread: readonly string[];
}

/** What reading a response needs to know of its request. */
export interface ResponseOptions {
  /** The tools that were declared: their names and kinds are given back as recorded. */
  readonly tools?: readonly ToolDeclaration[];
}

type ProviderName =
  | "openai-responses"
  | "openai-chat"
  | "anthropic"
  | "anthropic-beta"
  | "google"
  | "google-interactions";

/**
 * One provider's API: prompts in, bodies out, responses in, items out. Everything is synchronous and
 * pure.
 */
export interface Provider<Body, State, Name extends string = ProviderName> {
  readonly name: Name;
  /** Hashes of the blobs that `toRequest` will ask for, each once. */
  blobsNeeded(prompt: Prompt): readonly string[];
  /**
   * @throws {RefoldError} `blob-missing`: a blob is not in `options.blobs`, and no placeholder was asked for
   * @throws {RefoldError} `invalid-argument`: no model is named, or a setting has the wrong form
   */
  toRequest(prompt: Prompt, options?: RequestOptions): ProviderRequest<Body>;
  /** @throws {RefoldError} `invalid-response`: the body does not have the API's form */
  fromResponse(body: unknown, options?: ResponseOptions): ProviderResponse;
  initialStream(options?: ResponseOptions): State;
  /**
   * Takes one parsed chunk (the `data` of a server-sent event); the old state stays valid.
   * @throws {RefoldError} `invalid-response`: the chunk does not have the API's form, or reports an error
   */
  foldStream(state: State, chunk: unknown): State;
  /** What has come so far; `finish` is null until the stream has said it. */
  streamResult(state: State): ProviderResponse;
}
