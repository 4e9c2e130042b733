import type { ReasoningItem } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { ModelInfo, ModelTrait } from "../../models/model-info.js";
import type { Prompt, PromptRepair, PromptRepairKind } from "../prompt/prompt.js";
import type { ReasoningOptions, RequestOptions } from "./provider.js";
/** What one `toRequest` works with: settled settings, and the list of repairs that it fills. */
export declare class RequestContext {
    #private;
    readonly options: RequestOptions;
    readonly model: ModelInfo;
    /** False: nothing is known of the model, so a family's newest rules are assumed. */
    readonly knownModel: boolean;
    readonly repairs: PromptRepair[];
    /** As asked for, else the effort that the prompt was made for; undefined: the model's default. */
    readonly reasoning: ReasoningOptions | undefined;
    /** @throws {InvalidArgument} neither the options nor the prompt name a model */
    constructor(prompt: Prompt, options: RequestOptions);
    has(trait: ModelTrait): boolean;
    repair(kind: PromptRepairKind, ref: ItemRef | null, reason: string): void;
    /** The text as it can be sent: half surrogate pairs become U+FFFD. */
    text(text: string, ref: ItemRef | null): string;
    /** The same for a JSON object with all that is in it; as it is where there is nothing to do. */
    json(value: Record<string, unknown>, ref: ItemRef | null): Record<string, unknown>;
    /** Says so when a message has nothing in it. */
    noteEmpty(unit: {
        readonly parts: readonly unknown[];
        readonly ref: ItemRef | null;
    }): void;
}
/** The schema that the answer must satisfy; undefined: none. */
export declare function outputSchemaOf(prompt: Prompt, context: RequestContext): Record<string, unknown> | undefined;
/** True for an object that is no array. */
export declare function isRecord(value: unknown): value is Record<string, unknown>;
/**
 * What items carry so that they can go back to the provider that made them. Items are loose objects:
 * these fields stand beside the known ones, are kept in the log as they are, count nothing
 * (docs/semantics.md §3.7) and are never sent to another provider.
 *
 * | item | field | holds |
 * | --- | --- | --- |
 * | `reasoning` | `provider` | `anthropic`, `google`, `openai-chat` or `ai-sdk`; absent: OpenAI Responses |
 * | `reasoning` (anthropic) | `signature` | the thinking block's signature; text in `content` |
 * | `reasoning` (anthropic) | `redacted` | the data of a redacted thinking block |
 * | `reasoning` (google) | `thoughtSignature` | signature of a thought part; text in `summary` |
 * | `function_call`, `custom_tool_call` | `thoughtSignature` | Gemini's signature of the call |
 * | `output_text` part of a `message` | `thoughtSignature` | Gemini's signature of the text |
 * | items by way of the AI SDK | `aiSdkProvider`, `providerMetadata` | what their parts carried, as it came |
 * | `web_search_call` | `provider`, `blocks` | Anthropic's server tool blocks, as they came |
 */
type ReasoningProvider = "openai" | "anthropic" | "google" | "openai-chat" | "unknown";
/** Who made a reasoning item. */
export declare function reasoningProvider(item: ReasoningItem): ReasoningProvider;
/** A loose field that holds a text; undefined: it does not, or an empty one. */
export declare function looseText(holder: Readonly<Record<string, unknown>>, field: string): string | undefined;
/** A reasoning item's readable text: its content, else its summary. */
export declare function reasoningText(item: ReasoningItem): string;
export {};
