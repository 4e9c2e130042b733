import { type ToolCallItem } from "../../events/calls.js";
import type { CompactionItem, ImageGenerationCallItem, MessagePart, OtherItem, OutputPart, ReasoningItem, ToolSearchOutputItem, WebSearchCallItem } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { PromptItem } from "../prompt/prompt.js";
import { type RequestContext } from "./request-context.js";
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
export type OutputItem = Extract<PromptItem["item"], {
    type: "function_call_output" | "custom_tool_call_output" | "tool_search_output";
}>;
/** The parts of an output; a plain text is one part, an empty one none. */
export declare function outputParts(item: OutputItem): readonly OutputPart[];
/** Says that a call failed, where the API has no field for it or wants a text beside the field. */
export declare const FAILED_CALL = "[the tool call failed]";
/** Said before images that cannot stand in the result that they belong to. */
export declare function imagesLabel({ call }: OutputUnit): string;
/**
 * The developer and system messages that stand before all else: where an API keeps instructions
 * apart they go there, and never move again.
 */
export declare function leadingInstructions(units: readonly Unit[]): readonly MessageUnit[];
/** What the model said in one go, with the outputs of its calls in the order of the calls. */
export interface ModelGroup {
    readonly kind: "model";
    readonly units: readonly (MessageUnit | ReasoningUnit | CallUnit | HostedUnit)[];
    readonly outputs: readonly OutputUnit[];
}
/** What was said to the model between two of its turns, outputs apart. */
export interface InputGroup {
    readonly kind: "input";
    readonly units: readonly MessageUnit[];
}
type Group = ModelGroup | InputGroup;
/**
 * Groups units for the APIs that want a call's outputs directly behind the message that holds the
 * call: an output that stands further down is moved up, which is said in the repairs.
 * @param splitAfterCalls true where a message has its text before its calls: text behind a call
 *   begins a message of its own
 */
export declare function groupUnits(context: RequestContext, units: readonly Unit[], splitAfterCalls: boolean): readonly Group[];
/** Stands before a conversation that begins with the model. */
export declare const GOES_ON = "[the conversation goes on]";
/** Stands behind a conversation that ends with the model, or is empty. */
export declare const CONTINUE = "Continue.";
/** Units in which generated images stand as a user's message behind the model's text. */
export declare function withHostedText(context: RequestContext, unit: HostedUnit): readonly MessageUnit[];
export {};
