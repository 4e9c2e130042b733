import type { CacheRule, ImageTokenRule, ModelInfo } from "./model-info.js";
import { family } from "./truncation-policies.js";

const provider = "google";
const date = "2026-11-21";
const source =
  "ai.google.dev/gemini-api/docs: models, tokens, media-resolution, caching; docs.cloud.google.com, get started with Gemini 4";

const crops: ImageTokenRule = { kind: "crops", small: 258 };
const levels: ImageTokenRule = {
  kind: "levels",
  low: 280,
  medium: 560,
  high: 1120,
  original: 2240,
};

function cacheFrom(minimumTokens: number): CacheRule {
  return { mode: "implicit", minimumTokens, maxMarks: null };
}

const common = {
  provider,
  contextWindow: 1_048_576,
  maxInputTokens: null,
  maxOutputTokens: 65_536,
  encoding: null,
  source,
  date,
} as const;

/** Google's models. */
export const GOOGLE_MODELS: readonly ModelInfo[] = [
  ...family(["gemini-4-argon", "gemini-4"], {
    ...common,
    imageTokens: levels,
    cache: cacheFrom(4096),
    traits: ["signature-on-calls", "media-in-function-response", "function-role-refused"],
  }),
  ...family(["gemini-3.8-flash", "gemini-3.7-flash", "gemini-3.6-flash"], {
    ...common,
    imageTokens: levels,
    cache: cacheFrom(4096),
    traits: ["signature-on-calls", "media-in-function-response", "function-role-refused"],
  }),
  ...family(["gemini-3.5-flash", "gemini-3.1-pro"], {
    ...common,
    imageTokens: levels,
    cache: cacheFrom(4096),
    traits: ["signature-on-calls", "media-in-function-response"],
  }),
  ...family(["gemini-3-pro", "gemini-3-flash", "gemini-3"], {
    ...common,
    imageTokens: levels,
    cache: cacheFrom(4096),
    traits: ["signature-on-calls", "media-in-function-response"],
  }),
  ...family(["gemini-2.5-pro", "gemini-2.5-flash", "gemini-2.5-flash-lite"], {
    ...common,
    imageTokens: crops,
    cache: cacheFrom(2048),
    traits: [],
  }),
  ...family(["gemini-2.0-flash", "gemini-2.0-flash-lite"], {
    ...common,
    maxOutputTokens: 8192,
    imageTokens: crops,
    cache: null,
    traits: ["no-reasoning"],
  }),
];
