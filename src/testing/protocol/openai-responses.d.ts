import { type Violation } from "./violation.js";
/**
 * Checks a body of `POST /v1/responses` against the rules of OpenAI's documentation: Responses
 * reference, "Function calling", "Reasoning models", "Conversation state", and the errors that the
 * API answers with (November 2026). Bodies are taken for stateless ones.
 * @returns what the API would refuse; empty: nothing known
 */
export declare function checkResponsesRequest(body: unknown): readonly Violation[];
/** What `POST /v1/responses` refuses of a stateless request (read in November 2026). */
export declare const OPENAI_RESPONSES_RULES: import("./violation.js").RequestRules<"call-id" | "call-ids-unique" | "call-input" | "call-name" | "call-namespace" | "calls-answered" | "choice-declared" | "choice-with-tools" | "compaction-content" | "content-given" | "image-detail" | "image-url" | "include-able" | "item-id" | "item-id-once" | "item-known" | "model-named" | "output-given" | "outputs-called" | "part-allowed" | "reasoning-able" | "reasoning-encrypted" | "reasoning-followed" | "reasoning-taken" | "role-known" | "search-action" | "strict-closed" | "text-well-formed" | "tool-name" | "tool-names-unique" | "tool-schema-object" | "tool-schema-plain" | "tool-schema-properties">;
