import { z } from "zod";
import type { WebSearchCallItem } from "../../../events/item.js";
import type { AnthropicServerToolUse, AnthropicWebSearchResult } from "./body.js";

export const ServerSearch = z.looseObject({
  type: z.literal("server_tool_use"),
  id: z.string(),
  name: z.literal("web_search"),
  input: z.record(z.string(), z.unknown()),
});
export const ServerSearchResult = z.looseObject({
  type: z.literal("web_search_tool_result"),
  tool_use_id: z.string(),
  content: z.array(
    z.looseObject({
      type: z.literal("web_search_result"),
      title: z.string(),
      url: z.string(),
      encrypted_content: z.string(),
      page_age: z.string().nullish(),
    }),
  ),
});
const Blocks = z.tuple([ServerSearch, ServerSearchResult]);

/** A search and its result as one item, with both blocks kept for the way back. */
export function webSearchItem(
  use: z.infer<typeof ServerSearch>,
  result: z.infer<typeof ServerSearchResult>,
): WebSearchCallItem {
  const { query } = use.input;
  return {
    type: "web_search_call",
    status: "completed",
    action: { type: "search", ...(typeof query === "string" ? { query } : {}) },
    provider: "anthropic",
    blocks: [use, result],
  };
}

/** The blocks of a search that Anthropic itself ran; null: another provider's. */
export function webSearchBlocks(
  item: WebSearchCallItem,
): [AnthropicServerToolUse, AnthropicWebSearchResult] | null {
  if (item["provider"] !== "anthropic") return null;
  const blocks = Blocks.safeParse(item["blocks"]);
  if (!blocks.success) return null;
  const [use, result] = blocks.data;
  return [
    { type: use.type, id: use.id, name: use.name, input: use.input },
    {
      type: result.type,
      tool_use_id: result.tool_use_id,
      content: result.content.map(({ type, title, url, encrypted_content, page_age }) => ({
        type,
        title,
        url,
        encrypted_content,
        ...(page_age === undefined ? {} : { page_age }),
      })),
    },
  ];
}
