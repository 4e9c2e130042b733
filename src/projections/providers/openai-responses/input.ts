import { z } from "zod";
import { isPassedOn } from "../../../events/item-class.js";
import type {
  ImageGenerationCallItem,
  OtherItem,
  WebSearchCallItem,
} from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import { resolveImage } from "../images.js";
import { reasoningRefusal, type RequestContext } from "../request-context.js";
import {
  type HostedUnit,
  type MessageUnit,
  type ReasoningUnit,
  type Unit,
  withHostedText,
} from "../units.js";
import type {
  ResponsesImageGenerationCall,
  ResponsesInputItem,
  ResponsesOutputMessage,
  ResponsesReasoning,
  ResponsesWebSearchCall,
} from "./body.js";
import { assistantParts, inputParts, toCallItem, toOutputItem, unstored } from "./calls.js";
import { codexUnits, sealedUnits } from "./codex-units.js";

interface Placed {
  readonly item: ResponsesInputItem;
  readonly ref: ItemRef | null;
}

/** The input items. Each recorded item keeps its place; outputs stand wherever after their calls. */
export function toInput(
  context: RequestContext,
  units: readonly Unit[],
): { input: ResponsesInputItem[]; origins: ItemRef[][] } {
  const taken = new Set<string>();
  const placed = sealedUnits(context, codexUnits(units)).flatMap((unit) =>
    toItems(context, unit, taken),
  );
  const kept = withoutLooseReasoning(context, placed);
  return {
    input: kept.map(({ item }) => item),
    origins: kept.map(({ ref }) => (ref === null ? [] : [ref])),
  };
}

/** @param taken ids of the items before: the API refuses a body that holds one twice */
function toItems(context: RequestContext, unit: Unit, taken: Set<string>): readonly Placed[] {
  const { ref } = unit;
  switch (unit.kind) {
    case "message":
      return toMessage(context, unit);
    case "reasoning":
      return toReasoning(context, unit, taken);
    case "call":
      return [{ item: toCallItem(context, unit), ref }];
    case "output":
      return [{ item: toOutputItem(context, unit), ref: ref ?? unit.call.ref }];
    case "hosted": {
      const item = toHostedItem(context, unit, taken);
      if (item !== null) return [{ item, ref }];
      return withHostedText(context, unit).flatMap((message) => toMessage(context, message));
    }
  }
}

function toMessage(context: RequestContext, unit: MessageUnit): readonly Placed[] {
  const { ref, role, parts, phase } = unit;
  if (parts.length === 0) {
    context.repair("empty-dropped", ref, "a message without content");
    return [];
  }
  if (role !== "assistant") {
    return [{ item: { type: "message", role, content: inputParts(context, parts, ref) }, ref }];
  }
  const known = phase === "commentary" || phase === "final_answer";
  const item = unstored<ResponsesOutputMessage>({
    type: "message",
    role,
    status: "completed",
    content: assistantParts(context, parts, ref),
    ...(known ? { phase } : {}),
  });
  return [{ item, ref }];
}

/** Reasoning without a stored copy is of use only encrypted, by OpenAI, after what it was made for. */
function toReasoning(
  context: RequestContext,
  unit: ReasoningUnit,
  taken: Set<string>,
): readonly Placed[] {
  const { item, ref } = unit;
  const encrypted = item.encrypted_content ?? "";
  const isUnsealed = (item.provider ?? "openai") === "openai" && encrypted === "";
  const reason = isUnsealed
    ? "reasoning that is not encrypted: OpenAI would look for a stored copy"
    : (reasoningRefusal(context, unit, "openai") ??
      (context.has("no-reasoning") ? `${context.model.id} does not reason` : null));
  if (reason !== null) {
    context.repair("reasoning-left-out", ref, reason);
    return [];
  }
  const body = {
    type: "reasoning" as const,
    summary: item.summary.map(({ type, text }) => ({ type, text: context.text(text, ref) })),
    encrypted_content: encrypted,
  };
  const id = item.id ?? "";
  const stored = id.startsWith("rs") && !taken.has(id);
  taken.add(id);
  return [{ item: stored ? { ...body, id } : unstored<ResponsesReasoning>(body), ref }];
}

/** Reasoning is refused unless an item that the model made comes after it. */
function withoutLooseReasoning(
  context: RequestContext,
  placed: readonly Placed[],
): readonly Placed[] {
  const kept: Placed[] = [];
  for (const entry of placed.toReversed()) {
    const next = kept.at(-1)?.item;
    if (entry.item.type === "reasoning" && (next === undefined || !isModelMade(next))) {
      context.repair("reasoning-left-out", entry.ref, "nothing that the model made follows it");
    } else kept.push(entry);
  }
  return kept.reverse();
}

function isModelMade(item: ResponsesInputItem): boolean {
  switch (item.type) {
    case "message":
      return item.role === "assistant";
    case "function_call_output":
    case "custom_tool_call_output":
    case "tool_search_output":
    case "additional_tools":
      return false;
    case "reasoning":
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
    case "tool_search_call":
    case "web_search_call":
    case "image_generation_call":
    case "compaction":
      return true;
  }
}

const text = z.string();
const Action = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("search"),
    query: text.nullish(),
    queries: z.array(text).nullish(),
  }),
  z.looseObject({ type: z.literal("open_page"), url: text.nullish() }),
  z.looseObject({ type: z.literal("find_in_page"), url: text, pattern: text }),
]);
const SEARCH_STATES = ["in_progress", "searching", "completed", "failed"] as const;
const IMAGE_STATES = ["in_progress", "completed", "generating", "failed"] as const;

/**
 * A call that OpenAI itself ran, as it takes it back; null: it has to be told as text.
 * @param taken ids of the items before: one that comes again cannot be sent
 */
function toHostedItem(
  context: RequestContext,
  unit: HostedUnit,
  taken: Set<string>,
): ResponsesInputItem | null {
  const { item } = unit;
  switch (item.type) {
    case "web_search_call":
      return toWebSearchCall(context, unit, item);
    case "image_generation_call":
      if (taken.has(item.id ?? "")) return null;
      taken.add(item.id ?? "");
      return toImageGenerationCall(context, unit, item);
    case "compaction":
    case "compaction_summary":
      if (item["provider"] !== undefined) return null;
      return { type: "compaction", encrypted_content: item.encrypted_content };
    case "other":
      return toPassedOn(context, unit, item);
  }
}

const NOT_SENT: ReadonlySet<string> = new Set(["id", "internal_chat_message_metadata_passthrough"]);

/** An item that Codex sends as it recorded it, without its id and what it notes for itself. */
function toPassedOn(
  context: RequestContext,
  { ref }: HostedUnit,
  { original }: OtherItem,
): ResponsesInputItem | null {
  const members = Object.entries(context.json(original, ref)).filter(
    ([name]) => !NOT_SENT.has(name),
  );
  const item = { ...Object.fromEntries(members), type: original.type };
  return isSendable(item) ? item : null;
}

/** The SDK's types do not have all of these kinds. */
function isSendable(item: { readonly type: string }): item is ResponsesInputItem {
  return isPassedOn(item.type);
}

function toWebSearchCall(
  context: RequestContext,
  { ref }: HostedUnit,
  item: WebSearchCallItem,
): ResponsesWebSearchCall | null {
  const provider = item.provider;
  const action = Action.safeParse(item.action ? context.json(item.action, ref) : null);
  if (!action.success || (provider !== undefined && provider !== "openai")) return null;
  return unstored<ResponsesWebSearchCall>({
    type: "web_search_call",
    status: SEARCH_STATES.find((state) => state === item.status) ?? "completed",
    action: toAction(action.data),
  });
}

function toAction(action: z.infer<typeof Action>): ResponsesWebSearchCall["action"] {
  switch (action.type) {
    case "search":
      return {
        type: "search",
        ...(typeof action.query === "string" ? { query: action.query } : {}),
        ...(action.queries ? { queries: action.queries } : {}),
      };
    case "open_page":
      return { type: "open_page", url: action.url ?? null };
    case "find_in_page":
      return { type: "find_in_page", url: action.url, pattern: action.pattern };
  }
}

function toImageGenerationCall(
  context: RequestContext,
  { ref }: HostedUnit,
  item: ImageGenerationCallItem,
): ResponsesImageGenerationCall | null {
  if (!item.id?.startsWith("ig")) return null;
  const status = IMAGE_STATES.find((state) => state === item.status) ?? "completed";
  const call = { type: "image_generation_call" as const, id: item.id, status };
  if (!item.result.startsWith("blob:")) return { ...call, result: item.result };
  const rules = { mediaTypes: new Set(["image/png", "image/jpeg", "image/webp"]), urls: null };
  const image = resolveImage(context, { image_url: item.result }, { ref, rules });
  return { ...call, result: image.kind === "inline" ? image.data : "" };
}
