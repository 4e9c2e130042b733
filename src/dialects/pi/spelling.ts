import { fullToolName, type ToolCallItem } from "../../events/calls.js";
import type {
  InputImage,
  KnownItem,
  MessageItem,
  MessagePart,
  OutputPart,
  ReasoningItem,
  ToolSearchOutputItem,
} from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { SpellableEntry } from "../shared/export-ledger.js";
import { COMPACTION_FRAME, unframed } from "./read-content.js";

/** How a message of the user's stands in pi: as the user's, an extension's, or as a summary. */
type Voice = "user" | "extension" | "summary";

/** An item as pi has it, and what tells it apart from the same item elsewhere. */
export interface PiItem {
  readonly item: KnownItem;
  readonly mark?: Voice | "failed";
}

/** What entries are in pi; each is spelled once. */
export class Spelling {
  readonly #known = new WeakMap<SpellableEntry, readonly PiItem[]>();

  of(entry: SpellableEntry): readonly PiItem[] {
    let spelled = this.#known.get(entry);
    if (spelled === undefined) this.#known.set(entry, (spelled = spellEntry(entry)));
    return spelled;
  }
}

/**
 * An entry as a pi session has it, and as it is read from one again. Kinds of items that pi does not
 * have stand in none (docs/pi.md lists what becomes of each).
 */
function spellEntry({ item, origin, summary, failed }: SpellableEntry): readonly PiItem[] {
  switch (item.type) {
    case "message":
      if (item.role === "assistant") return spellAnswer(item);
      return spellMessage(item, summary === true ? "summary" : voiceOf(origin));
    case "reasoning":
      return [{ item: spellThought(item) }];
    case "function_call_output":
    case "custom_tool_call_output": {
      const output = spellOutput(item.output);
      const spelled: KnownItem = { type: "function_call_output", call_id: item.call_id, output };
      return [{ item: spelled, ...(failed === true && { mark: "failed" }) }];
    }
    case "tool_search_output":
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
    case "tool_search_call":
      return spellCall(item);
    case "web_search_call":
    case "image_generation_call":
    case "ghost_snapshot":
    case "compaction":
    case "compaction_summary":
    case "other":
      return [];
  }
}

/** True for an image in base 64, as pi has them all. */
export function isInline({ image_url: url, blob }: InputImage): boolean {
  return /^data:[^,;]+;base64,/.test(blob?.urlPrefix ?? url);
}

function voiceOf(origin: SpellableEntry["origin"]): Voice {
  return origin === "user" || origin === "agent" ? "user" : "extension";
}

/** Each text of an answer is read as an item of its own. */
function spellAnswer({ content }: MessageItem): readonly PiItem[] {
  return content.flatMap((part) => {
    if (part.type === "input_image") return [];
    const signature = part["thoughtSignature"];
    const signed = typeof signature === "string" ? { thoughtSignature: signature } : {};
    const spelled = { type: "output_text" as const, text: part.text, ...signed };
    return [{ item: { type: "message" as const, role: "assistant", content: [spelled] } }];
  });
}

function spellMessage({ content }: MessageItem, voice: Voice): readonly PiItem[] {
  const parts = content.flatMap(spellPart);
  if (parts.length === 0) return [];
  const texts = parts.flatMap((part) => (part.type === "input_image" ? [] : [part.text]));
  if (voice !== "summary" || texts.length < parts.length) {
    const mark = voice === "summary" ? "extension" : voice;
    return [{ item: { type: "message", role: "user", content: parts }, mark }];
  }
  const text = texts.join("");
  const { before, after } = COMPACTION_FRAME;
  const framed = unframed(COMPACTION_FRAME, text) === null ? before + text + after : text;
  const part = { type: "input_text" as const, text: framed };
  return [{ item: { type: "message", role: "user", content: [part] }, mark: "summary" }];
}

function spellOutput(output: string | readonly OutputPart[]): OutputPart[] {
  if (typeof output === "string") return [{ type: "input_text", text: output }];
  return output.flatMap(spellPart);
}

function spellPart(part: MessagePart): OutputPart[] {
  if (part.type !== "input_image") return [{ type: "input_text", text: part.text }];
  if (!isInline(part)) return [];
  const { image_url, blob } = part;
  return [{ type: "input_image", image_url, ...(blob !== undefined && { blob }) }];
}

type Call = ToolCallItem | ToolSearchOutputItem;

/** A call of any kind as one of a function, as pi has them all; one without an id as none. */
function spellCall(item: Call): readonly { readonly item: KnownItem }[] {
  const { call_id: callId } = item;
  if (typeof callId !== "string") return [];
  if (item.type === "tool_search_output") {
    const text = JSON.stringify(item.tools);
    const output = [{ type: "input_text" as const, text }];
    return [{ item: { type: "function_call_output", call_id: callId, output } }];
  }
  const call: KnownItem = {
    type: "function_call",
    name: fullToolName(item),
    arguments: JSON.stringify(argumentsOf(item)),
    call_id: callId,
  };
  const signature = item["thoughtSignature"];
  return [
    { item: typeof signature === "string" ? { ...call, thoughtSignature: signature } : call },
  ];
}

/** pi wants an object. */
function argumentsOf(item: ToolCallItem): object {
  switch (item.type) {
    case "function_call":
      return parsedArguments(item.arguments);
    case "custom_tool_call":
      return { input: item.input };
    case "local_shell_call":
      return item.action;
    case "tool_search_call":
      return { arguments: item.arguments };
  }
}

function parsedArguments(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : { arguments: text };
  } catch (error) {
    if (error instanceof SyntaxError) return { arguments: text };
    throw error;
  }
}

/** A thought as it is read from a pi session. */
function spellThought(item: ReasoningItem): ReasoningItem {
  const { provider = "openai" } = item;
  if (provider === "openai") return spellOpenai(item);
  const text = [...item.summary, ...(item.content ?? [])].map((part) => part.text).join("\n");
  if (provider === "google") {
    const summary = [{ type: "summary_text" as const, text }];
    const signature = item["thoughtSignature"];
    const spelled: ReasoningItem = { type: "reasoning", summary, provider };
    return typeof signature === "string" ? { ...spelled, thoughtSignature: signature } : spelled;
  }
  const content = [{ type: "reasoning_text" as const, text }];
  if (provider !== "anthropic") {
    const known = provider === "openai-chat" ? provider : "unknown";
    return { type: "reasoning", summary: [], content, provider: known };
  }
  const { signature, redacted } = item;
  const spelled: ReasoningItem = { type: "reasoning", summary: [], content, provider };
  if (typeof redacted === "string") return { ...spelled, redacted };
  return typeof signature === "string" ? { ...spelled, signature } : spelled;
}

/** Its readable text stands in the summary; the encrypted one goes back to OpenAI as it is. */
function spellOpenai({
  summary,
  content,
  id,
  encrypted_content: sealed,
}: ReasoningItem): ReasoningItem {
  const parts = [...summary, ...(content ?? [])].map(({ text }) => ({
    type: "summary_text" as const,
    text,
  }));
  const spelled: ReasoningItem = { type: "reasoning", summary: parts };
  if (typeof id === "string") spelled.id = id;
  if (typeof sealed === "string") spelled.encrypted_content = sealed;
  return spelled;
}
