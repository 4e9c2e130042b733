/** How tool outputs are bounded when they are recorded (the same shape as the event's). */
export interface ModelTruncationPolicy {
  readonly mode: "bytes" | "tokens";
  readonly limit: number;
}

/** What an image costs in tokens, from its size in pixels. */
export type ImageTokenRule =
  | {
      /** ceil(w / 32) · ceil(h / 32) · factor, after scaling down to the detail's limits. */
      readonly kind: "patches";
      readonly factor: number;
    }
  | {
      /** base + perTile for each 512-pixel tile, after fitting 2048² and a shortest side of 768. */
      readonly kind: "tiles";
      readonly base: number;
      readonly perTile: number;
    }
  | {
      /** ceil(w / 28) · ceil(h / 28), after scaling down to both limits. */
      readonly kind: "squares";
      readonly maxSide: number;
      readonly maxTokens: number;
    }
  | {
      /** `small` up to 384 × 384, else `small` for each 768-pixel tile. */
      readonly kind: "crops";
      readonly small: number;
    }
  | {
      /** A fixed number for each level of resolution. */
      readonly kind: "levels";
      readonly low: number;
      readonly medium: number;
      readonly high: number;
      readonly original: number;
    };

/** How long a cached prefix is kept without being used. The clock begins anew with each request that uses it. */
export interface CacheLifetime {
  /** As the provider names it. */
  readonly name: string;
  /** For so long it is kept; null: the provider does not say. */
  readonly leastMs: number | null;
  /** After so long it is gone; null: the provider does not say. */
  readonly mostMs: number | null;
}

/** How a provider caches prompts. Counts in tokens. */
export interface CacheRule {
  /** `automatic`: always; `marked`: from `cache_control` marks; `implicit`: when it pleases. */
  readonly mode: "automatic" | "marked" | "implicit";
  /** Shorter prefixes are not cached, and nobody says so. */
  readonly minimumTokens: number;
  /** How many places of a request may be marked; null: none. */
  readonly maxMarks: number | null;
  /** The lifetimes that a request may have asked for, or its account may have. */
  readonly lifetimes: readonly CacheLifetime[];
}

/** What a model refuses or demands beyond its API's common form (docs/providers.md §1-5). */
export type ModelTrait =
  /** Thinking is bound to the unchanged prefix: edited history must come without it. */
  | "reasoning-bound-to-prefix"
  | "thinking-enabled-refused"
  | "thinking-adaptive-refused"
  | "thinking-disabled-refused"
  /** A `tool_choice` that forces a tool is refused. */
  | "forced-tool-choice-refused"
  /** A request must not end with an assistant message. */
  | "prefill-refused"
  /** temperature, top_p and top_k are refused. */
  | "sampling-refused"
  /** `role: "system"` may be between messages, and keeps the cache. */
  | "system-midway"
  /** The model cannot reason: no reasoning settings. */
  | "no-reasoning"
  /** Chat's tools of type `custom` are refused: its servers are not OpenAI's own. */
  | "custom-tools-refused"
  /** Function calls of the current turn carry a signature. */
  | "signature-on-calls"
  /** Media of a tool's result go inside the function response. */
  | "media-in-function-response"
  /** Contents of role `function` are refused, and media after a function response. */
  | "function-role-refused";

/** The name of an offline tokenizer's table. */
export type TokenEncoding = "o200k_base" | "o200k_harmony" | "cl100k_base";

/** What one model can take. */
export interface ModelInfo {
  readonly id: string;
  /** `openai`, `anthropic`, `google`, or a name of the caller's own; null: unknown. */
  readonly provider: string | null;
  /** Input and output together, in tokens; null: unknown. */
  readonly contextWindow: number | null;
  /** In tokens; null: as much as the window leaves. */
  readonly maxInputTokens: number | null;
  /** In tokens; null: unknown. */
  readonly maxOutputTokens: number | null;
  readonly modalities: readonly ("text" | "image")[];
  /** Per cent of the window that a conversation may fill (docs/semantics.md §2.7). */
  readonly effectiveWindowPercent: number;
  readonly truncationPolicy: ModelTruncationPolicy;
  /** Null: no offline tokenizer is known to be exact. */
  readonly encoding: TokenEncoding | null;
  /** Tokens of a text for one token of `o200k_base`, where the model's own tokenizer is not known. */
  readonly tokenFactor: number;
  /**
   * What the factor rests on: the model's own `tokenizer`; a tokenizer or rule that its provider
   * `published`; usage that providers reported in `recorded` sessions; or nothing (`unproven`).
   */
  readonly tokenFactorBasis: "tokenizer" | "published" | "recorded" | "unproven";
  readonly imageTokens: ImageTokenRule | null;
  readonly cache: CacheRule | null;
  readonly traits: readonly ModelTrait[];
  /** Where these facts were read, and when (`2026-11-21`). */
  readonly source: string;
  readonly date: string;
}

const TOKENS: ModelTruncationPolicy = { mode: "tokens", limit: 10_000 };
const BYTES: ModelTruncationPolicy = { mode: "bytes", limit: 10_000 };

/**
 * What Codex's bundled catalogue says of each model it lists.
 * Source: openai/codex, codex-rs/models-manager/models.json, versions of April to September 2026.
 */
const CODEX_CATALOGUE: ReadonlyMap<string, ModelTruncationPolicy> = new Map([
  ["gpt-5.6-sol", TOKENS],
  ["gpt-5.6-terra", TOKENS],
  ["gpt-5.6-luna", TOKENS],
  ["gpt-5.5", TOKENS],
  ["gpt-5.4", TOKENS],
  ["gpt-5.4-mini", TOKENS],
  ["gpt-5.3-codex", TOKENS],
  ["codex-auto-review", TOKENS],
  ["gpt-5.2", BYTES],
]);

/**
 * The policy under which Codex bounds a model's tool outputs when nothing is configured: that of the
 * longest catalogue name which the id begins with, also after one `namespace/`; else 10,000 bytes.
 * @see docs/semantics.md §2.2
 */
export function defaultTruncationPolicy(modelId: string | null): ModelTruncationPolicy {
  return (modelId === null ? null : listedTruncationPolicy(modelId)) ?? BYTES;
}

/** The same for models that the catalogue names; null: it says nothing of this one. */
export function listedTruncationPolicy(modelId: string): ModelTruncationPolicy | null {
  const bare = /^[A-Za-z0-9_-]+\/([^/]*)$/.exec(modelId)?.[1] ?? ""; // without its namespace
  return byLongestPrefix(modelId) ?? byLongestPrefix(bare) ?? null;
}

function byLongestPrefix(id: string): ModelTruncationPolicy | undefined {
  let longest = "";
  for (const name of CODEX_CATALOGUE.keys()) {
    if (id.startsWith(name) && name.length > longest.length) longest = name;
  }
  return CODEX_CATALOGUE.get(longest);
}
