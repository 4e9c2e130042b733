import { lastValueFrom } from "rxjs";
import type { ProviderResponse } from "../../projections/providers/provider.js";
import { chooseSummary } from "../../reducers/items/summary-text.js";
import { ContextWindowExceeded } from "../models/errors/context-window-exceeded.js";
import type { ModelClient } from "../models/model-client.js";
import { serializePrompt } from "../sent-request.js";
import { CompactionFailed } from "./compaction-failed.js";
import type { Summarize, Summary, SummaryRequest } from "./summarize.js";

/**
 * Summarises with a model: the history as the model knows it, then the compaction prompt. Its tools
 * stay declared (so that a cached prefix still serves) but may not be called.
 */
export function modelSummary<Body>(client: ModelClient<Body>): Summarize {
  return async (request) => readSummary(await ask(client, request), client.provider);
}

async function ask<Body>(
  client: ModelClient<Body>,
  { prompt, blobs, signal }: SummaryRequest,
): Promise<ProviderResponse> {
  const { body } = await serializePrompt(
    prompt,
    {
      provider: client.serializer,
      options: {
        ...client.options,
        model: client.model,
        missingBlobs: "placeholder",
        outputSchema: null,
        ...(prompt.tools.length > 0 && { toolChoice: "none" as const }),
      },
    },
    blobs,
  );
  const events = client.stream({ body, prompt, tools: prompt.tools }, signal && { signal });
  const last = await lastValueFrom(events);
  if (last.type === "finished") return last.response;
  throw new CompactionFailed(`${client.provider} sent no whole answer`);
}

function readSummary(response: ProviderResponse, provider: string): Summary {
  const { items, usage, finish } = response;
  if (finish === "context-window") {
    throw new ContextWindowExceeded({ provider, reason: response.rawFinish });
  }
  if (finish === "refusal" || finish === "error") {
    throw new CompactionFailed(`${provider} ended its answer with ${response.rawFinish ?? finish}`);
  }
  return { text: chooseSummary(items.map(({ item }) => item)), usage };
}
