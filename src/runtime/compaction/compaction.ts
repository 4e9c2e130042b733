import { tokensOfBytes } from "../../events/bytes.js";
import type { Fact, FactOf } from "../../events/event.js";
import type { ItemRef } from "../../events/primitives.js";
import { refKey } from "../../reducers/item-refs.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { warningFact } from "../record-item.js";
import { estimatedTokens, tokensOfItems } from "./strategy.js";
import type { CompactionTrigger, StrategyInput, StrategyPlan } from "./strategy.js";

/** One item's fate. */
export interface ItemFate {
  /** Where it is in the log, first of all. */
  readonly ref: ItemRef;
  readonly type: string;
  readonly origin: string;
  /** Estimated tokens before. */
  readonly tokensBefore: number;
  /** Estimated tokens after; 0: it went. */
  readonly tokensAfter: number;
}

/** What a compaction did, or would do. Counts of tokens are estimates of instructions and history. */
export interface Compaction {
  readonly kind: "compacted";
  readonly threadId: string | null;
  readonly strategy: StrategyPlan["strategy"];
  readonly trigger: CompactionTrigger;
  readonly reason: string | null;
  readonly dryRun: boolean;
  /** Of the event that says so; null: nothing was written. */
  readonly offset: number | null;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The history's items that the model still sees, whole or in part, oldest first. */
  readonly stays: readonly ItemFate[];
  /** Those that it does not see any more. */
  readonly goes: readonly ItemFate[];
  /** Estimated tokens of what was put in: a summary, the context told again. */
  readonly addedTokens: number;
  /** The summary as it is in the history; null: none was made. */
  readonly summary: string | null;
  /** Items that went before the summary could be made. */
  readonly trimmed: readonly ItemRef[];
}

/** Nothing was written, and why. */
export interface NoCompaction {
  readonly kind: "nothing";
  readonly reason: "empty-history" | "nothing-to-free";
  readonly tokensBefore: number;
  /** The same. */
  readonly tokensAfter: number;
}

/** What a plan comes to, item by item. */
export function describeCompaction(
  before: ThreadState,
  plan: StrategyPlan,
): Omit<Compaction, "trigger" | "reason" | "dryRun" | "offset"> {
  const { after, strategy, trimmed } = plan;
  const left = new Map<string, LedgerEntry>();
  for (const entry of after.ledger.entries) left.set(refKey(entry.source ?? entry.ref), entry);
  const fates: ItemFate[] = [];
  for (const { ref, source = ref, item, origin, countedBytes } of before.ledger.entries) {
    const kept = left.get(refKey(source));
    left.delete(refKey(source));
    const tokensAfter = kept === undefined ? 0 : tokensOfBytes(kept.countedBytes);
    const tokensBefore = tokensOfBytes(countedBytes);
    fates.push({ ref: source, type: item.type, origin, tokensBefore, tokensAfter });
  }
  return {
    kind: "compacted",
    threadId: before.thread?.threadId ?? null,
    strategy,
    tokensBefore: estimatedTokens(before),
    tokensAfter: estimatedTokens(after),
    stays: fates.filter(isSeen),
    goes: fates.filter((fate) => !isSeen(fate)),
    addedTokens: tokensOfItems(left.values()),
    summary: plan.facts.find(isCompacted)?.data.summary ?? null,
    trimmed,
  };
}

/** An item that takes nothing (a ghost snapshot) is never what went. */
function isSeen({ tokensBefore, tokensAfter }: ItemFate): boolean {
  return tokensAfter > 0 || tokensBefore === 0;
}

function isCompacted(fact: Fact): fact is FactOf<"history.compacted"> {
  return fact.type === "history.compacted";
}

/** What people should know of a compaction, besides its event; written in the same batch. */
export function compactionNotices(plan: StrategyPlan, input: StrategyInput): readonly Fact[] {
  const { trimmed, after } = plan;
  const cut =
    `The history was too long to be summarised whole: its ${trimmed.length} oldest items ` +
    "were left out of the summary.";
  const window = after.checkpoint?.windowNumber ?? 0;
  const again =
    `This thread has been compacted ${window} times. Each summary loses detail: ` +
    "begin a new thread where the task allows it.";
  const isRepeated = plan.facts.some(isCompacted) && window > 1;
  const tokens = estimatedTokens(after);
  const limit = input.limitTokens ?? Infinity;
  const full = `Even compacted, the history takes ${tokens} tokens; the limit is ${limit}.`;
  return [
    ...(trimmed.length > 0 ? [warningFact("compaction-trimmed", cut)] : []),
    ...(isRepeated ? [warningFact("compaction-repeated", again)] : []),
    ...(tokens >= limit ? [warningFact("compaction-insufficient", full)] : []),
  ];
}
