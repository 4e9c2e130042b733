import type { InputImage, Item } from "../../events/item.js";
import type { Origin } from "../../events/recorded-item.js";
import { imageSize } from "../tokens/image-tokens.js";
import type { TranscriptSpeaker } from "./transcript.js";

/** What a transcript shows of an item. */
export interface DescribedItem {
  readonly speaker: TranscriptSpeaker;
  readonly name: string | null;
  readonly callId: string | null;
  readonly text: string;
  readonly images: readonly string[];
}

/** @returns null for an item that is not for reading: ghost snapshots, sealed reasoning */
export function describeItem(item: Item, origin: Origin): DescribedItem | null {
  switch (item.type) {
    case "message":
      return { ...content(item.content), speaker: speakerOf(item.role, origin) };
    case "reasoning": {
      const text = [...item.summary, ...(item.content ?? [])].map((part) => part.text).join("\n");
      return text === "" ? null : { ...plain(text), speaker: "reasoning" };
    }
    case "function_call":
      return call(item.name, item.call_id, item.arguments);
    case "custom_tool_call":
      return call(item.name, item.call_id, item.input);
    case "local_shell_call":
      return call("local_shell", item.call_id, item.action.command.join(" "));
    case "tool_search_call":
      return call("tool_search", item.call_id, JSON.stringify(item.arguments ?? null));
    case "web_search_call":
      return call("web_search", null, JSON.stringify(item.action ?? null));
    case "image_generation_call":
      return { ...call("image_generation", item.id, item.revised_prompt ?? ""), images: ["image"] };
    case "function_call_output":
    case "custom_tool_call_output": {
      const { output } = item;
      const shown = typeof output === "string" ? plain(output) : content(output);
      return { ...shown, speaker: "output", callId: item.call_id };
    }
    case "tool_search_output":
      return {
        ...plain(JSON.stringify(item.tools)),
        speaker: "output",
        callId: item.call_id ?? null,
      };
    case "other":
      return { ...plain(JSON.stringify(item.original)), speaker: "context" };
    case "ghost_snapshot":
    case "compaction":
    case "compaction_summary":
      return null;
  }
}

function speakerOf(role: string, origin: Origin): TranscriptSpeaker {
  if (origin === "user" || origin === "agent") return origin;
  return role === "assistant" ? "model" : "context";
}

type Plain = Omit<DescribedItem, "speaker">;

function plain(text: string): Plain {
  return { name: null, callId: null, text, images: [] };
}

function call(name: string, callId: string | null | undefined, text: string): DescribedItem {
  return { ...plain(text), speaker: "call", name, callId: callId ?? null };
}

function content(
  parts: readonly (InputImage | { readonly type: string; readonly text: string })[],
): Plain {
  const texts: string[] = [];
  const images: string[] = [];
  for (const part of parts) {
    if ("image_url" in part) images.push(describeImage(part));
    else texts.push(part.text);
  }
  return { ...plain(texts.join("\n")), images };
}

function describeImage(image: InputImage): string {
  const size = imageSize(image);
  const pixels = size === null ? "" : ` ${size.width} × ${size.height}`;
  return `${image.blob?.mediaType ?? "image"}${pixels}`;
}
