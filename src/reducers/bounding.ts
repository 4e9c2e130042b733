import { omittedTexts } from "../codex-strings.js";
import { tokensOfBytes, utf8Bytes } from "../events/bytes.js";
import { isPartsOutput } from "../events/item-images.js";
import type { Item, OutputPart, ToolOutput } from "../events/item.js";
import type { TruncationPolicy } from "../events/primitives.js";
import { policyAtRecording, truncateText } from "./truncate-text.js";

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
 * @param options.isExact true: without the allowance, so that the output fits the policy itself
 */
export function boundItem<Kind extends Item>(
  item: Kind,
  policy: TruncationPolicy,
  { isExact = false }: { readonly isExact?: boolean } = {},
): BoundItem<Kind> {
  if (!isPartsOutput(item)) return { item, cut: null };
  const { output, removedBytes } = boundOutput(
    item.output,
    isExact ? policy : policyAtRecording(policy),
  );
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
    const { text, removedBytes } = truncateText(output, policy);
    return { output: text, removedBytes };
  }
  const { parts, removedBytes } = boundOutputParts(output, policy);
  return { output: [...parts], removedBytes };
}

interface BoundedParts {
  readonly parts: readonly OutputPart[];
  /** UTF-8 bytes of text that went; null: the parts are as they were. */
  readonly removedBytes: number | null;
}

/**
 * Lets the texts of an output share one budget, oldest first: what fits is kept, the first that does
 * not is truncated to the rest, the others are left out and counted in a note at the very end.
 * Images stay in their place and are free (docs/semantics.md §5.8).
 */
export function boundOutputParts(
  parts: readonly OutputPart[],
  policy: TruncationPolicy,
): BoundedParts {
  const kept: OutputPart[] = [];
  let rest = policy.limit;
  let omitted = 0;
  let removedBytes: number | null = null;
  for (const part of parts) {
    if (part.type === "input_image") {
      kept.push(part);
      continue;
    }
    const bytes = utf8Bytes(part.text);
    const cost = policy.mode === "bytes" ? bytes : tokensOfBytes(bytes);
    if (rest === 0) {
      omitted++;
      removedBytes = (removedBytes ?? 0) + bytes;
    } else if (cost <= rest) {
      kept.push(part);
      rest -= cost;
    } else {
      const cut = truncateText(part.text, { mode: policy.mode, limit: rest });
      kept.push({ ...part, text: cut.text });
      removedBytes = (removedBytes ?? 0) + (cut.removedBytes ?? 0);
      rest = 0;
    }
  }
  if (removedBytes === null) return { parts, removedBytes };
  if (omitted > 0) kept.push({ type: "input_text", text: omittedTexts(omitted) });
  return { parts: kept, removedBytes };
}
