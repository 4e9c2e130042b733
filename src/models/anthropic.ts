import type { CacheRule, ImageTokenRule, ModelInfo, ModelTrait } from "./model-info.js";
import { family } from "./truncation-policies.js";

const provider = "anthropic";
const date = "2026-11-21";
const source =
  "platform.claude.com/docs: build-with-claude/context-windows, /vision, /prompt-caching, /extended-thinking, models/overview";

/** To 4.6 and Haiku 4.5, and from 4.7 on. */
const olderImages: ImageTokenRule = { kind: "squares", maxSide: 1568, maxTokens: 1568 };
const images: ImageTokenRule = { kind: "squares", maxSide: 2576, maxTokens: 4784 };

/**
 * Anthropic publishes no tokenizer. Recorded sessions of Opus 4.5 grow by 1.31 to 1.45 reported
 * tokens for one that is estimated, framing included (five sessions, 2026-11-21); the lower end is
 * taken. From 4.7 on a text has about 30 % more tokens (build-with-claude/context-windows).
 */
const OLDER_TOKEN_FACTOR = 1.3;
const TOKEN_FACTOR = 1.69;

function cacheFrom(minimumTokens: number): CacheRule {
  return { mode: "marked", minimumTokens, maxMarks: 4 };
}

const large = {
  provider,
  contextWindow: 1_000_000,
  maxInputTokens: null,
  maxOutputTokens: 128_000,
  encoding: null,
  tokenFactor: TOKEN_FACTOR,
  imageTokens: images,
  source,
  date,
} as const;

const small = {
  ...large,
  contextWindow: 200_000,
  maxOutputTokens: 64_000,
  tokenFactor: OLDER_TOKEN_FACTOR,
  imageTokens: olderImages,
} as const;

/** Refused from 4.7 on. */
const newer: readonly ModelTrait[] = [
  "thinking-enabled-refused",
  "prefill-refused",
  "sampling-refused",
];
/** Models that always think. */
const alwaysThinking: readonly ModelTrait[] = [
  ...newer,
  "thinking-disabled-refused",
  "forced-tool-choice-refused",
];

/** Anthropic's models. */
export const ANTHROPIC_MODELS: readonly ModelInfo[] = [
  ...family(["claude-fable-5-2", "claude-fable-5-1", "claude-mythos-5-2", "claude-mythos-5-1"], {
    ...large,
    cache: cacheFrom(512),
    traits: [...alwaysThinking, "reasoning-bound-to-prefix", "system-midway"],
  }),
  ...family(["claude-fable-5", "claude-mythos-5", "claude-mythos-preview"], {
    ...large,
    cache: cacheFrom(512),
    traits: [...alwaysThinking, "system-midway"],
  }),
  ...family(["claude-opus-5-5", "claude-sonnet-5-5"], {
    ...large,
    cache: cacheFrom(512),
    traits: [...alwaysThinking, "reasoning-bound-to-prefix", "system-midway"],
  }),
  ...family(["claude-haiku-5-5"], {
    ...large,
    cache: cacheFrom(512),
    traits: [...newer, "reasoning-bound-to-prefix"],
  }),
  ...family(["claude-opus-5"], {
    ...large,
    cache: cacheFrom(512),
    traits: [...newer, "system-midway"],
  }),
  ...family(["claude-sonnet-5"], { ...large, cache: cacheFrom(1024), traits: newer }),
  ...family(["claude-opus-4-8"], {
    ...large,
    cache: cacheFrom(1024),
    traits: [...newer, "system-midway"],
  }),
  ...family(["claude-opus-4-7"], { ...large, cache: cacheFrom(2048), traits: newer }),
  ...family(["claude-opus-4-6"], {
    ...large,
    tokenFactor: OLDER_TOKEN_FACTOR,
    imageTokens: olderImages,
    cache: cacheFrom(4096),
    traits: ["prefill-refused"],
  }),
  ...family(["claude-sonnet-4-6"], {
    ...large,
    tokenFactor: OLDER_TOKEN_FACTOR,
    imageTokens: olderImages,
    cache: cacheFrom(1024),
    traits: ["prefill-refused"],
  }),
  ...family(["claude-opus-4-5", "claude-haiku-4-5"], {
    ...small,
    cache: cacheFrom(4096),
    traits: ["thinking-adaptive-refused"],
  }),
  ...family(["claude-sonnet-4-5", "claude-sonnet-4"], {
    ...small,
    cache: cacheFrom(1024),
    traits: ["thinking-adaptive-refused"],
  }),
  ...family(["claude-opus-4-1", "claude-opus-4"], {
    ...small,
    maxOutputTokens: 32_000,
    cache: cacheFrom(1024),
    traits: ["thinking-adaptive-refused"],
  }),
  ...family(["claude-3-7-sonnet"], {
    ...small,
    cache: cacheFrom(1024),
    traits: ["thinking-adaptive-refused"],
  }),
  ...family(["claude-3-5-sonnet", "claude-3-5-haiku"], {
    ...small,
    maxOutputTokens: 8192,
    cache: cacheFrom(2048),
    traits: ["no-reasoning"],
  }),
  ...family(["claude-3-opus", "claude-3-sonnet", "claude-3-haiku"], {
    ...small,
    maxOutputTokens: 4096,
    cache: cacheFrom(2048),
    traits: ["no-reasoning"],
  }),
];
