import { z } from "zod";
import type { ToolDeclaration } from "../../events/thread.js";
import { type RequestContext } from "./request-context.js";
import { type SendableTool } from "./tools.js";
declare const EFFORTS: readonly ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
export type OpenAiEffort = (typeof EFFORTS)[number];
/** The answer's schema; binding where it can be, as it is where strict mode would refuse it. */
export declare function answerFormat(context: RequestContext, schema: Record<string, unknown>): {
    name: string;
    schema: Record<string, unknown>;
    strict: boolean;
};
/** The schema of a function's arguments, and what was declared of its strictness. */
export declare function openAiArguments(context: RequestContext, tool: SendableTool): {
    schema: Record<string, unknown> | null;
    strict: boolean | undefined;
};
/** The effort that was asked for, or that the prompt was made for; undefined: the model's default. */
export declare function openAiEffort(context: RequestContext): OpenAiEffort | undefined;
/** Says which settings have no form in OpenAI's APIs. */
export declare function refuseBudget(context: RequestContext): void;
/** What both APIs say about tools, in each one's own forms of a tool and of a choice. */
export interface OpenAiToolSettings<Tool, Choice> {
    tools?: Tool[];
    tool_choice?: Choice | "auto" | "none" | "required";
    parallel_tool_calls?: boolean;
}
/**
 * Settings about tools; they are refused where no tool is declared.
 * @param choose the choice of the tool that goes by a name; undefined: there is none
 */
export declare function openAiToolSettings<Tool, Choice>(context: RequestContext, tools: Tool[], choose: (name: string) => Choice | undefined): OpenAiToolSettings<Tool, Choice>;
declare const Grammar: z.ZodObject<{
    type: z.ZodLiteral<"grammar">;
    syntax: z.ZodEnum<{
        lark: "lark";
        regex: "regex";
    }>;
    definition: z.ZodString;
}, z.core.$loose>;
/** The grammar of a free-form tool's input; null: any text. */
export declare function grammarOf(context: RequestContext, tool: ToolDeclaration): z.infer<typeof Grammar> | null;
export {};
