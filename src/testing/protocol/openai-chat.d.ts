import { type Violation } from "./violation.js";
/**
 * Checks a body of `POST /v1/chat/completions` against the rules of OpenAI's documentation: Chat
 * Completions reference, "Function calling", "Images and vision", and the errors that the API
 * answers with (November 2026).
 * @returns what the API would refuse; empty: nothing known
 */
export declare function checkChatRequest(body: unknown): readonly Violation[];
/** What `POST /v1/chat/completions` refuses (read in November 2026). */
export declare const OPENAI_CHAT_RULES: import("./violation.js").RequestRules<"call-id" | "call-ids-unique" | "call-input" | "call-name" | "call-type" | "calls-answered" | "calls-given" | "choice-declared" | "choice-with-tools" | "content-given" | "content-list" | "effort-able" | "image-detail" | "image-url" | "last-calls-answered" | "messages-given" | "model-named" | "parallel-with-tools" | "part-allowed" | "results-called" | "role-known" | "strict-closed" | "text-given" | "text-well-formed" | "tool-name" | "tool-names-unique" | "tool-schema-object" | "tool-schema-plain" | "tool-schema-properties" | "tools-given">;
