import { isModelGenerated, isToolOutput } from "../../events/item-class.js";
import { Item } from "../../events/item.js";
import type { Origin } from "../../events/recorded-item.js";
import { isRecord } from "../../projections/providers/request-context.js";
import type { ItemInput } from "../record-item.js";
import { contentParts, hasContent } from "./content-parts.js";
import { UnsupportedContent } from "./unsupported-content.js";

/**
 * An item as a caller hands it in: bare, or with its origin (`fromResponse` gives it so).
 * @throws {UnsupportedContent} it is no item, or of a kind that is never sent to a provider
 */
export function readItem(value: unknown): ItemInput {
  const bare = isRecord(value) && "item" in value ? value["item"] : value;
  const read = Item.safeParse(bare);
  if (!read.success) {
    const where = read.error.issues[0]?.path.map(String).join(".") ?? "";
    throw new UnsupportedContent(`it is no item${where === "" ? "" : ` (see ${where})`}`);
  }
  const item = read.data;
  checkContent(item);
  const failed = isRecord(value) && value["failed"] === true;
  return { item, origin: originOf(item), ...(failed && { failed }) };
}

/** @throws {UnsupportedContent} a message without content, or a picture that no provider takes */
function checkContent(item: Item): void {
  if (item.type === "message") {
    if (!hasContent(contentParts(item.content))) {
      throw new UnsupportedContent("there is nothing in it");
    }
    return;
  }
  const isOutput = item.type === "function_call_output" || item.type === "custom_tool_call_output";
  if (isOutput && typeof item.output !== "string") contentParts(item.output);
}

/** Said by the kind and role alone: what a caller hands in is never looked into. */
function originOf(item: Item): Origin {
  if (isToolOutput(item)) return "tool";
  if (item.type === "message" && item.role === "user") return "user";
  if (item.type === "message" && item.role === "developer") return "runtime";
  if (isModelGenerated(item)) return "model";
  const role = item.type === "message" ? ` of role ${item.role}` : "";
  throw new UnsupportedContent(`an item ${item.type}${role} is for no provider`);
}
