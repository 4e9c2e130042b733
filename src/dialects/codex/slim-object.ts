import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { GoneParts, SlimPlace } from "../shared/slimming.js";

/**
 * A line of a rollout without what gives way (docs/slim.md#codex). Lines that Codex shows (`event_msg`)
 * stay as they are.
 */
export function slimCodexObject(object: JsonObject, place: SlimPlace, gone: GoneParts): JsonObject {
  const { payload } = object;
  if (place === "kept") return object;
  if (!isJsonObject(payload)) return slimItem(object, place, gone); // the bare form of 2025
  const slim = object.type === "compacted" ? slimCompaction(payload, place, gone) : null;
  const item = object.type === "response_item" ? slimItem(payload, place, gone) : null;
  const changed = slim ?? item ?? payload;
  return changed === payload ? object : { ...object, payload: changed };
}

/**
 * A checkpoint that no state is made from. Before all that stay its list is left out: going back that
 * far, Codex rebuilds it from the user's messages and the summary (docs/semantics.md §12.7). Between
 * them it is empty, because a later checkpoint replaces it and a rebuilt one would drop the baseline.
 */
function slimCompaction(payload: JsonObject, place: SlimPlace, gone: GoneParts): JsonObject {
  if (place === "rebuilt" || !Array.isArray(payload.replacement_history)) return payload;
  const isRebuilt = place === "older" && typeof payload.message === "string";
  return gone.members("checkpoint", payload, {
    replacement_history: isRebuilt ? undefined : [],
    replacement_history_metadata: undefined,
    retained_context: undefined,
  });
}

/** A checkpoint without a list is rebuilt from messages (docs/semantics.md §12.7). */
function slimItem(item: JsonObject, place: SlimPlace, gone: GoneParts): JsonObject {
  switch (item.type) {
    case "message":
      if (place === "rebuilt") return item;
      return gone.put(item, "content", gone.images(item.content));
    case "function_call_output":
    case "custom_tool_call_output":
      return gone.put(item, "output", gone.texts("output", item.output));
    case "image_generation_call":
      return gone.put(item, "result", gone.imageBytes(item.result));
    case "reasoning":
      return typeof item.encrypted_content === "string"
        ? gone.members("reasoning", item, { encrypted_content: null })
        : item;
    default:
      return item;
  }
}
