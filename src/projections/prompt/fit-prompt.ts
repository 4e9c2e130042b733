import { InvalidArgument } from "../../errors.js";
import type { ItemRef } from "../../events/primitives.js";
import { refKey } from "../../reducers/item-refs.js";
import { coarseEstimator, type TokenEstimator } from "../tokens/token-estimator.js";
import { ChunkedSequence } from "./chunked-sequence.js";
import { pairGroups } from "./fit-groups.js";
import { priorityOrder } from "./fit-priority.js";
import { slidingWindowOrder } from "./fit-sliding-window.js";
import type { Prompt, PromptItem, PromptRepair } from "./prompt.js";

export type FitStrategy = "sliding-window" | "priority";

export interface FitOptions {
  readonly strategy: FitStrategy;
  /** Instructions and items together may take so many. */
  readonly maxTokens: number;
  /** What counts; absent: the coarse estimate. */
  readonly estimator?: TokenEstimator;
  /** For `priority`: how many of the newest user messages are protected; absent: 3. */
  readonly recentUserMessages?: number;
  /** Items that never go, nor what is paired with them. */
  readonly spare?: readonly ItemRef[];
}

/** An item that would go. */
export interface TrimmedItem {
  readonly ref: ItemRef;
  readonly type: string;
  readonly tokens: number;
}

export interface FittedPrompt {
  readonly strategy: FitStrategy;
  /** What is left, with what went in `repairs`; the same prompt when it fitted already. */
  readonly prompt: Prompt;
  /** Oldest first; an inserted output goes with its call and is not listed. */
  readonly trimmed: readonly TrimmedItem[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** False: what may not go (instructions, the request's own fragments, `spare`) is too much. */
  readonly fits: boolean;
}

/**
 * Fits a prompt into a budget without a model, by leaving out whole items, calls together with their
 * outputs; instructions, the request's fragments and what is to be spared never. Nothing is changed: to make it last, write
 * `toTrimmedFact` to the thread.
 * @throws {InvalidArgument} `maxTokens` is not a whole number above 0
 */
export function fitPrompt(prompt: Prompt, options: FitOptions): FittedPrompt {
  const { strategy, maxTokens, estimator = coarseEstimator } = options;
  if (!Number.isInteger(maxTokens) || maxTokens <= 0) {
    throw new InvalidArgument(`not a number of tokens to fit into: ${maxTokens}`);
  }
  const items = prompt.items.toArray();
  const tokens = items.map(({ item, countedBytes }) => estimator.item(item, countedBytes));
  const tokensBefore = tokens.reduce(
    (sum, each) => sum + each,
    estimator.text(prompt.instructions),
  );
  const groups = pairGroups(items);
  const order =
    strategy === "priority"
      ? priorityOrder(items, groups, options.recentUserMessages)
      : slidingWindowOrder(groups);
  const spared = sparedPlaces(items, options.spare ?? []);
  const gone = new Set<number>();
  let tokensAfter = tokensBefore;
  for (const group of order) {
    if (tokensAfter <= maxTokens) break;
    if (group.members.some((index) => spared.has(index))) continue;
    for (const index of group.members) {
      gone.add(index);
      tokensAfter -= tokens[index] ?? 0;
    }
  }
  const fits = tokensAfter <= maxTokens;
  if (gone.size === 0) return { strategy, prompt, trimmed: [], tokensBefore, tokensAfter, fits };
  const trimmed = items.flatMap((part, index) =>
    gone.has(index) && part.ref !== null && !part.inserted
      ? [{ ref: part.ref, type: part.item.type, tokens: tokens[index] ?? 0 }]
      : [],
  );
  const left = withoutItems({ ...prompt, tokens: tokensAfter }, gone, trimmed);
  return { strategy, prompt: left, trimmed, tokensBefore, tokensAfter, fits };
}

/** Indexes of the items that may not go. */
function sparedPlaces(
  items: readonly PromptItem[],
  spare: readonly ItemRef[],
): ReadonlySet<number> {
  const keys = new Set(spare.map(refKey));
  return new Set(
    items.flatMap(({ ref }, index) => (ref !== null && keys.has(refKey(ref)) ? [index] : [])),
  );
}

function withoutItems(
  prompt: Prompt,
  gone: ReadonlySet<number>,
  trimmed: readonly TrimmedItem[],
): Prompt {
  const firstGone = Math.min(...gone);
  const kept: PromptItem[] = [];
  prompt.items.toArray().forEach((part, index) => {
    if (gone.has(index)) return;
    // What stands behind a gap lost the prefix that it was made with (docs/semantics.md §8.6).
    kept.push(index > firstGone && !part.behindEdit ? { ...part, behindEdit: true } : part);
  });
  const repairs = trimmed.map(({ ref, type, tokens }): PromptRepair => ({
    kind: "trimmed",
    ref,
    reason: `${type}: ${tokens} tokens left out to fit the budget`,
  }));
  return {
    ...prompt,
    items: ChunkedSequence.from(kept),
    repairs: ChunkedSequence.from([...prompt.repairs.toArray(), ...repairs]),
  };
}
