import { z } from "zod";
import type { Item } from "../../../events/item.js";
import type { Usage } from "../../../events/slices.js";
import type { ToolDeclaration } from "../../../events/thread.js";
import { itemOfCall } from "../../../projections/providers/calls.js";
import {
  invalidResponse,
  type ReadAnswer,
  streamedInput,
  usageOf,
} from "../../../projections/providers/define-provider.js";
import type { FinishReason, ResponseOptions } from "../../../projections/providers/provider.js";
import { ANY_NAMES, metadataFields } from "./language-model.js";

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

/** An answer under way. */
export interface AiSdkAnswer {
  readonly id: string | null;
  readonly model: string | null;
  readonly blocks: readonly Block[];
  readonly finish: z.infer<typeof Finish> | null;
  /** Types of parts that no item can hold. */
  readonly unread: readonly string[];
}

/** @throws {RefoldError} `invalid-response`: a part does not have the form that the SDK's interface says */
export function foldAiSdkPart(state: AiSdkAnswer, part: unknown): AiSdkAnswer {
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
export function readAiSdkAnswer(
  { id, model, blocks, finish, unread }: AiSdkAnswer,
  { tools = [] }: ResponseOptions,
  provider: string,
): ReadAnswer {
  const { unified, raw } = finish?.finishReason ?? { unified: null, raw: null };
  const rawFinish = raw ?? unified;
  return {
    ...{ id, model, unread, rawFinish },
    items: blocks.flatMap((block) => toItem(block, tools, provider) ?? []),
    usage: finish === null ? null : toUsage(finish.usage),
    finishes: unified === null ? {} : { [rawFinish ?? unified]: finishOf(unified) },
  };
}

function withText(state: AiSdkAnswer, kind: TextBlock["kind"], part: unknown): AiSdkAnswer {
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

/** Calls that the provider runs by itself are no items: their results cannot be distinguished from ours. */
function withCall(state: AiSdkAnswer, call: z.infer<typeof Call>): AiSdkAnswer {
  if (call.providerExecuted === true) return { ...state, unread: [...state.unread, "tool-call"] };
  return { ...state, blocks: [...state.blocks, { kind: "call", call }] };
}

/** Null: nothing was said. */
function toItem(block: Block, tools: readonly ToolDeclaration[], provider: string): Item | null {
  switch (block.kind) {
    case "text": {
      const fields = metadataFields(provider, block.metadata);
      const content = [{ type: "output_text" as const, text: block.text, ...fields }];
      return block.text === "" ? null : { type: "message", role: "assistant", content };
    }
    case "reasoning": {
      const summary = [{ type: "summary_text" as const, text: block.text }];
      const fields = metadataFields(provider, block.metadata ?? {});
      return { type: "reasoning", provider: "ai-sdk", summary, ...fields };
    }
    case "call": {
      const { toolCallId: id, toolName: name, input, providerMetadata } = block.call;
      const item = itemOfCall({ id, name, input: streamedInput(input) ?? input }, tools, ANY_NAMES);
      return { ...item, ...metadataFields(provider, providerMetadata) };
    }
  }
}

function toUsage({ inputTokens, outputTokens }: z.infer<typeof Usages>): Usage {
  const { total, noCache, cacheRead, cacheWrite } = inputTokens;
  return usageOf({
    input: total ?? (noCache ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0),
    ...{ cachedInput: cacheRead, cacheWrite },
    ...{ output: outputTokens.total, reasoning: outputTokens.reasoning },
  });
}

const SAME = ["stop", "length", "tool-calls", "error"] as const;

/** `interrupted` is no end: the answer counts as broken off. */
function finishOf(unified: string): FinishReason | null {
  if (unified === "interrupted") return null;
  if (unified === "content-filter") return "refusal";
  return SAME.find((same) => same === unified) ?? "other";
}

function read<Schema extends z.ZodType>(schema: Schema, part: unknown): z.output<Schema> {
  const result = schema.safeParse(part);
  if (!result.success) throw invalidResponse("ai-sdk", "a part of an unexpected form");
  return result.data;
}
