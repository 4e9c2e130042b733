import type { KnownItem } from "./item.js";

/** Every known kind: the type holds it to the schema. It stands apart so that asking loads no schema. */
const KNOWN_ITEM_TYPES: Readonly<Record<KnownItem["type"], true>> = {
  message: true,
  reasoning: true,
  local_shell_call: true,
  function_call: true,
  function_call_output: true,
  custom_tool_call: true,
  custom_tool_call_output: true,
  tool_search_call: true,
  tool_search_output: true,
  web_search_call: true,
  image_generation_call: true,
  ghost_snapshot: true,
  compaction: true,
  compaction_summary: true,
};

/** True when an object's `type` is a kind of item that has a meaning here (its form not checked). */
export function isKnownItemType(type: string): type is KnownItem["type"] {
  return Object.hasOwn(KNOWN_ITEM_TYPES, type);
}
