import { invalidResponse } from "../../../projections/errors.js";
import { z } from "zod";
import type { Usage } from "../../../events/slices.js";
import { itemOfCall, PLAIN_NAMES } from "../../../projections/providers/calls.js";
import type {
  FinishReason,
  ProviderResponse,
  ResponseItem,
  ResponseOptions,
} from "../../../projections/providers/provider.js";
import { metadataFields } from "./language-model.js";

const count = z.number().nullish();
const Usages = z.looseObject({
  inputTokens: z.looseObject({ total: count, noCache: count, cacheRead: count, cacheWrite: count }),
  outputTokens: z.looseObject({ total: count, reasoning: count }),
});
const Named = z.looseObject({ type: z.string() });
const Start = z.looseObject({ id: z.string(), providerMetadata: z.unknown().optional() });
const Delta = Start.extend({ delta: z.string() });
const Call = z.looseObject({
  toolCallId: z.string(),
  toolName: z.string(),
  input: z.string(),
  providerExecuted: z.boolean().nullish(),
  providerMetadata: z.unknown().optional(),
});
const Finish = z.looseObject({
  finishReason: z.looseObject({ unified: z.string(), raw: z.string().nullish() }),
  usage: Usages,
});
const Metadata = z.looseObject({ id: z.string().nullish(), modelId: z.string().nullish() });

interface TextBlock {
  readonly kind: "text" | "reasoning";
  readonly id: string;
  readonly text: string;
  readonly metadata: unknown;
}
type Block = TextBlock | { readonly kind: "call"; readonly call: z.infer<typeof Call> };

/** An answer under way. Immutable: each part makes the next state. */
export interface AiSdkStream {
  readonly options: ResponseOptions;
  readonly id: string | null;
  readonly model: string | null;
  readonly blocks: readonly Block[];
  readonly finish: z.infer<typeof Finish> | null;
  /** Types of parts that no item can hold. */
  readonly unread: readonly string[];
}

export function initialAiSdkStream(options: ResponseOptions = {}): AiSdkStream {
  return { options, id: null, model: null, blocks: [], finish: null, unread: [] };
}

/** @throws {RefoldError} `invalid-response`: a part does not have the form that the SDK's interface says */
export function foldAiSdkStream(state: AiSdkStream, part: unknown): AiSdkStream {
  const { type } = read(Named, part);
  switch (type) {
    case "text-start":
    case "reasoning-start": {
      const { id, providerMetadata: metadata } = read(Start, part);
      const kind = type === "text-start" ? "text" : "reasoning";
      return { ...state, blocks: [...state.blocks, { kind, id, text: "", metadata }] };
    }
    case "text-delta":
    case "reasoning-delta":
    case "text-end":
    case "reasoning-end":
      return withText(state, type.startsWith("text") ? "text" : "reasoning", part);
    case "tool-call":
      return withCall(state, read(Call, part));
    case "finish":
      return { ...state, finish: read(Finish, part) };
    case "response-metadata": {
      const { id, modelId } = read(Metadata, part);
      return { ...state, id: id ?? state.id, model: modelId ?? state.model };
    }
    case "stream-start":
    case "ping":
    case "raw":
    case "tool-input-start":
    case "tool-input-delta":
    case "tool-input-end":
      return state; // the whole call follows
    default:
      return { ...state, unread: [...state.unread, type] };
  }
}

/** @param provider as the language model names it: recorded with what must go back to it */
export function aiSdkStreamResult(state: AiSdkStream, provider: string): ProviderResponse {
  const { finishReason, usage } = state.finish ?? { finishReason: null, usage: null };
  return {
    id: state.id,
    model: state.model,
    items: state.blocks.flatMap((block) => toItem(block, state.options, provider)),
    usage: usage === null ? null : toUsage(usage),
    finish: finishReason === null ? null : toFinish(finishReason.unified),
    rawFinish: finishReason?.raw ?? finishReason?.unified ?? null,
    unread: state.unread,
  };
}

function withText(state: AiSdkStream, kind: TextBlock["kind"], part: unknown): AiSdkStream {
  const { id, delta = "", providerMetadata } = read(Delta.partial({ delta: true }), part);
  const at = state.blocks.findLastIndex((block) => block.kind === kind && block.id === id);
  const block = state.blocks[at];
  if (block === undefined || block.kind === "call") {
    throw invalidResponse("ai-sdk", `a piece of a ${kind} before its start`);
  }
  const metadata = providerMetadata ?? block.metadata;
  return {
    ...state,
    blocks: state.blocks.with(at, { ...block, text: block.text + delta, metadata }),
  };
}

/** Calls that the provider runs by itself are no items: their results cannot be told apart from ours. */
function withCall(state: AiSdkStream, call: z.infer<typeof Call>): AiSdkStream {
  if (call.providerExecuted === true) return { ...state, unread: [...state.unread, "tool-call"] };
  return { ...state, blocks: [...state.blocks, { kind: "call", call }] };
}

function toItem(block: Block, options: ResponseOptions, provider: string): readonly ResponseItem[] {
  switch (block.kind) {
    case "text": {
      if (block.text === "") return [];
      const content = [{ type: "output_text" as const, text: block.text }];
      return [{ item: { type: "message", role: "assistant", content }, origin: "model" }];
    }
    case "reasoning": {
      const summary = [{ type: "summary_text" as const, text: block.text }];
      const fields = metadataFields(provider, block.metadata ?? {});
      return [
        { item: { type: "reasoning", provider: "ai-sdk", summary, ...fields }, origin: "model" },
      ];
    }
    case "call": {
      const { toolCallId: id, toolName: name, input, providerMetadata } = block.call;
      const item = itemOfCall({ id, name, input: parsed(input) }, options.tools ?? [], PLAIN_NAMES);
      const fields = metadataFields(provider, providerMetadata);
      return [{ item: { ...item, ...fields }, origin: "model" }];
    }
  }
}

/** Arguments that are no JSON stay the text that they are. */
function parsed(input: string): unknown {
  try {
    const value: unknown = JSON.parse(input);
    return value;
  } catch {
    return input;
  }
}

function toUsage({ inputTokens, outputTokens }: z.infer<typeof Usages>): Usage {
  const cachedInput = inputTokens.cacheRead ?? 0;
  const cacheWrite = inputTokens.cacheWrite ?? 0;
  const input = inputTokens.total ?? (inputTokens.noCache ?? 0) + cachedInput + cacheWrite;
  const output = outputTokens.total ?? 0;
  const reasoning = outputTokens.reasoning ?? 0;
  return { input, cachedInput, cacheWrite, output, reasoning, total: input + output };
}

/** `interrupted` is no end: the answer counts as broken off. */
function toFinish(unified: string): FinishReason | null {
  switch (unified) {
    case "stop":
    case "length":
    case "tool-calls":
    case "error":
      return unified;
    case "content-filter":
      return "refusal";
    case "interrupted":
      return null;
    default:
      return "other";
  }
}

function read<Schema extends z.ZodType>(schema: Schema, part: unknown): z.output<Schema> {
  const result = schema.safeParse(part);
  if (!result.success) throw invalidResponse("ai-sdk", "a part of an unexpected form");
  return result.data;
}
