import { z } from "zod";
import type { Item } from "../../../events/item.js";
import { isJsonObject } from "../../../events/json.js";
import { itemOfCall, shortHash } from "../calls.js";
import {
  decodeBody,
  nullishCount,
  nullishText,
  type ReadAnswer,
  refuseFailure,
  usageOf,
} from "../define-provider.js";
import type { FinishReason, ResponseOptions } from "../provider.js";
import { GOOGLE_NAMES } from "./parts.js";

const PartBody = z.looseObject({
  text: nullishText,
  thought: z.boolean().nullish(),
  thoughtSignature: nullishText,
  functionCall: z
    .looseObject({
      id: nullishText,
      name: z.string(),
      args: z.custom<object>(isJsonObject).nullish(), // a record would leave out `__proto__`
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

/** A response of `generateContent`: its first candidate counts. */
export const GoogleAnswer = z.looseObject({
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
type GoogleAnswer = z.infer<typeof GoogleAnswer>;

export function readGoogleAnswer(answer: GoogleAnswer, options: ResponseOptions): ReadAnswer {
  const { responseId: id, modelVersion: model, usageMetadata: usage } = answer;
  const candidate = answer.candidates?.[0];
  const parts = joinParts(candidate?.content?.parts ?? []);
  const items: Item[] = [];
  const unread: string[] = [];
  const prefix = id ?? shortHash(JSON.stringify(parts));
  for (const [index, part] of parts.entries()) {
    if (!addPart(items, part, { options, id: `call_${prefix}_${index}` })) {
      unread.push(kindOf(part));
    }
  }
  const blockReason = answer.promptFeedback?.blockReason ?? null;
  const rawFinish = candidate?.finishReason ?? blockReason;
  const isCalling = items.some((item) => item.type.endsWith("_call"));
  const finishes: ReadAnswer["finishes"] =
    blockReason === null
      ? { ...FINISHES, STOP: isCalling ? "tool-calls" : "stop" }
      : { [rawFinish ?? ""]: "refusal" };
  return { id, model, items, unread, usage: usage ? toUsage(usage) : null, rawFinish, finishes };
}

const FINISHES: Readonly<Record<string, FinishReason>> = {
  MAX_TOKENS: "length",
  CONTINUATION: "paused",
  SAFETY: "refusal",
  RECITATION: "refusal",
  BLOCKLIST: "refusal",
  PROHIBITED_CONTENT: "refusal",
  SPII: "refusal",
  MALFORMED_FUNCTION_CALL: "error",
  UNEXPECTED_TOOL_CALL: "error",
  TOO_MANY_TOOL_CALLS: "error",
};

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
function toUsage(usage: z.infer<typeof UsageBody>) {
  const reasoning = usage.thoughtsTokenCount ?? 0;
  return usageOf({
    input: (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0),
    cachedInput: usage.cachedContentTokenCount,
    output: (usage.candidatesTokenCount ?? 0) + reasoning,
    reasoning,
    total: usage.totalTokenCount,
  });
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

/** Every chunk is a whole response with the parts that are new. */
export function foldGoogleChunk(before: GoogleAnswer, chunk: unknown): GoogleAnswer {
  refuseFailure("google", chunk, "status");
  const body = decodeBody(GoogleAnswer, "google", chunk);
  const [settled, added] = [before.candidates?.[0], body.candidates?.[0]];
  const parts = withParts(settled?.content?.parts ?? [], added?.content?.parts ?? []);
  const blockReason = body.promptFeedback?.blockReason ?? before.promptFeedback?.blockReason;
  return {
    responseId: before.responseId ?? body.responseId,
    modelVersion: body.modelVersion ?? before.modelVersion,
    candidates: [
      { content: { parts }, finishReason: added?.finishReason ?? settled?.finishReason },
    ],
    promptFeedback: { blockReason },
    usageMetadata: body.usageMetadata ?? before.usageMetadata,
  };
}

/** Only the newest part can go on: the others are settled. */
function withParts(settled: PartBody[], added: PartBody[]): PartBody[] {
  const last = settled.at(-1);
  if (last === undefined || added.length === 0) return [...settled, ...joinParts(added)];
  return [...settled.slice(0, -1), ...joinParts([last, ...added])];
}
