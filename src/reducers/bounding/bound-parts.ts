import { omittedTexts } from "../../codex-strings.js";
import type { OutputPart } from "../../events/item.js";
import { utf8Bytes } from "../../events/json-bytes.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import { tokensOfBytes } from "../../events/token-bytes.js";
import { formatTruncated, truncateText } from "./truncate-text.js";
import { byteBudget } from "./truncation-policy.js";

export interface BoundedParts {
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
      const { text, cut } = truncateText(part.text, { mode: policy.mode, limit: rest });
      kept.push({ ...part, text });
      removedBytes = (removedBytes ?? 0) + (cut?.removedBytes ?? 0);
      rest = 0;
    }
  }
  if (removedBytes === null) return { parts, removedBytes };
  if (omitted > 0) kept.push({ type: "input_text", text: omittedTexts(omitted) });
  return { parts: kept, removedBytes };
}

export interface FormattedParts {
  readonly parts: readonly OutputPart[];
  /** Estimated tokens of all texts joined; null: the parts are as they were. */
  readonly originalTokens: number | null;
}

/**
 * Joins the texts of an output into one formatted text when they are over the budget together, with
 * all images behind it (docs/semantics.md §5.9).
 */
export function formatParts(
  parts: readonly OutputPart[],
  policy: TruncationPolicy,
): FormattedParts {
  let joined = "";
  for (const part of parts) {
    if (part.type === "input_text") joined += joined === "" ? part.text : `\n${part.text}`;
  }
  if (utf8Bytes(joined) <= byteBudget(policy)) return { parts, originalTokens: null };
  const { text, cut } = formatTruncated(joined, policy);
  const images = parts.filter((part) => part.type === "input_image");
  return {
    parts: [{ type: "input_text", text }, ...images],
    originalTokens: cut?.originalTokens ?? null,
  };
}
