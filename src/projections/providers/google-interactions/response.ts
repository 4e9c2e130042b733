import { z } from "zod";
import type { Item } from "../../../events/item.js";
import type { Usage } from "../../../events/slices.js";
import { itemOfCall } from "../calls.js";
import {
  decodeBody,
  invalidResponse,
  nullishCount,
  nullishText,
  type ReadAnswer,
  refuseFailure,
  streamedInput,
  usageOf,
  withPiece,
  withUnread,
} from "../define-provider.js";
import { GOOGLE_NAMES } from "../google/parts.js";
import type { ResponseOptions } from "../provider.js";

const UsageBody = z.looseObject({
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
const Step = z.looseObject({ type: z.string() });
type Step = z.infer<typeof Step>;

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
type InteractionAnswer = z.infer<typeof InteractionAnswer>;

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
      const input = streamedInput(raw["partialJson"]) ?? step.data.arguments ?? {};
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
function addedUsage(one: UsageBody | null, other: UsageBody | null): UsageBody | null {
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

const index = z.int().nonnegative();
const Snapshot = z.looseObject({
  id: nullishText,
  model: nullishText,
  status: nullishText,
  steps: z.array(Step).nullish(),
  usage: UsageBody.nullish(),
});
const KnownEvent = z.discriminatedUnion("event_type", [
  z.looseObject({ event_type: z.literal("interaction.created"), interaction: Snapshot }),
  z.looseObject({ event_type: z.literal("interaction.status_update"), status: z.string() }),
  z.looseObject({ event_type: z.literal("step.start"), index, step: Step }),
  z.looseObject({ event_type: z.literal("step.delta"), index, delta: Step }),
  z.looseObject({ event_type: z.literal("step.stop"), index }),
  z.looseObject({ event_type: z.literal("interaction.completed"), interaction: Snapshot }),
]);
const EVENT_TYPES = new Set<string>(
  KnownEvent.options.map((option) => option.shape.event_type.value),
);
const AnyEvent = z.looseObject({ event_type: z.string() });

/** The client may continue a long answer: each interaction counts its steps and tokens from 0. */
export function foldInteractionEvent(answer: InteractionAnswer, chunk: unknown): InteractionAnswer {
  refuseFailure("google", chunk, "code");
  const { event_type: type } = decodeBody(AnyEvent, "google", chunk);
  if (!EVENT_TYPES.has(type)) return withUnread(answer, type);
  const event = decodeBody(KnownEvent, "google", chunk);
  switch (event.event_type) {
    case "interaction.created":
      return begun(answer, event.interaction);
    case "interaction.status_update":
      return { ...answer, status: event.status };
    case "step.start":
      return withStep(answer, event.index, event.step);
    case "step.delta":
      return withDelta(answer, event.index, event.delta);
    case "step.stop":
      return answer;
    case "interaction.completed":
      return completed(answer, event.interaction);
  }
}

type Snapshot = z.infer<typeof Snapshot>;

function begun(answer: InteractionAnswer, { id, model, status }: Snapshot): InteractionAnswer {
  const spent = addedUsage(answer.spent ?? null, answer.usage ?? null);
  const settled = answer.steps?.length ?? 0;
  return { ...answer, id, model: model ?? answer.model, status, settled, spent, usage: null };
}

/** The steps came before: what the last event says of them counts only where none did. */
function completed(answer: InteractionAnswer, last: Snapshot): InteractionAnswer {
  const { id, model, status, usage } = last;
  const before = answer.steps ?? [];
  const isNew = before.length === (answer.settled ?? 0);
  return {
    ...answer,
    id: id ?? answer.id,
    model: model ?? answer.model,
    status,
    usage: usage ?? answer.usage,
    steps: isNew ? [...before, ...(last.steps ?? [])] : before,
  };
}

function withStep(answer: InteractionAnswer, at: number, step: Step): InteractionAnswer {
  const steps = (answer.steps ?? []).slice();
  const place = (answer.settled ?? 0) + at;
  if (place > steps.length) throw invalidResponse("google", "a step before the one before it");
  steps[place] = step;
  return { ...answer, steps };
}

function withDelta(answer: InteractionAnswer, at: number, delta: Step): InteractionAnswer {
  const step = answer.steps?.[(answer.settled ?? 0) + at];
  if (step === undefined) throw invalidResponse("google", "a delta before its step");
  const next = withDeltaOf(step, delta);
  return next === null ? withUnread(answer, delta.type) : withStep(answer, at, next);
}

/** Deltas of the provider's own tools are among those of a step that is unread as a whole. */
function withDeltaOf(step: Step, delta: Step): Step | null {
  const isKnown = ["model_output", "thought", "function_call"].includes(step.type);
  if (!isKnown || delta.type === "text_annotation_delta") return step;
  switch (`${step.type} ${delta.type}`) {
    case "model_output text":
      return { ...step, content: withText(contentsOf(step["content"]), delta) };
    case "model_output image":
      return { ...step, content: [...contentsOf(step["content"]), delta] };
    case "thought thought_summary": {
      const { content } = delta;
      const added = Step.safeParse(content);
      if (!added.success) return null;
      return { ...step, summary: withText(contentsOf(step["summary"]), added.data) };
    }
    case "thought thought_signature":
      return { ...step, signature: withPiece(step["signature"], delta["signature"]) };
    case "function_call arguments_delta":
      return { ...step, partialJson: withPiece(step["partialJson"], delta["arguments"]) };
    default:
      return null;
  }
}

function contentsOf(value: unknown): readonly Step[] {
  const contents = z.array(Step).safeParse(value);
  return contents.success ? contents.data : [];
}

/** Texts that follow each other in a stream are pieces of one. */
function withText(before: readonly Step[], added: Step): readonly Step[] {
  const last = before.at(-1);
  if (last?.type !== "text" || added.type !== "text") return [...before, added];
  return [...before.slice(0, -1), { ...last, text: withPiece(last["text"], added["text"]) }];
}
