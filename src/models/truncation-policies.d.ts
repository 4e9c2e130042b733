import type { ModelTruncationPolicy } from "./model-info.js";
/**
 * The policy under which Codex bounds a model's tool outputs when nothing is configured: that of the
 * longest catalogue name which the id begins with, also behind one `namespace/`; else 10,000 bytes.
 * @see docs/semantics.md §2.2
 */
export declare function defaultTruncationPolicy(modelId: string | null): ModelTruncationPolicy;
