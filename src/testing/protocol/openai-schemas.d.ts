import { type Json, type Require } from "./violation.js";
/** What both of OpenAI's APIs refuse of tools and of schemas. */
export declare const OPENAI_TOOL_RULES: {
    readonly "tool-schema-object": "calling | A tool's schema is that of an object. | schema must be a JSON Schema of 'type: \"object\"'";
    readonly "tool-schema-plain": "calling | A tool's schema has no oneOf, anyOf, allOf, enum, const or not at its top. | not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level";
    readonly "tool-schema-properties": "calling | A tool's schema has properties, be there none. | object schema missing properties";
    readonly "strict-closed": "structured | A schema in strict mode is closed, and requires all of its members. | 'additionalProperties' is required to be supplied and to be false";
    readonly "tool-names-unique": "calling | No two tools share a name. | tools: names must be unique";
};
type SchemaRequire = Require<Exclude<keyof typeof OPENAI_TOOL_RULES, "tool-names-unique">>;
/** What both APIs ask of the schema of a function's arguments; none is fine. */
export declare function requireArguments(require: SchemaRequire, { parameters, strict }: Json): void;
/** What both ask of the answer's schema. */
export declare function requireAnswer(require: SchemaRequire, format: Json, path: string): void;
/** An address that OpenAI takes an image by. */
export declare function isImageUrl(url: unknown): boolean;
export {};
