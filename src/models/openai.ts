import type { CacheRule, ImageTokenRule, ModelInfo } from "./model-info.js";
import { family } from "./truncation-policies.js";

const provider = "openai";
const date = "2026-11-21";
const models = "developers.openai.com/api/docs/models; npm gpt-tokenizer 4.0.0, models";

/** guides/images-vision */
const patches: ImageTokenRule = { kind: "patches", factor: 1.2 };
const miniPatches: ImageTokenRule = { kind: "patches", factor: 1.62 };
const nanoPatches: ImageTokenRule = { kind: "patches", factor: 2.46 };
const o4Patches: ImageTokenRule = { kind: "patches", factor: 1.72 };
const tiles: ImageTokenRule = { kind: "tiles", base: 85, perTile: 170 };
const gpt5Tiles: ImageTokenRule = { kind: "tiles", base: 70, perTile: 140 };
const oTiles: ImageTokenRule = { kind: "tiles", base: 75, perTile: 150 };
const miniTiles: ImageTokenRule = { kind: "tiles", base: 2833, perTile: 5667 };

/** guides/prompt-caching: from 1,024 tokens of exact prefix; marked breakpoints from GPT-5.6 on. */
const cache: CacheRule = { mode: "automatic", minimumTokens: 1024, maxMarks: null };
const markedCache: CacheRule = { mode: "automatic", minimumTokens: 1024, maxMarks: 4 };

const long = {
  provider,
  contextWindow: 1_050_000,
  maxInputTokens: 922_000,
  maxOutputTokens: 128_000,
  encoding: "o200k_base",
  imageTokens: patches,
  traits: [],
  source: models,
  date,
} as const;

const medium = { ...long, contextWindow: 400_000, maxInputTokens: 272_000, cache } as const;

const plain = {
  provider,
  maxInputTokens: null,
  encoding: "o200k_base",
  cache,
  source: models,
  date,
} as const;

/** OpenAI's models. */
export const OPENAI_MODELS: readonly ModelInfo[] = [
  ...family(["gpt-6-astra"], {
    ...long,
    cache: markedCache,
    traits: ["sampling-refused", "reasoning-bound-to-prefix"],
    source: `${models}; guides/preserved-reasoning`,
  }),
  ...family(["gpt-6-sol", "gpt-6-luna", "gpt-6.1-sol", "gpt-6.1-terra", "gpt-6.2-sol"], {
    ...long,
    cache: markedCache,
    traits: ["reasoning-bound-to-prefix"],
    source: `${models}; guides/preserved-reasoning`,
  }),
  ...family(["gpt-5.6", "gpt-5.6-sol", "gpt-5.6-terra", "gpt-5.6-luna"], {
    ...long,
    cache: markedCache,
    traits: ["reasoning-bound-to-prefix"],
    source: `${models}; guides/preserved-reasoning`,
  }),
  ...family(["gpt-5.5", "gpt-5.5-pro", "gpt-5.4", "gpt-5.4-pro"], { ...long, cache }),
  ...family(["gpt-5.4-mini", "gpt-5.4-nano", "gpt-5.2", "gpt-5.2-pro", "gpt-5.2-codex"], medium),
  ...family(["gpt-5.3-codex", "gpt-5.4-codex", "gpt-5.5-codex"], medium),
  ...family(
    ["gpt-5.1", "gpt-5.1-codex", "gpt-5.1-codex-max", "gpt-5.1-codex-mini", "gpt-5.1-mini"],
    { ...medium, imageTokens: tiles },
  ),
  ...family(["gpt-5", "gpt-5-codex"], { ...medium, imageTokens: gpt5Tiles }),
  ...family(["gpt-5-codex-mini", "gpt-5-mini"], { ...medium, imageTokens: miniPatches }),
  ...family(["gpt-5-nano"], { ...medium, imageTokens: nanoPatches }),
  ...family(["gpt-5-pro"], { ...medium, maxOutputTokens: 272_000, imageTokens: gpt5Tiles }),
  ...family(
    ["gpt-5-chat-latest", "gpt-5.1-chat-latest", "gpt-5.2-chat-latest", "gpt-5.3-chat-latest"],
    {
      ...plain,
      contextWindow: 128_000,
      maxOutputTokens: 16_384,
      imageTokens: tiles,
      traits: ["no-reasoning"],
    },
  ),
  ...family(["gpt-4.1"], {
    ...plain,
    contextWindow: 1_047_576,
    maxOutputTokens: 32_768,
    imageTokens: tiles,
    traits: ["no-reasoning"],
  }),
  ...family(["gpt-4.1-mini"], {
    ...plain,
    contextWindow: 1_047_576,
    maxOutputTokens: 32_768,
    imageTokens: miniPatches,
    traits: ["no-reasoning"],
  }),
  ...family(["gpt-4.1-nano"], {
    ...plain,
    contextWindow: 1_047_576,
    maxOutputTokens: 32_768,
    imageTokens: nanoPatches,
    traits: ["no-reasoning"],
  }),
  ...family(["o1", "o3", "o3-pro"], {
    ...plain,
    contextWindow: 200_000,
    maxOutputTokens: 100_000,
    imageTokens: oTiles,
    traits: [],
  }),
  ...family(["o4-mini", "codex-mini-latest"], {
    ...plain,
    contextWindow: 200_000,
    maxOutputTokens: 100_000,
    imageTokens: o4Patches,
    traits: [],
  }),
  ...family(["o3-mini"], {
    ...plain,
    contextWindow: 200_000,
    maxOutputTokens: 100_000,
    modalities: ["text"],
    imageTokens: null,
    traits: [],
  }),
  ...family(["gpt-4o", "chatgpt-4o-latest"], {
    ...plain,
    contextWindow: 128_000,
    maxOutputTokens: 16_384,
    imageTokens: tiles,
    traits: ["no-reasoning"],
  }),
  ...family(["gpt-4o-mini"], {
    ...plain,
    contextWindow: 128_000,
    maxOutputTokens: 16_384,
    imageTokens: miniTiles,
    traits: ["no-reasoning"],
  }),
  ...family(["gpt-4-turbo"], {
    ...plain,
    contextWindow: 128_000,
    maxOutputTokens: 4096,
    encoding: "cl100k_base",
    imageTokens: tiles,
    cache: null,
    traits: ["no-reasoning"],
  }),
  ...family(["gpt-4"], {
    ...plain,
    contextWindow: 8192,
    maxOutputTokens: 8192,
    modalities: ["text"],
    encoding: "cl100k_base",
    imageTokens: null,
    cache: null,
    traits: ["no-reasoning"],
  }),
  ...family(["gpt-3.5-turbo"], {
    ...plain,
    contextWindow: 16_385,
    maxOutputTokens: 4096,
    modalities: ["text"],
    encoding: "cl100k_base",
    imageTokens: null,
    cache: null,
    traits: ["no-reasoning"],
  }),
  ...family(["gpt-oss", "gpt-oss-20b", "gpt-oss-120b"], {
    ...plain,
    contextWindow: 131_072,
    maxOutputTokens: 131_072,
    modalities: ["text"],
    encoding: "o200k_harmony",
    imageTokens: null,
    cache: null,
    traits: [],
  }),
  ...family(["codex-auto-review"], {
    ...plain,
    contextWindow: 272_000,
    maxOutputTokens: null,
    imageTokens: patches,
    traits: [],
    source: "openai/codex, codex-rs/models-manager/models.json",
  }),
];
