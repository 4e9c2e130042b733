import type { Item } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { ToolDeclaration } from "../../events/thread.js";
import { type RequestContext } from "./request-context.js";
import type { CallUnit } from "./units.js";
/** What a provider takes for a call's id. */
interface CallIdRule {
    readonly maxLength: number;
    /** Every character that the API refuses. */
    readonly refused: RegExp;
}
/**
 * Gives each call of a request its id on the wire. An id that the API accepts stays as it is, so
 * that the same history always gives the same bytes; another becomes its accepted characters and a
 * hash of the whole; a repeated one gets a number. Earlier calls are never affected by later ones.
 */
export declare class CallIds {
    #private;
    /** Ids that are not the recorded ones. */
    readonly mapped: Map<string, string | null>;
    constructor(context: RequestContext, rule: CallIdRule);
    assign(recorded: string | null, ref: ItemRef | null): string;
}
/** The same, as it can be sent. */
export declare function wireArguments(context: RequestContext, call: CallUnit): string;
/** A call's arguments as an object, for APIs that take nothing else. */
export declare function callInput(context: RequestContext, call: CallUnit): Record<string, unknown>;
/** What a provider takes for a tool's name. */
export interface ToolNameRule {
    readonly maxLength: number;
    readonly refused: RegExp;
    /** The first character must match; else `_` is put before. */
    readonly first: RegExp;
}
/** OpenAI and Anthropic: letters, digits, `_` and `-`. */
export declare const PLAIN_NAMES: ToolNameRule;
/** The name on the wire: as recorded where the API takes it, else cleaned, with a hash of the whole. */
export declare function wireToolName(name: string, rule: ToolNameRule): string;
/** The declared tool that a call on the wire names; undefined: none. */
export declare function declaredTool(wireName: string, tools: readonly ToolDeclaration[], rule: ToolNameRule): ToolDeclaration | undefined;
/** A call as a provider without free-form tools brings it. */
interface WireCall {
    readonly id: string;
    readonly name: string;
    /** Decoded, or a JSON text as it was streamed. */
    readonly input: unknown;
}
/**
 * The item for a call: a custom tool's where the tool was declared as one (it was sent as a function
 * with one argument, `input`), else a function's.
 */
export declare function itemOfCall(call: WireCall, tools: readonly ToolDeclaration[], rule: ToolNameRule): Extract<Item, {
    type: "function_call" | "custom_tool_call";
}>;
/** Eight characters of [0-9a-z] that tell texts apart; not secure, the same everywhere. */
export declare function shortHash(text: string): string;
export {};
