import { z } from "zod";
import type { ToolCallItem } from "../../events/calls.js";
import type { OutputPart } from "../../events/item.js";
import type { ToolDeclaration } from "../../events/thread.js";
/** What a tool is called with. */
export interface ToolCall {
    readonly callId: string;
    /** Of the running turn. */
    readonly turn: string;
    /** What the model wrote: the arguments as JSON, or a free text. */
    readonly input: string;
    readonly item: ToolCallItem;
    /** Aborted when the turn is, and when the tool's time is over. */
    readonly signal: AbortSignal;
}
/** What a tool says: a text, or texts and images; `failed` reaches each provider in its own form. */
export type ToolResult = string | readonly OutputPart[] | {
    readonly output: string | readonly OutputPart[];
    readonly failed: boolean;
};
/** How a tool is run. */
interface ToolLimits {
    /** In milliseconds, `Infinity` for none; absent: that of the turn. */
    readonly timeoutMs?: number;
    /** True for a tool that must not run beside another one. */
    readonly exclusive?: boolean;
}
/** Something that a model can call. An error that it throws becomes a failed output. */
export interface Tool extends ToolLimits {
    readonly declaration: ToolDeclaration;
    run(call: ToolCall): ToolResult | Promise<ToolResult>;
}
/** A function that a model can call. */
interface FunctionTool<Schema extends z.ZodType> extends ToolLimits {
    readonly name: string;
    readonly description: string;
    /** Of the arguments; declared to the model as JSON schema. */
    readonly parameters: Schema;
    readonly strict?: boolean;
    run(input: z.output<Schema>, call: ToolCall): ToolResult | Promise<ToolResult>;
}
/**
 * A tool with typed arguments. What the model gets wrong is told to it as a failed output: `run`
 * sees only arguments of the schema's form.
 */
export declare function defineTool<Schema extends z.ZodType>(tool: FunctionTool<Schema>): Tool;
/** A tool whose input is a free text, as a grammar may describe it. */
interface TextTool extends ToolLimits {
    readonly name: string;
    readonly description: string;
    /** Grammar, in the Responses API's shape; absent: any text. */
    readonly format?: unknown;
    run(input: string, call: ToolCall): ToolResult | Promise<ToolResult>;
}
/** A free-form tool; providers without such tools get a function with one argument, `input`. */
export declare function defineTextTool(tool: TextTool): Tool;
/** What the model wrote: the arguments as JSON, or a free text. */
export declare function callInputText(call: ToolCallItem): string;
export {};
