import { z } from "zod";
import { decodeBody } from "../decode-body.js";
import { InvalidResponse } from "../invalid-response.js";
import type { ProviderResponse, ResponseOptions } from "../provider.js";
import type { PartBody, UsageBody } from "./response.js";
import { ContentBody, fromGoogleResponse, joinParts } from "./response.js";

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

const ErrorBody = z.looseObject({ error: z.looseObject({ status: z.string().nullish() }) });

export function initialGoogleStream(options: ResponseOptions = {}): GoogleStream {
  return {
    options,
    responseId: null,
    modelVersion: null,
    parts: [],
    finishReason: null,
    blockReason: null,
    usage: null,
  };
}

/** Every chunk is a whole response with the parts that are new. */
export function foldGoogleStream(state: GoogleStream, chunk: unknown): GoogleStream {
  const failure = ErrorBody.safeParse(chunk);
  if (failure.success) {
    throw new InvalidResponse(
      "google",
      `the stream reports ${failure.data.error.status ?? "an error"}`,
    );
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
