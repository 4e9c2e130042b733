import type { Item, ToolOutput } from "../../events/item.js";
import { utf8Bytes } from "../../events/json-bytes.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import { tokensOfBytes } from "../../events/token-bytes.js";
import { boundOutputParts } from "./bound-parts.js";
import { truncateText } from "./truncate-text.js";
import { policyAtRecording } from "./truncation-policy.js";

/** What bounding cut from an output; with the original's hash it makes `Bounded`. */
export interface OutputCut {
  /** The turn's policy, without the allowance at recording. */
  readonly policy: TruncationPolicy;
  /** UTF-8 bytes of `original`. */
  readonly originalBytes: number;
  /** Estimated tokens of the text that went. */
  readonly removedTokens: number;
  /** What is to be kept as evidence: the output's text, or the JSON of its list of parts. */
  readonly original: string;
}

export interface BoundItem<Kind extends Item = Item> {
  readonly item: Kind;
  /** Null: the item is the one that was given. */
  readonly cut: OutputCut | null;
}

/**
 * Bounds an item as it enters the ledger (docs/semantics.md §6.2): outputs of function and custom
 * tool calls under their turn's policy times 1.2, strings by §5.1-5.5, lists by §5.8. Every other
 * item stays whole.
 *
 * @param policy the turn's policy, without the allowance
 */
export function boundItem<Kind extends Item>(
  item: Kind,
  policy: TruncationPolicy,
): BoundItem<Kind> {
  if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") {
    return { item, cut: null };
  }
  const { output, removedBytes } = boundOutput(item.output, policyAtRecording(policy));
  if (removedBytes === null) return { item, cut: null };
  const original = typeof item.output === "string" ? item.output : JSON.stringify(item.output);
  const cut = {
    policy,
    originalBytes: utf8Bytes(original),
    removedTokens: tokensOfBytes(removedBytes),
    original,
  };
  return { item: { ...item, output }, cut };
}

function boundOutput(
  output: ToolOutput,
  policy: TruncationPolicy,
): { readonly output: ToolOutput; readonly removedBytes: number | null } {
  if (typeof output === "string") {
    const { text, cut } = truncateText(output, policy);
    return { output: text, removedBytes: cut?.removedBytes ?? null };
  }
  const { parts, removedBytes } = boundOutputParts(output, policy);
  return { output: [...parts], removedBytes };
}
