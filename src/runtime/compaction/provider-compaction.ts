import { z } from "zod";
import type { CompactionItem, Item } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { Usage } from "../../events/slices.js";
import { anthropic } from "../../projections/providers/anthropic/anthropic.js";
import {
  type AnthropicCompactedBody,
  anthropicBeta,
  COMPACTION_BETA,
  CompactionAnswer,
  type CompactionBeta,
  compactionItem,
} from "../../projections/providers/anthropic/anthropic-beta.js";
import type { AnthropicBody } from "../../projections/providers/anthropic/body.js";
import type { ResponsesBody } from "../../projections/providers/openai-responses/body.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import type { ProviderRequest } from "../../projections/providers/provider.js";
import { SharedSequence } from "../../reducers/sequence.js";
import { addUsage, NO_USAGE } from "../../reducers/usage.js";
import { compactionFailed } from "../errors.js";
import { toModelError } from "../models/to-model-error.js";
import { type RequestSerializer, serializePrompt } from "../sent-request.js";
import type { Summarize, SummaryRequest } from "./summary-turn.js";

/** What is used of the official client (`openai`). */
interface OpenAICompactionClient {
  readonly responses: {
    compact(
      body: { model: string; input: ResponsesBody["input"]; instructions?: string },
      options: { readonly signal?: AbortSignal; readonly maxRetries: number },
    ): PromiseLike<unknown>;
  };
}

/**
 * Lets OpenAI compact the history (`POST /v1/responses/compact`): a sealed item takes the summary's
 * place after all user messages, as in the window that comes back (docs/providers.md §10). Only
 * OpenAI's Responses API can read it; other providers get the user messages alone.
 * @param about the official client, and the model that goes on
 */
export function openaiCompaction(about: {
  readonly client: OpenAICompactionClient;
  readonly model: string;
}): Summarize {
  return async (request) => {
    const made = await historyRequest(request, openaiResponses, { model: about.model });
    const { input, instructions } = made.body;
    const body = { model: about.model, input, ...(instructions !== undefined && { instructions }) };
    const { signal } = request;
    const options = { maxRetries: 0, ...(signal !== undefined && { signal }) };
    const answer = await send("openai", () => about.client.responses.compact(body, options));
    const { items, usage } = openaiResponses.fromResponse(sealedOnly(answer));
    const sealed = items.map(({ item }) => item).filter(isCompaction);
    if (sealed.length === 0) {
      throw compactionFailed("openai answered without a compaction item");
    }
    return { text: "", usage, sealed };
  };
}

/** The history without our own compaction prompt: the endpoint has one. */
function historyRequest<Body>(
  { prompt, blobs }: SummaryRequest,
  provider: RequestSerializer<Body>,
  about: { readonly model: string; readonly maxTokens?: number },
): Promise<ProviderRequest<Body>> {
  const items = SharedSequence.of(prompt.items.toArray().filter(({ ref }) => ref !== null));
  const options = { ...about, missingBlobs: "placeholder" as const };
  return serializePrompt({ ...prompt, items }, { provider, options }, blobs);
}

async function send(provider: string, request: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    return await request();
  } catch (error) {
    throw toModelError(provider, error);
  }
}

/** The user messages that come back are ours already: all of them are kept, as they are. */
function sealedOnly(answer: unknown): unknown {
  if (!isJsonObject(answer) || !Array.isArray(answer["output"])) return answer;
  const output: readonly unknown[] = answer["output"];
  const isSealed = (item: unknown) =>
    isJsonObject(item) && String(item["type"]).startsWith("compaction");
  return { ...answer, output: output.filter(isSealed) };
}

function isCompaction(item: Item): item is CompactionItem {
  return item.type === "compaction" || item.type === "compaction_summary";
}

/** A request for a summary: nothing is sampled after it. */
type SummarizeBody = (AnthropicBody | AnthropicCompactedBody) & {
  compaction: { type: "summarize"; instructions?: string };
  betas: CompactionBeta[];
};

/** What is used of the official client (`@anthropic-ai/sdk`). */
interface AnthropicCompactionClient {
  readonly beta: {
    readonly messages: {
      create(
        body: SummarizeBody,
        options: { readonly signal?: AbortSignal; readonly maxRetries: number },
      ): PromiseLike<unknown>;
    };
  };
}

/** The longest summary, in tokens: longer ones the client does not wait for without a stream. */
const SUMMARY_TOKENS = 16_000;

/**
 * Lets Anthropic compact the history (beta `compact-2026-09-04`): a signed block, which
 * `anthropicBetaModel` sends back, and its text as the summary, which every provider can read.
 * @param about the official client, the model that goes on, and what replaces the server's prompt
 */
export function anthropicCompaction(about: {
  readonly client: AnthropicCompactionClient;
  readonly model: string;
  readonly instructions?: string;
}): Summarize {
  return async (request) => {
    const { model, instructions } = about;
    const options = { model, maxTokens: SUMMARY_TOKENS };
    const made = await historyRequest(request, anthropicBeta, options);
    const compaction = {
      type: "summarize" as const,
      ...(instructions !== undefined && { instructions }),
    };
    const body: SummarizeBody = {
      ...made.body,
      messages: withoutAddedEnd(made),
      betas: [COMPACTION_BETA],
      compaction,
    };
    const { signal } = request;
    const sending = { maxRetries: 0, ...(signal !== undefined && { signal }) };
    const answer = Compacted.safeParse(
      await send("anthropic", () => about.client.beta.messages.create(body, sending)),
    );
    const block = answer.data?.content[0];
    if (answer.data === undefined || block === undefined || block.content === null) {
      throw compactionFailed("anthropic answered without a summary");
    }
    const { usage } = answer.data;
    return { text: block.content, usage: spentOn(usage), sealed: [compactionItem(block)] };
  };
}

const Compacted = z.looseObject({
  content: z.tuple([CompactionAnswer]),
  stop_reason: z.literal("compaction"),
  usage: z.looseObject({ iterations: z.array(z.looseObject({ type: z.string() })).nullish() }),
});

/** A conversation may end with the model here: what was added for the API would be summarized too. */
function withoutAddedEnd({
  body,
  origins,
}: ProviderRequest<AnthropicBody | AnthropicCompactedBody>): SummarizeBody["messages"] {
  const { messages } = body;
  const isAdded = messages.length > 1 && origins.at(-1)?.length === 0;
  return isAdded ? messages.slice(0, -1) : messages;
}

/** The summary's tokens are reported beside those of the answer, which has none. */
function spentOn(usage: z.infer<typeof Compacted>["usage"]): Usage {
  const made = (usage.iterations ?? []).filter(({ type }) => type === "compaction");
  return [usage, ...made].reduce((sum, counts) => {
    const answer = { role: "assistant", content: [], usage: counts };
    return addUsage(sum, anthropic.fromResponse(answer).usage ?? NO_USAGE);
  }, NO_USAGE);
}
