import { type Violation } from "./violation.js";
/**
 * Checks the JSON of `generateContent` against the rules of Google's documentation: API reference,
 * "Function calling", "Thought signatures", "Structured output", and the errors that the API answers
 * with (November 2026).
 * @param model the model stands in the address, not in the body
 * @returns what the API would refuse; empty: nothing known
 */
export declare function checkGoogleRequest(body: unknown, model: string): readonly Violation[];
/** What `generateContent` refuses (read in November 2026). */
export declare const GOOGLE_RULES: import("./violation.js").RequestRules<"call-from-model" | "call-input" | "call-name" | "call-signed" | "calls-answered" | "choice-any" | "choice-declared" | "contents-given" | "first-turn-user" | "instruction-text" | "last-turn-user" | "media-base64" | "media-from-user" | "media-type" | "media-type-true" | "model-turns-apart" | "part-of-one-kind" | "parts-given" | "response-from-user" | "response-media" | "response-name" | "response-object" | "responses-alone" | "responses-counted" | "responses-identified" | "responses-named" | "role-known" | "schema-with-type" | "schema-without-tools" | "text-given" | "text-well-formed" | "thinking-level" | "thinking-once" | "tool-name" | "tool-names-unique" | "tool-schema-object">;
