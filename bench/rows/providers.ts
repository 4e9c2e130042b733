import { projectPrompt } from "../../src/projections/prompt/project-prompt.js";
import type { Prompt } from "../../src/projections/prompt/prompt.js";
import { anthropic } from "../../src/projections/providers/anthropic/anthropic.js";
import { google } from "../../src/projections/providers/google/google.js";
import { openaiChat } from "../../src/projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../src/projections/providers/openai-responses/openai-responses.js";
import { foldEvent, initialState } from "../../src/reducers/reduce.js";
import type { Bench, Probe, Result, Row } from "../row.js";
import { workloadTurns } from "../workload.js";

/** A full window of a million tokens is some 4 MB: these are prompts of many times that. */
const ITEMS = 10_000;

const SERIALIZERS: Readonly<Record<string, (prompt: Prompt) => unknown>> = {
  "openai-responses": (prompt) => openaiResponses.toRequest(prompt, { model: "gpt-5.2" }).body,
  "openai-chat": (prompt) => openaiChat.toRequest(prompt, { model: "gpt-5.2" }).body,
  anthropic: (prompt) => anthropic.toRequest(prompt, { model: "claude-opus-4-8" }).body,
  google: (prompt) => google.toRequest(prompt, { model: "gemini-3.6-flash" }).body,
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const items = Math.min(bench.items, ITEMS);
  const results: Result[] = [];
  for (const provider of Object.keys(SERIALIZERS)) {
    const sampled = await bench.sample("providers", {
      serialize: { provider, items },
      stringify: { provider, items },
    });
    const { ms, extra } = sampled("serialize");
    const megabytes = extra["megabytes"] ?? 0;
    results.push({
      name: `body for ${provider}, ${megabytes.toFixed(1)} MB at ${((megabytes / ms) * 1000).toFixed(0)} MB/s (floor: JSON.stringify of it)`,
      unit: "ms",
      measured: ms,
      floor: sampled("stringify").ms,
      budget: {},
    });
  }
  return results;
}

const serialize: Probe = async ({ provider, items }, measure) => {
  const { prompt, serializer } = prepared(String(provider), Number(items));
  let body: unknown;
  for (let round = 0; round < 5; round += 1) body = serializer(prompt);
  const megabytes = Buffer.byteLength(JSON.stringify(body)) / 1e6;
  await measure(() => void serializer(prompt));
  return { megabytes };
};

const stringify: Probe = async ({ provider, items }, measure) => {
  const { prompt, serializer } = prepared(String(provider), Number(items));
  const body = serializer(prompt);
  for (let round = 0; round < 5; round += 1) JSON.stringify(body);
  await measure(() => void JSON.stringify(body));
  return {};
};

function prepared(provider: string, items: number) {
  const serializer = SERIALIZERS[provider];
  if (serializer === undefined) throw new Error(`no serializer ${provider}`);
  const turns = workloadTurns();
  let state = initialState;
  while (state.ledger.entries.length < items) {
    state = turns.next().value.events.reduce(foldEvent, state);
  }
  return { prompt: projectPrompt(state), serializer };
}

export const row: Row = { run, probes: { serialize, stringify } };
