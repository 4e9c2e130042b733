import type { ToolDeclaration } from "../../../events/thread.js";
import type { RequestContext } from "../request-context.js";
import type { AnthropicBody, AnthropicOutputConfig, AnthropicThinkingConfig, AnthropicTool, AnthropicToolChoice } from "./body.js";
/** The declared tools; a free-form one becomes a function with one argument, `input`. */
export declare function toTools(context: RequestContext, declarations: readonly ToolDeclaration[]): AnthropicTool[];
/** Declares the tools that the history calls when none is declared: the API refuses calls otherwise. */
export declare function toolsOfHistory(context: RequestContext, messages: AnthropicBody["messages"]): AnthropicTool[];
export declare function toToolChoice(context: RequestContext, tools: readonly AnthropicTool[]): AnthropicToolChoice | undefined;
type Effort = NonNullable<AnthropicOutputConfig["effort"]>;
interface ThinkingSettings {
    readonly thinking?: AnthropicThinkingConfig;
    readonly effort?: Effort;
}
/** The thinking settings that were asked for, as far as the model takes them. */
export declare function toThinking(context: RequestContext, maxTokens: number): ThinkingSettings;
/**
 * Takes manual thinking off a body that continues a round of tool calls without the thinking block
 * that began it (it was another provider's, or is bound to a history that was edited): the API
 * refuses such a request.
 */
export declare function withoutImpossibleThinking(context: RequestContext, body: AnthropicBody): void;
export {};
