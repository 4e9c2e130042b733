import { bytesOfTokens } from "../../events/token-bytes.js";
import type { TruncationPolicy } from "../../events/primitives.js";

/** For tool outputs of our own threads (docs/semantics.md §2.10). */
export const DEFAULT_POLICY: TruncationPolicy = { mode: "tokens", limit: 10_000 };

/** For tool outputs of a foreign session whose model nothing is known about (§2.2). */
export const DEFAULT_FOREIGN_POLICY: TruncationPolicy = { mode: "bytes", limit: 10_000 };

/** What is recorded may be this much larger than the policy says (§2.1). */
const RECORDING_FACTOR = 1.2;

/** The policy at insertion: the limit times 1.2 as an IEEE double, rounded up, in the same mode. */
export function policyAtRecording({ mode, limit }: TruncationPolicy): TruncationPolicy {
  return { mode, limit: Math.ceil(limit * RECORDING_FACTOR) };
}

/** UTF-8 bytes that a policy allows. */
export function byteBudget({ mode, limit }: TruncationPolicy): number {
  return mode === "bytes" ? limit : bytesOfTokens(limit);
}

/**
 * A model's policy under a limit that the user configured, in tokens: it replaces the number and
 * keeps the mode (docs/semantics.md §2.2).
 */
export function policyOf(
  model: TruncationPolicy,
  configuredTokens: number | null,
): TruncationPolicy {
  if (configuredTokens === null) return model;
  const limit = model.mode === "tokens" ? configuredTokens : bytesOfTokens(configuredTokens);
  return { mode: model.mode, limit };
}
