import { tokensOfBytes } from "../../events/bytes.js";
import { bareToolName, isToolCall } from "../../events/calls.js";
import { imageCost } from "../../events/inline-image.js";
import type { Item } from "../../events/item.js";
import { findModel, KNOWN_MODELS, type ModelTable } from "../../models/find-model.js";
import { costOf, type ModelPrice } from "../../models/model-price.js";
import { refOffset } from "../../reducers/item-refs.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { percentLeft, totalTokens } from "../../reducers/total-tokens.js";
import { isBoundaryOrigin } from "../../reducers/turns.js";
import { sum } from "../figures.js";
import { baseInstructions } from "../prompt/project-prompt.js";
import { resolveTarget, targetBasisOf } from "../prompt/resolve-target.js";
import { callKey, outputKey } from "../../events/pairing.js";
import { estimatorFor, itemContent } from "./content-estimator.js";
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
  /** As the session records it, else the model's; null: unknown. */
  readonly contextWindow: number | null;
  /** Of 95 % of the window, 0 to 100. */
  readonly percentLeft: number | null;
  /** What items and parts are counted with: that of the model, where it is known. */
  readonly estimator: string;
  /** Oldest first. */
  readonly items: readonly ItemTokens[];
  /** Of instructions, declared tools and items, all estimated. */
  readonly parts: TokenParts & { readonly tools: number };
  /**
   * What the total has beyond all parts: what the session does not record, and the estimate's error.
   * Negative: the parts are estimated higher than the total. Null: nothing is reported of the history
   * as it is now.
   */
  readonly unaccounted: number | null;
  /** Parts of its requests that the session does not record. */
  readonly unrecorded: readonly ("instructions" | "tools")[];
  /**
   * What sending the prompt once costs in US dollars, without an answer: of the total, or of the parts
   * where nothing is reported of the history as it is.
   */
  readonly cost: PromptCost;
}

interface PromptCost {
  /** With nothing of it in a cache; null: the price is unknown. */
  readonly cold: number | null;
  /** With all of it in a cache; null: the price is unknown. */
  readonly cached: number | null;
}

export interface ThreadTokensOptions {
  readonly models?: ModelTable;
  /** `(model) => findPrice(model).price`; absent: costs are null. */
  readonly priceOf?: (model: string) => ModelPrice | null;
}

/**
 * The size of a thread's next prompt: in total, by item and by part.
 * @param state any state; the initial one gives zeros
 * @returns counts in tokens: `reported` by the provider for its last request, `estimated` for the items
 *   after the last model item, their sum `total`; `contextWindow` and `percentLeft`
 *   are null while the window is unknown
 * @see docs/semantics.md §7, §2.10
 */
export function projectTokens(
  state: ThreadState,
  { models = KNOWN_MODELS, priceOf = () => null }: ThreadTokensOptions = {},
): ThreadTokens {
  const { usage, thread } = state;
  const { model, contextWindow } = resolveTarget({}, targetBasisOf(state), models);
  const found = model === null ? null : findModel(model, models);
  const isKnown = found !== null && found.match !== "default";
  const estimator = isKnown ? estimatorFor(found.model) : coarseEstimator;
  const entries = state.ledger.entries.toArray();
  const total = totalTokens(state);
  const reported = usage.lastIsEstimate ? 0 : (usage.last?.total ?? 0);
  const tools = thread?.tools?.tools ?? [];
  const parts = {
    ...tokenParts(baseInstructions(state).text, entries, estimator),
    tools: tools.length === 0 ? 0 : estimator.text(JSON.stringify(tools)),
  };
  const unaccounted = isReported(state) ? total - sumOfParts(parts) : null;
  const prompt = unaccounted === null ? sumOfParts(parts) : total;
  return {
    total,
    reported,
    estimated: total - reported,
    contextWindow,
    percentLeft: percentLeft(total, contextWindow),
    estimator: estimator.name,
    items: entries.map(({ ref, item, countedBytes }) => ({
      offset: refOffset(ref),
      type: item.type,
      bytes: countedBytes,
      tokens: estimator.item(item, countedBytes),
    })),
    parts,
    unaccounted,
    unrecorded: [
      ...((thread?.instructions ?? null) === null ? ["instructions" as const] : []),
      ...((thread?.tools ?? null) === null ? ["tools" as const] : []),
    ],
    cost: promptCost(prompt, model === null ? null : priceOf(model)),
  };
}

/** Whether the last report is of the history as it is: a foreign compaction leaves one of the history before. */
function isReported({ usage, checkpoint }: ThreadState): boolean {
  const { last, lastAt, lastIsEstimate } = usage;
  return last !== null && !lastIsEstimate && (checkpoint?.offset ?? -1) <= (lastAt ?? -1);
}

/** The sum of all parts, tools' outputs included. */
export function sumOfParts({ toolOutput, ...parts }: ThreadTokens["parts"]): number {
  return sum([...Object.values(parts), ...Object.values(toolOutput)]);
}

function promptCost(tokens: number, price: ModelPrice | null): PromptCost {
  if (price === null) return { cold: null, cached: null };
  const usage = { input: tokens, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 };
  return {
    cold: costOf(usage, price)?.total ?? null,
    cached: costOf({ ...usage, cachedInput: tokens }, price)?.total ?? null,
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
    const images = Math.min(tokens, imageTokensIn(entry.item, tokens, estimator));
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

/** What an item's images take of its tokens. */
function imageTokensIn(item: Item, tokens: number, estimator: TokenEstimator): number {
  const { images, texts, sealedTokens } = itemContent(item);
  if (images.length === 0) return 0;
  if (estimator === coarseEstimator) {
    return tokensOfBytes(sum(images.map((image) => imageCost(image).replacementBytes)));
  }
  const others = sum(texts.map((text) => estimator.text(text))) + sealedTokens;
  return Math.max(0, tokens - others);
}
