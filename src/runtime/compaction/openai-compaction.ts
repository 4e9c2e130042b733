import { isJsonObject } from "../../events/is-json-object.js";
import type { CompactionItem, Item } from "../../events/item.js";
import type { ResponsesBody } from "../../projections/providers/openai-responses/body.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import { SharedSequence } from "../../reducers/sequence.js";
import { toModelError } from "../models/errors/to-model-error.js";
import { serializePrompt } from "../sent-request.js";
import { CompactionFailed } from "./compaction-failed.js";
import type { Summarize, SummaryRequest } from "./summarize.js";

/** What is used of the official client (`openai`). */
export interface OpenAICompactionClient {
  readonly responses: {
    compact(
      body: { model: string; input: ResponsesBody["input"]; instructions?: string },
      options: { readonly signal?: AbortSignal; readonly maxRetries: number },
    ): PromiseLike<unknown>;
  };
}

/**
 * Lets OpenAI compact the history (`POST /v1/responses/compact`): a sealed item takes the summary's
 * place. Only OpenAI's Responses API can read it; other providers get the kept user messages alone.
 * @param about the official client, and the model that goes on
 */
export function openaiCompaction(about: {
  readonly client: OpenAICompactionClient;
  readonly model: string;
}): Summarize {
  return async (request) => {
    const { input, instructions } = await historyBody(request, about.model);
    const body = { model: about.model, input, ...(instructions !== undefined && { instructions }) };
    const { signal } = request;
    const options = { maxRetries: 0, ...(signal !== undefined && { signal }) };
    const answer = await send(() => about.client.responses.compact(body, options));
    const { items, usage } = openaiResponses.fromResponse(sealedOnly(answer));
    const sealed = items.map(({ item }) => item).filter(isCompaction);
    if (sealed.length === 0) {
      throw new CompactionFailed("openai answered without a compaction item");
    }
    return { text: "", usage, sealed };
  };
}

/** The history without our own compaction prompt: the endpoint has one. */
async function historyBody(
  { prompt, blobs }: SummaryRequest,
  model: string,
): Promise<ResponsesBody> {
  const items = SharedSequence.of(prompt.items.toArray().filter(({ ref }) => ref !== null));
  const options = { model, missingBlobs: "placeholder" as const };
  const input = { provider: openaiResponses, options };
  return (await serializePrompt({ ...prompt, items }, input, blobs)).body;
}

async function send(request: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    return await request();
  } catch (error) {
    throw toModelError("openai", error);
  }
}

/** The user messages that come back are ours already: by origin, within our own budget. */
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
