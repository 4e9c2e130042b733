import { z } from "zod";
import type { Item } from "../../../events/item.js";
import type { Usage } from "../../../events/slices.js";
import { invalidResponse } from "../../errors.js";
import { itemOfCall, shortHash } from "../calls.js";
import {
  decodeBody,
  type FinishReason,
  nullishCount,
  nullishText,
  type ProviderResponse,
  type ResponseOptions,
  responseOf,
} from "../provider.js";
import { GOOGLE_NAMES } from "./parts.js";

const PartBody = z.looseObject({
  text: nullishText,
  thought: z.boolean().nullish(),
  thoughtSignature: nullishText,
  functionCall: z
    .looseObject({
      id: nullishText,
      name: z.string(),
      args: z.record(z.string(), z.unknown()).nullish(),
    })
    .nullish(),
});
type PartBody = z.infer<typeof PartBody>;

const UsageBody = z.looseObject({
  promptTokenCount: nullishCount,
  cachedContentTokenCount: nullishCount,
  candidatesTokenCount: nullishCount,
  thoughtsTokenCount: nullishCount,
  toolUsePromptTokenCount: nullishCount,
  totalTokenCount: nullishCount,
});
type UsageBody = z.infer<typeof UsageBody>;

const ContentBody = z.looseObject({
  responseId: nullishText,
  modelVersion: nullishText,
  candidates: z
    .array(
      z.looseObject({
        content: z.looseObject({ parts: z.array(PartBody).nullish() }).nullish(),
        finishReason: nullishText,
      }),
    )
    .nullish(),
  promptFeedback: z.looseObject({ blockReason: nullishText }).nullish(),
  usageMetadata: UsageBody.nullish(),
});

/** A response of `generateContent`: its first candidate. */
export function fromGoogleResponse(body: unknown, options: ResponseOptions = {}): ProviderResponse {
  const response = decodeBody(ContentBody, "google", body);
  const candidate = response.candidates?.[0];
  const parts = joinParts(candidate?.content?.parts ?? []);
  const items: Item[] = [];
  const unread: string[] = [];
  const prefix = response.responseId ?? shortHash(JSON.stringify(parts));
  for (const [index, part] of parts.entries()) {
    if (!addPart(items, part, { options, id: `call_${prefix}_${index}` })) {
      unread.push(kindOf(part));
    }
  }
  const blockReason = response.promptFeedback?.blockReason ?? null;
  const { responseId: id, modelVersion: model } = response;
  const usage = response.usageMetadata ? toUsage(response.usageMetadata) : null;
  const rawFinish = candidate?.finishReason ?? blockReason;
  return responseOf({ id, model, items, unread, usage, rawFinish }, (reason) =>
    blockReason === null ? finishReason(reason, items) : "refusal",
  );
}

/**
 * Parts as they would have come in one piece: texts of the same kind that follow each other become
 * one; a signature, which may come in an empty part of its own, ends it.
 */
function joinParts(parts: readonly PartBody[]): readonly PartBody[] {
  const joined: PartBody[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && continues(last, part)) {
      const signature = part.thoughtSignature ?? null;
      joined[joined.length - 1] = {
        ...last,
        text: (last.text ?? "") + (part.text ?? ""),
        ...(signature === null ? {} : { thoughtSignature: signature }),
      };
    } else joined.push(part);
  }
  return joined;
}

/** Prompt tokens hold the cached ones; thoughts are reported beside the candidates' tokens. */
function toUsage(usage: UsageBody): Usage {
  const input = (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0);
  const reasoning = usage.thoughtsTokenCount ?? 0;
  const output = (usage.candidatesTokenCount ?? 0) + reasoning;
  return {
    input,
    cachedInput: usage.cachedContentTokenCount ?? 0,
    cacheWrite: 0,
    output,
    reasoning,
    total: usage.totalTokenCount ?? input + output,
  };
}

function continues(last: PartBody, part: PartBody): boolean {
  return (
    isText(last) &&
    isText(part) &&
    (last.thought ?? false) === (part.thought ?? false) &&
    (last.thoughtSignature ?? null) === null
  );
}

function isText(part: PartBody): boolean {
  return typeof part.text === "string" && !part.functionCall;
}

/** @returns false for a part that no item can hold */
function addPart(
  items: Item[],
  part: PartBody,
  { options, id }: { readonly options: ResponseOptions; readonly id: string },
): boolean {
  const signature = part.thoughtSignature ?? null;
  const signed = signature === null ? {} : { thoughtSignature: signature };
  if (part.functionCall) {
    const { name, args } = part.functionCall;
    const call = { id: part.functionCall.id ?? id, name, input: args ?? {} };
    items.push({ ...itemOfCall(call, options.tools ?? [], GOOGLE_NAMES), ...signed });
    return true;
  }
  if (typeof part.text !== "string") return false;
  if (part.thought === true) {
    const summary = [{ type: "summary_text" as const, text: part.text }];
    items.push({ type: "reasoning", summary, provider: "google", ...signed });
    return true;
  }
  if (part.text === "" && signature === null) return true;
  const content = { type: "output_text" as const, text: part.text, ...signed };
  const last = items.at(-1);
  if (last?.type === "message") last.content.push(content);
  else items.push({ type: "message", role: "assistant", content: [content] });
  return true;
}

function kindOf(part: PartBody): string {
  return Object.keys(part).find((key) => key !== "thoughtSignature") ?? "part";
}

function finishReason(reason: string, items: readonly Item[]): FinishReason {
  switch (reason) {
    case "STOP":
      return items.some((item) => item.type.endsWith("_call")) ? "tool-calls" : "stop";
    case "MAX_TOKENS":
      return "length";
    case "CONTINUATION":
      return "paused";
    case "SAFETY":
    case "RECITATION":
    case "BLOCKLIST":
    case "PROHIBITED_CONTENT":
    case "SPII":
      return "refusal";
    case "MALFORMED_FUNCTION_CALL":
    case "UNEXPECTED_TOOL_CALL":
    case "TOO_MANY_TOOL_CALLS":
      return "error";
    default:
      return "other";
  }
}

/** A response under way. Immutable: each chunk makes the next state. */
export interface GoogleStream {
  readonly options: ResponseOptions;
  readonly responseId: string | null;
  readonly modelVersion: string | null;
  readonly parts: readonly PartBody[];
  readonly finishReason: string | null;
  readonly blockReason: string | null;
  readonly usage: UsageBody | null;
}

const ErrorBody = z.looseObject({ error: z.looseObject({ status: nullishText }) });

export function initialGoogleStream(options: ResponseOptions = {}): GoogleStream {
  const unknown = { responseId: null, modelVersion: null, finishReason: null, blockReason: null };
  return { options, ...unknown, parts: [], usage: null };
}

/** Every chunk is a whole response with the parts that are new. */
export function foldGoogleStream(state: GoogleStream, chunk: unknown): GoogleStream {
  const failure = ErrorBody.safeParse(chunk);
  if (failure.success) {
    const { status } = failure.data.error;
    throw invalidResponse("google", `the stream reports ${status ?? "an error"}`);
  }
  const body = decodeBody(ContentBody, "google", chunk);
  const candidate = body.candidates?.[0];
  const added = candidate?.content?.parts ?? [];
  return {
    options: state.options,
    responseId: state.responseId ?? body.responseId ?? null,
    modelVersion: body.modelVersion ?? state.modelVersion,
    parts: added.length === 0 ? state.parts : withParts(state.parts, added),
    finishReason: candidate?.finishReason ?? state.finishReason,
    blockReason: body.promptFeedback?.blockReason ?? state.blockReason,
    usage: body.usageMetadata ?? state.usage,
  };
}

export function googleStreamResult(state: GoogleStream): ProviderResponse {
  const body = {
    responseId: state.responseId,
    modelVersion: state.modelVersion,
    candidates: [{ content: { parts: state.parts }, finishReason: state.finishReason }],
    promptFeedback: state.blockReason === null ? null : { blockReason: state.blockReason },
    usageMetadata: state.usage,
  };
  return fromGoogleResponse(body, state.options);
}

/** Only the newest part can go on: the others are settled. */
function withParts(settled: readonly PartBody[], added: readonly PartBody[]): readonly PartBody[] {
  const last = settled.at(-1);
  if (last === undefined) return joinParts(added);
  return [...settled.slice(0, -1), ...joinParts([last, ...added])];
}
