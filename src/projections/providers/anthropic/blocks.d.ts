import { z } from "zod";
import type { InputImage, InputText, OutputText, WebSearchCallItem } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import { type RequestContext } from "../request-context.js";
import { type CallUnit, type OutputUnit, type ReasoningUnit } from "../units.js";
import type { AnthropicImage, AnthropicRedactedThinking, AnthropicServerToolUse, AnthropicText, AnthropicThinking, AnthropicToolResult, AnthropicToolUse, AnthropicWebSearchResult } from "./body.js";
type Part = InputText | OutputText | InputImage;
/** Text and images as blocks. Blank texts stay out: the API refuses text without a visible character. */
export declare function contentBlocks(context: RequestContext, parts: readonly Part[], ref: ItemRef | null): (AnthropicText | AnthropicImage)[];
/** One text block, or none for a blank text. */
export declare function textBlocks(context: RequestContext, text: string, ref: ItemRef | null): AnthropicText[];
/** An assistant's text blocks: the API takes no images there. */
export declare function assistantTexts(context: RequestContext, parts: readonly Part[], ref: ItemRef | null): AnthropicText[];
export declare function toolUseBlock(context: RequestContext, call: CallUnit): AnthropicToolUse;
export declare function toolResultBlock(context: RequestContext, output: OutputUnit): AnthropicToolResult;
/** The images of a call that failed: they follow the results as the user's. None otherwise. */
export declare function failedImages(context: RequestContext, output: OutputUnit): (AnthropicText | AnthropicImage)[];
/** A thinking block, where it is Anthropic's own and what stood before it is unchanged; else null. */
export declare function thinkingBlock(context: RequestContext, { item, ref, behindEdit }: ReasoningUnit): AnthropicThinking | AnthropicRedactedThinking | null;
export declare const ServerSearch: z.ZodObject<{
    type: z.ZodLiteral<"server_tool_use">;
    id: z.ZodString;
    name: z.ZodLiteral<"web_search">;
    input: z.ZodRecord<z.ZodString, z.ZodUnknown>;
}, z.core.$loose>;
export declare const ServerSearchResult: z.ZodObject<{
    type: z.ZodLiteral<"web_search_tool_result">;
    tool_use_id: z.ZodString;
    content: z.ZodArray<z.ZodObject<{
        type: z.ZodLiteral<"web_search_result">;
        title: z.ZodString;
        url: z.ZodString;
        encrypted_content: z.ZodString;
        page_age: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$loose>>;
}, z.core.$loose>;
/** A search and its result as one item, with both blocks kept for the way back. */
export declare function webSearchItem(use: z.infer<typeof ServerSearch>, result: z.infer<typeof ServerSearchResult>): WebSearchCallItem;
/** The blocks of a search that Anthropic itself ran; null: another provider's. */
export declare function webSearchBlocks(item: WebSearchCallItem): [AnthropicServerToolUse, AnthropicWebSearchResult] | null;
export {};
