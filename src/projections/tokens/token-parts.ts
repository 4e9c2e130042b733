import { bareToolName, isToolCall } from "../../events/call-name.js";
import { imageCost } from "../../events/image-bytes.js";
import type { Item } from "../../events/item.js";
import { tokensOfBytes } from "../../events/token-bytes.js";
import { callKey, outputKey } from "../prompt/pairing.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
import { itemContent } from "./item-content.js";
import { coarseEstimator, type TokenEstimator } from "./token-estimator.js";
import { isBoundaryOrigin } from "../../reducers/items/turn-boundary.js";

/** Tokens of a prompt by what they are spent on. */
export interface TokenParts {
  readonly instructions: number;
  /** Context that the runtime put in. */
  readonly injectedContext: number;
  /** What users and instructing agents said. */
  readonly user: number;
  /** The model's messages and calls. */
  readonly model: number;
  readonly reasoning: number;
  /** Images, wherever they stand. */
  readonly images: number;
  /** What compactions left. */
  readonly summary: number;
  /** Outputs by the name of the tool that was called. */
  readonly toolOutput: Readonly<Record<string, number>>;
}

/** What a part is told from; ledger entries and prompt items both have it. */
export type CountedEntry = Pick<LedgerEntry, "item" | "origin" | "countedBytes"> & {
  readonly summary?: boolean;
};

/**
 * Breaks a prompt's tokens down by what they are spent on. The parts add up to the instructions' and
 * the items' tokens.
 */
export function tokenParts(
  instructions: string,
  entries: readonly CountedEntry[],
  estimator: TokenEstimator = coarseEstimator,
): TokenParts {
  const parts = { injectedContext: 0, user: 0, model: 0, reasoning: 0, images: 0, summary: 0 };
  const toolOutput = new Map<string, number>();
  const tools = toolNames(entries);
  for (const entry of entries) {
    const tokens = estimator.item(entry.item, entry.countedBytes);
    const images = Math.min(tokens, imageTokensIn(entry.item));
    parts.images += images;
    const part = partOf(entry);
    if (part !== "toolOutput") {
      parts[part] += tokens - images;
      continue;
    }
    const tool = tools.get(outputKey(entry.item) ?? "") ?? UNKNOWN_TOOL;
    toolOutput.set(tool, (toolOutput.get(tool) ?? 0) + tokens - images);
  }
  return {
    instructions: estimator.text(instructions),
    ...parts,
    toolOutput: Object.fromEntries(toolOutput),
  };
}

/** Of an output whose call is not there to name it. */
const UNKNOWN_TOOL = "(unknown)";

function partOf(entry: CountedEntry): Exclude<keyof TokenParts, "instructions"> {
  const { item, origin } = entry;
  if (entry.summary === true) return "summary";
  switch (item.type) {
    case "message":
      if (item.role === "assistant" && origin !== "agent") return "model";
      return isBoundaryOrigin(origin) ? "user" : "injectedContext";
    case "reasoning":
      return "reasoning";
    case "compaction":
    case "compaction_summary":
      return "summary";
    case "function_call_output":
    case "custom_tool_call_output":
    case "tool_search_output":
      return "toolOutput";
    default:
      return "model";
  }
}

/** Names of the tools that were called, by pairing key. */
function toolNames(entries: readonly CountedEntry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { item } of entries) {
    const key = callKey(item);
    if (key !== null && isToolCall(item)) names.set(key, bareToolName(item));
  }
  return names;
}

/** What an item's images count in the coarse estimate (docs/semantics.md §7.2). */
function imageTokensIn(item: Item): number {
  const bytes = itemContent(item).images.reduce(
    (sum, image) => sum + imageCost(image).replacementBytes,
    0,
  );
  return tokensOfBytes(bytes);
}
