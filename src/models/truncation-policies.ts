import type { ModelTruncationPolicy } from "./model-info.js";

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
  return byLongestPrefix(modelId) ?? byLongestPrefix(withoutNamespace(modelId)) ?? null;
}

function byLongestPrefix(id: string): ModelTruncationPolicy | undefined {
  let longest = "";
  for (const name of CODEX_CATALOGUE.keys()) {
    if (id.startsWith(name) && name.length > longest.length) longest = name;
  }
  return CODEX_CATALOGUE.get(longest);
}

function withoutNamespace(id: string): string {
  return /^[A-Za-z0-9_-]+\/([^/]*)$/.exec(id)?.[1] ?? "";
}
