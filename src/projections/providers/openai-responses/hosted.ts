import { z } from "zod";
import type { ImageGenerationCallItem, WebSearchCallItem } from "../../../events/item.js";
import { resolveImage } from "../images.js";
import type { RequestContext } from "../request-context.js";
import type { HostedUnit } from "../units.js";
import type {
  ResponsesImageGenerationCall,
  ResponsesInputItem,
  ResponsesWebSearchCall,
} from "./body.js";
import { unstored } from "./unstored.js";

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
export function toHostedItem(
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
      return { type: "compaction", encrypted_content: item.encrypted_content };
    case "other":
      return null;
  }
}

function toWebSearchCall(
  context: RequestContext,
  { ref }: HostedUnit,
  item: WebSearchCallItem,
): ResponsesWebSearchCall | null {
  const provider = item["provider"];
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
