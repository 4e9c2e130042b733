import { invalidArgument } from "../../errors.js";
import type { FactOf } from "../../events/event.js";
import type { ItemRef } from "../../events/primitives.js";
import { refKey } from "../../reducers/item-refs.js";
import { SharedSequence } from "../../reducers/sequence.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { isBoundaryOrigin } from "../../reducers/turns.js";
import { itemContent } from "../tokens/content-estimator.js";
import { coarseEstimator, type TokenEstimator } from "../tokens/token-estimator.js";
import { callKey, outputKey } from "../../events/pairing.js";
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

interface TrimmedItem {
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
 * @throws {RefoldError} `invalid-argument`: `maxTokens` is not a whole number above 0
 */
export function fitPrompt(prompt: Prompt, options: FitOptions): FittedPrompt {
  const { strategy, maxTokens, estimator = coarseEstimator } = options;
  if (!Number.isInteger(maxTokens) || maxTokens <= 0) {
    throw invalidArgument(`not a number of tokens to fit into: ${maxTokens}`);
  }
  const items = prompt.items.toArray();
  const tokens = items.map(({ item, countedBytes }) => estimator.item(item, countedBytes));
  const tokensBefore = tokens.reduce(
    (sum, each) => sum + each,
    estimator.text(prompt.instructions),
  );
  const groups = pairGroups(items);
  const isByPriority = strategy === "priority";
  const order = isByPriority ? priorityOrder(items, groups, options.recentUserMessages) : groups;
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
  const firstGone = [...gone].reduce((first, index) => Math.min(first, index), Infinity);
  const kept: PromptItem[] = [];
  prompt.items.toArray().forEach((part, index) => {
    if (gone.has(index)) return;
    // What comes after a gap lost the prefix that it was made with (docs/semantics.md §8.6).
    kept.push(index > firstGone && !part.behindEdit ? { ...part, behindEdit: true } : part);
  });
  const repairs = trimmed.map(({ ref, type, tokens }): PromptRepair => ({
    kind: "trimmed",
    ref,
    reason: `${type}: ${tokens} tokens left out to fit the budget`,
  }));
  return {
    ...prompt,
    items: SharedSequence.of(kept),
    repairs: SharedSequence.of([...prompt.repairs.toArray(), ...repairs]),
  };
}

/**
 * The fact that makes a fitting last: written to the thread, the items leave its ledger. The baseline
 * goes with the first item that told a fact of it (law 7).
 * @param state the state that the prompt was projected from
 * @returns null when nothing has to go
 */
export function toTrimmedFact(
  fitted: FittedPrompt,
  state: ThreadState,
): FactOf<"history.trimmed"> | null {
  const refs = fitted.trimmed.map(({ ref }) => ref);
  if (refs.length === 0) return null;
  const gone = new Set(refs.map(refKey));
  const told = Object.values(state.baseline?.toldBy ?? {});
  return {
    type: "history.trimmed",
    data: {
      refs,
      strategy: fitted.strategy,
      reason: `fitted from ${fitted.tokensBefore} to ${fitted.tokensAfter} tokens`,
      clearsBaseline: told.some((ref) => gone.has(refKey(ref))),
      historyVersion: state.log.historyVersion + 1,
    },
  };
}

/** Items that stay or go together: a call with its outputs, or one item alone. */
interface PairGroup {
  /** Indexes into the prompt's items, rising. */
  readonly members: readonly number[];
}

/** The groups of a prompt, by their oldest items; a request's own fragments belong to none. */
function pairGroups(items: readonly PromptItem[]): readonly PairGroup[] {
  const groups: { members: number[] }[] = [];
  const byKey = new Map<string, { members: number[] }>();
  items.forEach(({ item, ref }, index) => {
    if (ref === null) return;
    const key = callKey(item) ?? outputKey(item);
    const known = key === null ? undefined : byKey.get(key);
    if (known !== undefined) {
      known.members.push(index);
      return;
    }
    const group = { members: [index] };
    groups.push(group);
    if (key !== null) byKey.set(key, group);
  });
  return groups;
}

/**
 * The order in which groups are left out by priority: first what is not protected, then what is, each
 * oldest first. Protected are the first user message and the newest ones, tool calls with their
 * outputs, items with images, and a compaction's summary, which stands for everything before it.
 * @param recentUserMessages how many of the newest user messages are protected
 */
function priorityOrder(
  items: readonly PromptItem[],
  groups: readonly PairGroup[],
  recentUserMessages = 3,
): readonly PairGroup[] {
  const users = items.flatMap(({ item, origin, summary }, index) =>
    item.type === "message" && isBoundaryOrigin(origin) && !summary ? [index] : [],
  );
  const keptUsers = new Set([
    ...users.slice(0, 1),
    ...users.slice(Math.max(0, users.length - recentUserMessages)),
  ]);
  const isProtected = (index: number): boolean => {
    const part = items[index];
    return part !== undefined && (keptUsers.has(index) || staysLong(part));
  };
  const protectedGroups = groups.filter(({ members }) => members.some(isProtected));
  const others = groups.filter(({ members }) => !members.some(isProtected));
  return [...others, ...protectedGroups];
}

function staysLong({ item, summary }: PromptItem): boolean {
  if (summary || item.type === "compaction" || item.type === "compaction_summary") return true;
  if (callKey(item) !== null || outputKey(item) !== null) return true;
  return itemContent(item).images.length > 0;
}
