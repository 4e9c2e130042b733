import type { Item, MessagePart } from "../../events/item.js";
import type { ItemEdit } from "./plan.js";

/** The item that an edit puts in another one's place; null: that one has no text to change. */
export function editedItem(item: Item, edit: ItemEdit): Item | null {
  if (edit.item !== undefined) return edit.item;
  const { text } = edit;
  if (text === undefined) return null;
  if (item.type === "function_call_output" || item.type === "custom_tool_call_output") {
    return { ...item, output: text };
  }
  if (item.type !== "message") return null;
  const images = item.content.filter((part) => part.type === "input_image");
  const said: MessagePart =
    item.role === "assistant" ? { type: "output_text", text } : { type: "input_text", text };
  return { ...item, content: [said, ...images] };
}

/** The item that an edit adds: its own, or what a user says. */
export function addedItem({ item, text = "" }: ItemEdit): Item {
  if (item !== undefined) return item;
  return { type: "message", role: "user", content: [{ type: "input_text", text }] };
}
