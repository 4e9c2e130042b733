import type { Prompt } from "../../projections/prompt/prompt.js";
import type { RequestOptions } from "../../projections/providers/provider.js";
import type { ProtocolRule, Violation } from "../protocol/violation.js";
import { type BodyInvariant, type ProviderName } from "./invariant.js";
/** One API: how its bodies are made, and what they are held to. */
export interface ProviderChecks {
    readonly name: ProviderName;
    /** Whose models it serves. */
    readonly publisher: string;
    /** For threads that ran under a model of somebody else's. */
    readonly model: string;
    readonly rules: readonly ProtocolRule[];
    blobsNeeded(prompt: Prompt): readonly string[];
    /** What goes over the wire. */
    bodyOf(prompt: Prompt, options: RequestOptions): unknown;
    check(body: unknown, model: string): readonly Violation[];
}
export declare const PROVIDER_CHECKS: readonly ProviderChecks[];
/** Every rule of the four APIs, each as an invariant of its own. */
export declare const PROTOCOL_INVARIANTS: readonly BodyInvariant[];
