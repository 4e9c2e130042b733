import { tokensOfBytes } from "../../events/bytes.js";
import { bareToolName, isToolCall } from "../../events/calls.js";
import { imageCost } from "../../events/inline-image.js";
import type { Item } from "../../events/item.js";
import { refOffset } from "../../reducers/item-refs.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { percentLeft, totalTokens } from "../../reducers/total-tokens.js";
import { isBoundaryOrigin } from "../../reducers/turns.js";
import { baseInstructions } from "../prompt/base-instructions.js";
import { callKey, outputKey } from "../../events/pairing.js";
import { itemContent } from "./content-estimator.js";
import { coarseEstimator, type TokenEstimator } from "./token-estimator.js";

interface ItemTokens {
  /** Offset of the event that recorded it. */
  readonly offset: number;
  readonly type: string;
  /** Its size by docs/semantics.md §7.1. */
  readonly bytes: number;
  readonly tokens: number;
}

/** How full a thread is. Counts in tokens. */
export interface ThreadTokens {
  /** `reported` + `estimated`. */
  readonly total: number;
  /** Of the last request, by its provider; 0: nothing was reported since the history was rewritten. */
  readonly reported: number;
  /** By us: what came after the last model item, or the whole ledger after it was rewritten. */
  readonly estimated: number;
  /** Null: nobody has named it. */
  readonly contextWindow: number | null;
  /** Of 95 % of the window, 0 to 100. */
  readonly percentLeft: number | null;
  /** Oldest first. */
  readonly items: readonly ItemTokens[];
  /** Of instructions and items, all estimated. */
  readonly parts: TokenParts;
}

/**
 * The size of a thread's next prompt: in total, by item and by part.
 * @param state any state; the initial one gives zeros
 * @returns counts in tokens: `reported` by the provider for its last request, `estimated` for the items
 *   after the last model item, their sum `total`; `contextWindow` and `percentLeft`
 *   are null while the window is unknown
 * @see docs/semantics.md §7, §2.10
 */
export function projectTokens(state: ThreadState): ThreadTokens {
  const { usage } = state;
  const entries = state.ledger.entries.toArray();
  const total = totalTokens(state);
  const reported = usage.lastIsEstimate ? 0 : (usage.last?.total ?? 0);
  return {
    total,
    reported,
    estimated: total - reported,
    contextWindow: usage.contextWindow,
    percentLeft: percentLeft(state),
    items: entries.map(({ ref, item, countedBytes }) => ({
      offset: refOffset(ref),
      type: item.type,
      bytes: countedBytes,
      tokens: tokensOfBytes(countedBytes),
    })),
    parts: tokenParts(baseInstructions(state).text, entries),
  };
}

interface TokenParts {
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
type CountedEntry = Pick<LedgerEntry, "item" | "origin" | "countedBytes"> & {
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

function toolNames(entries: readonly CountedEntry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { item } of entries) {
    const key = callKey(item);
    if (key !== null && isToolCall(item)) names.set(key, bareToolName(item));
  }
  return names;
}

function imageTokensIn(item: Item): number {
  const bytes = itemContent(item).images.reduce(
    (sum, image) => sum + imageCost(image).replacementBytes,
    0,
  );
  return tokensOfBytes(bytes);
}
