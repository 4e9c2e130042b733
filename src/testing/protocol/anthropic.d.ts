import { type Violation } from "./violation.js";
/**
 * Checks a body of `POST /v1/messages` against the rules of Anthropic's documentation: Messages API
 * reference, "Handle tool calls", "Extended thinking", "Prompt caching", "Mid-conversation system
 * messages", "Vision", and the errors that the API answers with (November 2026).
 * @returns what the API would refuse; empty: nothing known
 */
export declare function checkAnthropicRequest(body: unknown): readonly Violation[];
