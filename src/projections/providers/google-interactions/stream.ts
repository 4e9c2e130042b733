import { z } from "zod";
import { invalidResponse } from "../../errors.js";
import { decodeBody, nullishText, refuseFailure } from "../define-provider.js";
import { addedUsage, type InteractionAnswer, Step, UsageBody } from "./response.js";

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

function withUnread(answer: InteractionAnswer, type: string): InteractionAnswer {
  return { ...answer, unreadEvents: [...(answer.unreadEvents ?? []), type] };
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
  const next = withPiece(step, delta);
  return next === null ? withUnread(answer, delta.type) : withStep(answer, at, next);
}

/** Deltas of the provider's own tools are among those of a step that is unread as a whole. */
function withPiece(step: Step, delta: Step): Step | null {
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
      return { ...step, signature: joined(step["signature"], delta["signature"]) };
    case "function_call arguments_delta":
      return { ...step, partialJson: joined(step["partialJson"], delta["arguments"]) };
    default:
      return null;
  }
}

function joined(before: unknown, added: unknown): string {
  return (typeof before === "string" ? before : "") + (typeof added === "string" ? added : "");
}

function contentsOf(value: unknown): readonly Step[] {
  const contents = z.array(Step).safeParse(value);
  return contents.success ? contents.data : [];
}

/** Texts that follow each other in a stream are pieces of one. */
function withText(before: readonly Step[], added: Step): readonly Step[] {
  const last = before.at(-1);
  if (last?.type !== "text" || added.type !== "text") return [...before, added];
  return [...before.slice(0, -1), { ...last, text: joined(last["text"], added["text"]) }];
}
