import { bareToolName, type ToolCallItem } from "../../events/call-name.js";
import type {
  CompactionItem,
  ImageGenerationCallItem,
  MessagePart,
  OtherItem,
  OutputPart,
  ReasoningItem,
  ToolSearchOutputItem,
  WebSearchCallItem,
} from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { PromptItem } from "../prompt/prompt.js";

/** A message of one of the roles that every provider knows in some form. */
export interface MessageUnit {
  readonly kind: "message";
  readonly ref: ItemRef | null;
  readonly role: "user" | "assistant" | "developer" | "system";
  readonly parts: readonly MessagePart[];
  /** `commentary` or `final_answer`, where OpenAI said so. */
  readonly phase: string | null;
}

/** A reasoning item, whoever made it. */
export interface ReasoningUnit {
  readonly kind: "reasoning";
  readonly ref: ItemRef | null;
  readonly item: ReasoningItem;
  readonly behindEdit: boolean;
}

/** A call. Each one has exactly one output in the same list. */
export interface CallUnit {
  readonly kind: "call";
  readonly ref: ItemRef | null;
  readonly item: ToolCallItem;
  readonly recordedId: string | null;
  /** The id of this request: unique in it, accepted by the API. */
  readonly id: string;
}

/** The output of a call. */
export interface OutputUnit {
  readonly kind: "output";
  /** Null: inserted here, for a call that has none. */
  readonly ref: ItemRef | null;
  readonly call: CallUnit;
  readonly parts: readonly OutputPart[];
  /** True when the output was recorded as a list of parts, and not as a text. */
  readonly isList: boolean;
  readonly failed: boolean;
  /** The found tools, for a tool search. */
  readonly search: ToolSearchOutputItem | null;
}

/** What only the provider that made it can read; others get a text, or nothing. */
export interface HostedUnit {
  readonly kind: "hosted";
  readonly ref: ItemRef | null;
  readonly item: WebSearchCallItem | ImageGenerationCallItem | CompactionItem | OtherItem;
}

/** A prompt's items, with every call paired: what each serializer starts from. */
export type Unit = MessageUnit | ReasoningUnit | CallUnit | OutputUnit | HostedUnit;

export type OutputItem = Extract<
  PromptItem["item"],
  { type: "function_call_output" | "custom_tool_call_output" | "tool_search_output" }
>;

/** The parts of an output; a plain text is one part, an empty one none. */
export function outputParts(item: OutputItem): readonly OutputPart[] {
  if (item.type === "tool_search_output") {
    return [{ type: "input_text", text: JSON.stringify(item.tools) }];
  }
  if (typeof item.output !== "string") return item.output;
  return item.output === "" ? [] : [{ type: "input_text", text: item.output }];
}

/** Says that a call failed, where the API has no field for it or wants a text beside the field. */
export const FAILED_CALL = "[the tool call failed]";

/** Said before images that cannot stand in the result that they belong to. */
export function imagesLabel({ call }: OutputUnit): string {
  return `[images of the result of ${bareToolName(call.item)}]`;
}
