import { z } from "zod";
import type { Item } from "../../../events/item.js";
import { parseJson } from "../../../events/json.js";
import type { Usage } from "../../../events/slices.js";
import { itemOfCall } from "../calls.js";
import { nullishCount, nullishText, type ReadAnswer, usageOf } from "../define-provider.js";
import { GOOGLE_NAMES } from "../google/parts.js";
import type { ResponseOptions } from "../provider.js";

export const UsageBody = z.looseObject({
  total_input_tokens: nullishCount,
  total_cached_tokens: nullishCount,
  total_output_tokens: nullishCount,
  total_thought_tokens: nullishCount,
  total_tool_use_tokens: nullishCount,
  total_tokens: nullishCount,
});
type UsageBody = z.infer<typeof UsageBody>;

const Text = z.looseObject({ type: z.literal("text"), text: z.string() });
const Image = z.looseObject({
  type: z.literal("image"),
  data: z.string(),
  mime_type: z.string(),
});
const Content = z.looseObject({ type: z.string() });
const Output = z.looseObject({
  type: z.literal("model_output"),
  content: z.array(Content).nullish(),
});
const Thought = z.looseObject({
  type: z.literal("thought"),
  signature: nullishText,
  summary: z.array(Content).nullish(),
});
const Call = z.looseObject({
  type: z.literal("function_call"),
  id: z.string(),
  name: z.string(),
  arguments: z.unknown(),
});
const KnownStep = z.union([Output, Thought, Call]);
export const Step = z.looseObject({ type: z.string() });
export type Step = z.infer<typeof Step>;

/** An interaction as `POST /v1beta/interactions` answers it; a stream is folded into one. */
export const InteractionAnswer = z.looseObject({
  id: nullishText,
  model: nullishText,
  status: nullishText,
  steps: z.array(Step).nullish(),
  usage: UsageBody.nullish(),
  /** Of a stream that was continued: the number of steps before the interaction that is under way. */
  settled: z.number().optional(),
  /** Of a stream: what its settled interactions cost. */
  spent: UsageBody.nullish(),
  /** Of a stream: types of events and deltas that nothing here can hold. */
  unreadEvents: z.array(z.string()).optional(),
});
export type InteractionAnswer = z.infer<typeof InteractionAnswer>;

export function readInteraction(answer: InteractionAnswer, options: ResponseOptions): ReadAnswer {
  const items: Item[] = [];
  const unread: string[] = [];
  for (const raw of answer.steps ?? []) {
    const step = KnownStep.safeParse(raw);
    if (!step.success) unread.push(raw.type);
    else if (step.data.type === "model_output") addOutput(items, unread, step.data.content ?? []);
    else if (step.data.type === "thought") items.push(thoughtItem(unread, step.data));
    else {
      const { id, name } = step.data;
      const input = finishedArguments(raw) ?? step.data.arguments ?? {};
      items.push(itemOfCall({ id, name, input }, options.tools ?? [], GOOGLE_NAMES));
    }
  }
  unread.push(...(answer.unreadEvents ?? []));
  const { id, model, status: rawFinish } = answer;
  const isCalling = items.some(
    ({ type }) => type === "function_call" || type === "custom_tool_call",
  );
  const finishes = { ...FINISHES, completed: isCalling ? "tool-calls" : "stop" } as const;
  return { id, model, items, unread, usage: toUsage(answer), rawFinish, finishes };
}

const FINISHES: ReadAnswer["finishes"] = {
  queued: null,
  in_progress: null,
  requires_action: "tool-calls",
  requires_continuation: "paused",
  incomplete: "length",
  failed: "error",
};

/** Thoughts are reported beside the output. */
function toUsage({ usage, spent }: InteractionAnswer): Usage | null {
  const counts = addedUsage(spent ?? null, usage ?? null);
  if (counts === null) return null;
  const reasoning = counts.total_thought_tokens ?? 0;
  return usageOf({
    input: (counts.total_input_tokens ?? 0) + (counts.total_tool_use_tokens ?? 0),
    cachedInput: counts.total_cached_tokens,
    output: (counts.total_output_tokens ?? 0) + reasoning,
    reasoning,
    total: counts.total_tokens,
  });
}

/** The sum of both; null: neither was reported. */
export function addedUsage(one: UsageBody | null, other: UsageBody | null): UsageBody | null {
  if (one === null || other === null) return one ?? other;
  const sums = Object.keys(UsageBody.shape).map((key) => [
    key,
    Number(one[key] ?? 0) + Number(other[key] ?? 0),
  ]);
  return UsageBody.parse(Object.fromEntries(sums));
}

/** Texts are the parts of one message; a picture is an item of its own. */
function addOutput(items: Item[], unread: string[], contents: readonly Step[]): void {
  let message: Extract<Item, { type: "message" }> | null = null;
  for (const raw of contents) {
    const text = Text.safeParse(raw);
    const image = Image.safeParse(raw);
    if (text.success) {
      if (message === null) {
        message = { type: "message", role: "assistant", content: [] };
        items.push(message);
      }
      message.content.push({ type: "output_text", text: text.data.text });
    } else if (image.success) {
      const { mime_type: type, data } = image.data;
      const result = `data:${type};base64,${data}`;
      items.push({ type: "image_generation_call", status: "completed", result });
      message = null;
    } else unread.push(raw.type);
  }
}

function thoughtItem(unread: string[], thought: z.infer<typeof Thought>): Item {
  const summary = (thought.summary ?? []).flatMap((raw) => {
    const text = Text.safeParse(raw);
    if (!text.success) unread.push(`thought ${raw.type}`);
    return text.success ? [{ type: "summary_text" as const, text: text.data.text }] : [];
  });
  const signature = thought.signature ?? "";
  return {
    type: "reasoning",
    summary,
    provider: "google-interactions",
    ...(signature !== "" && { signature }),
  };
}

/** Streamed arguments come as pieces of one JSON text; while it is not whole, it stays that text. */
function finishedArguments({ partialJson }: Step): unknown {
  if (typeof partialJson !== "string" || partialJson === "") return undefined;
  return parseJson(partialJson) ?? partialJson;
}
