import {
  type CacheLifetime,
  type CacheRule,
  type ImageTokenRule,
  type ModelInfo,
  type ModelTrait,
  defaultTruncationPolicy,
} from "./model-info.js";

/** What holds of a model that nothing is known of, and of most others too. */
export function defaultModel(id: string): ModelInfo {
  return {
    id,
    provider: null,
    contextWindow: null,
    maxInputTokens: null,
    maxOutputTokens: null,
    modalities: ["text", "image"],
    effectiveWindowPercent: 95, // docs/semantics.md §2.7
    truncationPolicy: defaultTruncationPolicy(id),
    encoding: null,
    tokenFactor: 1,
    tokenFactorBasis: "unproven",
    imageTokens: null,
    cache: null,
    traits: [],
    source: "defaults for a model that nothing is known of",
    date: "2026-11-21",
  };
}

type Facts = Partial<ModelInfo>;

/** A row of a table: ids of models that share every fact, and how these differ from the table's. */
type Row = readonly [ids: string, facts: Facts];

function modelsOf(common: Facts, rows: readonly Row[]): readonly ModelInfo[] {
  return rows.flatMap(([ids, facts]) =>
    ids.split(" ").map((id) => ({ ...defaultModel(id), ...common, ...facts, id })),
  );
}

/** The window in tokens, and the longest answer. */
function size(contextWindow: number, maxOutputTokens: number): Facts {
  return { contextWindow, maxOutputTokens };
}

const TEXT: Facts = { modalities: ["text"], imageTokens: null };
const NO_REASONING: Facts = { traits: ["no-reasoning"] };

// OpenAI: images by guides/images-vision
const PATCHES: Facts = { imageTokens: { kind: "patches", factor: 1.2 } };
const MINI_PATCHES: Facts = { imageTokens: { kind: "patches", factor: 1.62 } };
const NANO_PATCHES: Facts = { imageTokens: { kind: "patches", factor: 2.46 } };
const O4_PATCHES: Facts = { imageTokens: { kind: "patches", factor: 1.72 } };
const TILES: Facts = { imageTokens: { kind: "tiles", base: 85, perTile: 170 } };
const GPT_5_TILES: Facts = { imageTokens: { kind: "tiles", base: 70, perTile: 140 } };
const O_TILES: Facts = { imageTokens: { kind: "tiles", base: 75, perTile: 150 } };
const MINI_TILES: Facts = { imageTokens: { kind: "tiles", base: 2833, perTile: 5667 } };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * guides/prompt-caching, "Prompt cache retention": in memory 5 to 10 minutes, at most an hour;
 * extended up to 24 hours. The API reference of `prompt_cache_retention`: which one holds depends on
 * the organization; from GPT-5.5 on only `24h`; from GPT-5.6 on at least 30 minutes instead (`ttl`).
 */
const IN_MEMORY: CacheLifetime = {
  name: "in_memory",
  leastMs: 5 * MINUTE_MS,
  mostMs: HOUR_MS,
};
const EXTENDED: CacheLifetime = { name: "24h", leastMs: null, mostMs: 24 * HOUR_MS };
const HALF_AN_HOUR: CacheLifetime = { name: "30m", leastMs: 30 * MINUTE_MS, mostMs: null };

/** guides/prompt-caching: from 1,024 tokens of exact prefix; marked breakpoints from GPT-5.6 on. */
const AUTOMATIC: CacheRule = {
  mode: "automatic",
  minimumTokens: 1024,
  maxMarks: null,
  lifetimes: [IN_MEMORY],
};
/** The models that "Extended prompt cache retention" lists. */
const KEPT_LONGER: Facts = { cache: { ...AUTOMATIC, lifetimes: [IN_MEMORY, EXTENDED] } };
const KEPT_LONG: Facts = { cache: { ...AUTOMATIC, lifetimes: [EXTENDED] } };

const OPENAI_SOURCE = "developers.openai.com/api/docs/models; npm gpt-tokenizer 4.0.0, models";
const OPENAI: Facts = {
  provider: "openai",
  encoding: "o200k_base",
  tokenFactorBasis: "tokenizer",
  cache: AUTOMATIC,
  source: OPENAI_SOURCE,
};
const LONG: Facts = { ...size(1_050_000, 128_000), maxInputTokens: 922_000, ...PATCHES };
const PRESERVED: Facts = {
  ...LONG,
  cache: { ...AUTOMATIC, maxMarks: 4, lifetimes: [HALF_AN_HOUR] },
  traits: ["reasoning-bound-to-prefix"],
  source: `${OPENAI_SOURCE}; guides/preserved-reasoning`,
};
const GPT_5: Facts = { ...size(400_000, 128_000), maxInputTokens: 272_000, ...PATCHES };
const GPT_4_1: Facts = { ...size(1_047_576, 32_768), ...NO_REASONING };
const O_SERIES: Facts = size(200_000, 100_000);
const CHAT: Facts = { ...size(128_000, 16_384), ...NO_REASONING };
const OLD: Facts = { encoding: "cl100k_base", cache: null, ...NO_REASONING };

const OPENAI_MODELS = modelsOf(OPENAI, [
  ["gpt-6-astra", { ...PRESERVED, traits: ["sampling-refused", "reasoning-bound-to-prefix"] }],
  ["gpt-6-sol gpt-6-luna gpt-6.1-sol gpt-6.1-terra gpt-6.2-sol", PRESERVED],
  ["gpt-5.6 gpt-5.6-sol gpt-5.6-terra gpt-5.6-luna", PRESERVED],
  ["gpt-5.5 gpt-5.5-pro", { ...LONG, ...KEPT_LONG }],
  ["gpt-5.4", { ...LONG, ...KEPT_LONGER }],
  ["gpt-5.4-pro", LONG],
  ["gpt-5.2", { ...GPT_5, ...KEPT_LONGER }],
  ["gpt-5.4-mini gpt-5.4-nano gpt-5.2-pro gpt-5.2-codex", GPT_5],
  ["gpt-5.3-codex gpt-5.4-codex", GPT_5],
  ["gpt-5.5-codex", { ...GPT_5, ...KEPT_LONG }],
  [
    "gpt-5.1 gpt-5.1-codex gpt-5.1-codex-max gpt-5.1-codex-mini",
    { ...GPT_5, ...TILES, ...KEPT_LONGER },
  ],
  ["gpt-5.1-mini", { ...GPT_5, ...TILES }],
  ["gpt-5 gpt-5-codex", { ...GPT_5, ...GPT_5_TILES, ...KEPT_LONGER }],
  ["gpt-5-codex-mini gpt-5-mini", { ...GPT_5, ...MINI_PATCHES }],
  ["gpt-5-nano", { ...GPT_5, ...NANO_PATCHES }],
  ["gpt-5-pro", { ...GPT_5, ...GPT_5_TILES, maxOutputTokens: 272_000 }],
  ["gpt-5.1-chat-latest", { ...CHAT, ...TILES, ...KEPT_LONGER }],
  ["gpt-5-chat-latest gpt-5.2-chat-latest gpt-5.3-chat-latest", { ...CHAT, ...TILES }],
  ["gpt-4.1", { ...GPT_4_1, ...TILES, ...KEPT_LONGER }],
  ["gpt-4.1-mini", { ...GPT_4_1, ...MINI_PATCHES }],
  ["gpt-4.1-nano", { ...GPT_4_1, ...NANO_PATCHES }],
  ["o1 o3 o3-pro", { ...O_SERIES, ...O_TILES }],
  ["o4-mini codex-mini-latest", { ...O_SERIES, ...O4_PATCHES }],
  ["o3-mini", { ...O_SERIES, ...TEXT }],
  ["gpt-4o chatgpt-4o-latest", { ...CHAT, ...TILES }],
  ["gpt-4o-mini", { ...CHAT, ...MINI_TILES }],
  ["gpt-4-turbo", { ...size(128_000, 4096), ...OLD, ...TILES }],
  ["gpt-4", { ...size(8192, 8192), ...OLD, ...TEXT }],
  ["gpt-3.5-turbo", { ...size(16_385, 4096), ...OLD, ...TEXT }],
  [
    "gpt-oss gpt-oss-20b gpt-oss-120b",
    {
      ...{ ...size(131_072, 131_072), ...TEXT, encoding: "o200k_harmony", cache: null },
      traits: ["custom-tools-refused"],
    },
  ],
  [
    "codex-auto-review",
    {
      contextWindow: 272_000,
      ...PATCHES,
      source: "openai/codex, codex-rs/models-manager/models.json",
    },
  ],
]);

/** To 4.6 and Haiku 4.5, and from 4.7 on. */
const OLDER_SQUARES: ImageTokenRule = { kind: "squares", maxSide: 1568, maxTokens: 1568 };
const SQUARES: ImageTokenRule = { kind: "squares", maxSide: 2576, maxTokens: 4784 };

/**
 * Anthropic publishes no tokenizer. Recorded sessions of Opus 4.5 grow by 1.31 to 1.45 reported
 * tokens for one that is estimated, framing included (five sessions, 2026-11-21); the lower end is
 * taken. From 4.7 on a text has about 30 % more tokens (build-with-claude/context-windows).
 */
const ANTHROPIC: Facts = {
  provider: "anthropic",
  ...size(1_000_000, 128_000),
  tokenFactor: 1.69,
  tokenFactorBasis: "published",
  imageTokens: SQUARES,
  source:
    "platform.claude.com/docs: build-with-claude/context-windows, /vision, /prompt-caching, /extended-thinking, models/overview",
};
const OLDER: Facts = {
  tokenFactor: 1.3,
  tokenFactorBasis: "recorded",
  imageTokens: OLDER_SQUARES,
};
const SMALL: Facts = { ...OLDER, ...size(200_000, 64_000), traits: ["thinking-adaptive-refused"] };
const CLAUDE_3: Facts = { ...OLDER, contextWindow: 200_000, ...NO_REASONING };

/** Refused from 4.7 on. */
const NEWER = ["thinking-enabled-refused", "prefill-refused", "sampling-refused"] as const;
/** Of models that always think. */
const THINKING = [...NEWER, "thinking-disabled-refused", "forced-tool-choice-refused"] as const;
const BOUND = "reasoning-bound-to-prefix";
const MIDWAY = "system-midway";

/** build-with-claude/prompt-caching, "Cache lifetime": 5 minutes, or an hour where a mark asks for it. */
const MARKED_LIFETIMES: CacheRule["lifetimes"] = [
  { name: "5m", leastMs: 5 * MINUTE_MS, mostMs: 5 * MINUTE_MS },
  { name: "1h", leastMs: HOUR_MS, mostMs: HOUR_MS },
];

/** From how many tokens on a marked prefix is cached. */
function marked(minimumTokens: number, ...traits: readonly ModelTrait[]): Facts {
  const cache: CacheRule = {
    ...{ mode: "marked", minimumTokens, maxMarks: 4 },
    lifetimes: MARKED_LIFETIMES,
  };
  return traits.length === 0 ? { cache } : { cache, traits };
}

const ANTHROPIC_MODELS = modelsOf(ANTHROPIC, [
  [
    "claude-fable-5-2 claude-fable-5-1 claude-mythos-5-2 claude-mythos-5-1",
    marked(512, ...THINKING, BOUND, MIDWAY),
  ],
  ["claude-fable-5 claude-mythos-5 claude-mythos-preview", marked(512, ...THINKING, MIDWAY)],
  ["claude-opus-5-5 claude-sonnet-5-5", marked(512, ...THINKING, BOUND, MIDWAY)],
  ["claude-haiku-5-5", marked(512, ...NEWER, BOUND)],
  ["claude-opus-5", marked(512, ...NEWER, MIDWAY)],
  ["claude-sonnet-5", marked(1024, ...NEWER)],
  ["claude-opus-4-8", marked(1024, ...NEWER, MIDWAY)],
  ["claude-opus-4-7", marked(2048, ...NEWER)],
  ["claude-opus-4-6", { ...OLDER, ...marked(4096, "prefill-refused") }],
  ["claude-sonnet-4-6", { ...OLDER, ...marked(1024, "prefill-refused") }],
  ["claude-opus-4-5 claude-haiku-4-5", { ...SMALL, ...marked(4096) }],
  ["claude-sonnet-4-5 claude-sonnet-4", { ...SMALL, ...marked(1024) }],
  ["claude-opus-4-1 claude-opus-4", { ...SMALL, ...marked(1024), maxOutputTokens: 32_000 }],
  ["claude-3-7-sonnet", { ...SMALL, ...marked(1024) }],
  ["claude-3-5-sonnet claude-3-5-haiku", { ...CLAUDE_3, ...marked(2048), maxOutputTokens: 8192 }],
  [
    "claude-3-opus claude-3-sonnet claude-3-haiku",
    { ...CLAUDE_3, ...marked(2048), maxOutputTokens: 4096 },
  ],
]);

/**
 * googleapis/python-genai, google/genai/_local_tokenizer_loader.py: Gemini 2.0 to 3 count with the
 * tokenizer of Gemma 3 (`GEMMA_3`). Texts of recorded agents' sessions took 1.10 to 1.20 of its
 * tokens for one of `o200k_base` (2026-11-23, docs/tokens.md). Later models have Gemma 4's, or one
 * that is not named: for them the factor is not measured.
 */
const GOOGLE: Facts = {
  provider: "google",
  tokenFactor: 1.15,
  ...size(1_048_576, 65_536),
  source:
    "ai.google.dev/gemini-api/docs: models, tokens, media-resolution, caching; docs.cloud.google.com, get started with Gemini 4",
};
const GEMMA_3: Facts = { tokenFactorBasis: "published" };
const CROPS: Facts = { imageTokens: { kind: "crops", small: 258 } };

/** docs.cloud.google.com, context cache overview, "Implicit caching": gone within 24 hours, mostly sooner. */
function implicit(minimumTokens: number): CacheRule {
  const lifetimes = [{ name: "implicit", leastMs: null, mostMs: 24 * HOUR_MS }];
  return { mode: "implicit", minimumTokens, maxMarks: null, lifetimes };
}

const GEMINI_3: Facts = {
  imageTokens: { kind: "levels", low: 280, medium: 560, high: 1120, original: 2240 },
  cache: implicit(4096),
  traits: ["signature-on-calls", "media-in-function-response"],
};
const GEMINI_3_6: Facts = {
  ...GEMINI_3,
  traits: ["signature-on-calls", "media-in-function-response", "function-role-refused"],
};

const GOOGLE_MODELS = modelsOf(GOOGLE, [
  ["gemini-4-argon gemini-4", GEMINI_3_6],
  ["gemini-3.8-flash gemini-3.7-flash gemini-3.6-flash", GEMINI_3_6],
  ["gemini-3.5-flash gemini-3.1-pro", GEMINI_3],
  ["gemini-3-pro gemini-3-flash gemini-3", { ...GEMINI_3, ...GEMMA_3 }],
  [
    "gemini-2.5-pro gemini-2.5-flash gemini-2.5-flash-lite",
    { ...CROPS, ...GEMMA_3, cache: implicit(2048) },
  ],
  [
    "gemini-2.0-flash gemini-2.0-flash-lite",
    { ...CROPS, ...GEMMA_3, ...NO_REASONING, maxOutputTokens: 8192 },
  ],
]);

/** Every model that is known without a definition of the caller's, read on 2026-11-21. */
export const MODELS: readonly ModelInfo[] = [
  ...OPENAI_MODELS,
  ...ANTHROPIC_MODELS,
  ...GOOGLE_MODELS,
];
