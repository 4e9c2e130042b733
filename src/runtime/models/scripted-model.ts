import { invalidArgument } from "../../errors.js";
import type { Item } from "../../events/item.js";
import type { Usage } from "../../events/slices.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import type { FinishReason, ProviderResponse } from "../../projections/providers/provider.js";
import type { RequestSerializer } from "../sent-request.js";
import { modelStream } from "./model-client.js";
import type { ModelClient, ModelEvent, ModelRequest } from "./model-client.js";
import { toModelError } from "./to-model-error.js";

/** An answer of a script: a text, or items; an error is what the request fails with. */
export type ScriptedAnswer =
  | string
  | Error
  | {
      readonly items: readonly Item[];
      readonly usage?: Usage;
      /** Default: `tool-calls` when there is a call among the items, else `stop`. */
      readonly finish?: FinishReason;
    };

/** One step of a script: an answer, or what makes one of the request. */
export type ScriptStep =
  | ScriptedAnswer
  | ((
      request: ModelRequest,
      about: { readonly signal: AbortSignal },
    ) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface ScriptedModelOptions {
  /** Default: `scripted`. */
  readonly model?: string;
  /** Default: `scripted`. */
  readonly provider?: string;
  /** In tokens. */
  readonly contextWindow?: number;
  /** Default: that of OpenAI's Responses API. */
  readonly serializer?: RequestSerializer<unknown>;
}

/** A model that answers by a script, and remembers what it was asked. */
export interface ScriptedModel extends ModelClient {
  /** Every request, oldest first; those that failed too. */
  readonly requests: readonly ModelRequest[];
}

/**
 * A model for tests and demos: the n-th request gets the n-th answer; a text is streamed word by word.
 * A request after the end of the script fails with `invalid-argument`; so does an answer of another shape.
 */
export function scriptedModel(
  script: readonly ScriptStep[],
  options: ScriptedModelOptions = {},
): ScriptedModel {
  const { model = "scripted", provider = "scripted", contextWindow = null } = options;
  const requests: ModelRequest[] = [];
  const answerOf = async (request: ModelRequest, signal: AbortSignal) => {
    const step = script[requests.push(request) - 1];
    if (step === undefined) {
      throw invalidArgument(`the script has ${script.length} answers, not one more`);
    }
    const answer = await (typeof step === "function" ? step(request, { signal }) : step);
    if (answer instanceof Error) throw failureOf(provider, answer);
    refuseOther(answer);
    return toResponse(answer, `scripted-${requests.length}`, model);
  };
  return {
    model,
    provider,
    contextWindow,
    serializer: options.serializer ?? openaiResponses,
    options: {},
    requests,
    stream: (request, { signal } = {}) =>
      modelStream(
        provider,
        async (emit, until) => {
          const response = await answerOf(request, until);
          for (const event of deltasOf(response)) emit(event);
          return response;
        },
        signal,
      ),
  };
}

/** An error in a provider's shape as its client would fail with it; any other one as it is. */
function failureOf(provider: string, error: Error): Error {
  const typed = toModelError(provider, error);
  return typed.code === "stream-interrupted" ? error : typed;
}

/** Of plain JavaScript: often a step that returns nothing. */
function refuseOther(answer: unknown): void {
  const items = typeof answer === "object" && answer !== null && "items" in answer && answer.items;
  if (typeof answer === "string" || Array.isArray(items)) return;
  throw invalidArgument("an answer of the script is neither a text, nor `{ items }`, nor an error");
}

function toResponse(
  answer: Exclude<ScriptedAnswer, Error>,
  id: string,
  model: string,
): ProviderResponse {
  const { items, usage, finish } = typeof answer === "string" ? saying(answer) : answer;
  const hasCalls = items.some((item) => item.type.endsWith("_call") && "call_id" in item);
  return {
    id,
    model,
    items: items.map((item) => ({
      item,
      origin: item.type.endsWith("_output") ? ("tool" as const) : ("model" as const),
    })),
    usage: usage ?? null,
    finish: finish ?? (hasCalls ? "tool-calls" : "stop"),
    rawFinish: null,
    unread: [],
  };
}

function saying(text: string): Exclude<ScriptedAnswer, string | Error> {
  return {
    items: [{ type: "message", role: "assistant", content: [{ type: "output_text", text }] }],
  };
}

/** Texts come word by word. */
function deltasOf({ items }: ProviderResponse): readonly ModelEvent[] {
  const parts = items.flatMap(({ item }) => (item.type === "message" ? item.content : []));
  return parts.flatMap((part) =>
    part.type === "output_text"
      ? (part.text.match(/\s*\S+\s*/g) ?? []).map((text) => ({ type: "text-delta" as const, text }))
      : [],
  );
}
