import type { ModelInfo } from "./model-info.js";
/** What holds of a model that nothing is known of, and of most others too. */
export declare function defaultModel(id: string): ModelInfo;
/** Every model that is known without a definition of the caller's, read on 2026-11-21. */
export declare const MODELS: readonly ModelInfo[];
