import type { ToolDeclaration } from "../../events/thread.js";
import { type ToolNameRule } from "./calls.js";
import { type RequestContext } from "./request-context.js";
/** A declared tool as it can be sent: whatever kind of form the API then gives it. */
export interface SendableTool {
    readonly declaration: ToolDeclaration;
    readonly name: string;
    /** Empty: none. */
    readonly description: string;
    readonly parameters: Record<string, unknown> | null;
}
/** The declared tools under the names that the API takes, each name once. */
export declare function sendableTools(context: RequestContext, declarations: readonly ToolDeclaration[], rule: ToolNameRule): readonly SendableTool[];
/** What an API asks of the schema of a tool's arguments, beside that it is an object's. */
interface SchemaRule {
    /** Keywords that are refused at the top. */
    readonly refusedAtTop: readonly string[];
    /** True where an object without `properties` is refused. */
    readonly needsProperties: boolean;
}
export declare const OPENAI_SCHEMAS: SchemaRule;
export declare const ANTHROPIC_SCHEMAS: SchemaRule;
export declare const GOOGLE_SCHEMAS: SchemaRule;
type ObjectSchema = Record<string, unknown> & {
    readonly type: "object";
};
/** The schema of a tool's arguments as the API takes it; one that asks for no object asks nothing. */
export declare function argumentsSchema(context: RequestContext, { name, parameters }: SendableTool, rule: SchemaRule): ObjectSchema;
/**
 * Whether OpenAI takes a schema in strict mode: an object at the top, every object closed, every
 * member required (guides/structured-outputs, "Supported schemas").
 */
export declare function isStrictSchema(schema: unknown): boolean;
/**
 * The schema with every object in it closed, as Anthropic wants an answer's
 * (build-with-claude/structured-outputs); the same one where there is nothing to close.
 */
export declare function withClosedObjects(schema: Record<string, unknown>): Record<string, unknown>;
export {};
