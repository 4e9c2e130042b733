import type { Fact } from "../../events/event.js";
import type { ItemRef } from "../../events/primitives.js";
import type { ModelTable } from "../../models/find-model.js";
import {
  fitPrompt,
  type FitStrategy,
  type FittedPrompt,
} from "../../projections/prompt/fit-prompt.js";
import { callKey, outputKey } from "../../projections/prompt/pairing.js";
import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import type { PromptTarget } from "../../projections/prompt/prompt.js";
import { toTrimmedFact } from "../../projections/prompt/to-trimmed-fact.js";
import type { TokenEstimator } from "../../projections/tokens/token-estimator.js";
import { refKey } from "../../reducers/item-refs.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import { plannedState } from "../compaction/planned-state.js";
import type { ModelClient } from "../models/model-client.js";
import { MessageTooLarge } from "./message-too-large.js";
import { summaryFacts } from "./summarise.js";
import { waitingCalls } from "../waiting-calls.js";
import type { TruncationStrategy } from "./truncation-strategy.js";

/** What a conversation is made to fit with. */
export interface Truncation {
  readonly strategy: TruncationStrategy;
  /** What the messages may take, in tokens. */
  readonly availableTokens: number;
  readonly estimator: TokenEstimator;
  readonly target: PromptTarget;
  readonly models: ModelTable;
  readonly blobs: Pick<BlobStore, "get">;
  /** Summarises; undefined: the extractive summary does. */
  readonly summaryModel: ModelClient | undefined;
}

/**
 * The facts that make a history fit what its messages may take; none when it fits. The newest items
 * stay, with the calls that they answer, and so do calls that still wait for a result.
 * @param newest how many of the newest items stay; where nobody says, one
 * @throws {MessageTooLarge} what has to stay is too much
 */
export async function truncationFacts(
  state: ThreadState,
  truncation: Truncation,
  newest = 1,
): Promise<readonly Fact[]> {
  const { strategy } = truncation;
  const kept = sparedEntries(state.ledger.entries.toArray(), newest);
  const fitted = fit(state, truncation, kept);
  if (fitted.trimmed.length === 0) return [];
  if (strategy !== "summarize") return trimmedFacts(fitted, state);
  const summarised = await summaryFacts(state, kept, truncation);
  const after = plannedState(state, summarised);
  const stayed = after.ledger.entries.toArray().slice(-kept.length);
  return [...summarised, ...trimmedFacts(fit(after, truncation, stayed), after)];
}

/** What a history's messages take in a request, in tokens. */
export function messageTokens(state: ThreadState, truncation: Truncation): number {
  const { estimator, target, models } = truncation;
  const { items } = projectPrompt(state, target, { models });
  let tokens = 0;
  for (const { item, countedBytes } of items) tokens += estimator.item(item, countedBytes);
  return tokens;
}

/** Leaves out as much as has to go. */
function fit(
  state: ThreadState,
  { strategy, availableTokens, estimator, target, models }: Truncation,
  kept: readonly LedgerEntry[],
): FittedPrompt {
  const prompt = projectPrompt(state, target, { models });
  const by: FitStrategy = strategy === "priority" ? "priority" : "sliding-window";
  const instructions = estimator.text(prompt.instructions);
  const spare: readonly ItemRef[] = kept.map(({ ref }) => ref);
  const maxTokens = availableTokens + instructions;
  const fitted = fitPrompt(prompt, { strategy: by, maxTokens, estimator, spare });
  if (fitted.fits) return fitted;
  const needed = fitted.tokensAfter - instructions;
  throw new MessageTooLarge({ needed, available: availableTokens });
}

function trimmedFacts(fitted: FittedPrompt, state: ThreadState): readonly Fact[] {
  const fact = toTrimmedFact(fitted, state);
  return fact === null ? [] : [fact];
}

/**
 * The newest items, the calls that they answer, and the calls behind the newest message of a user
 * that wait for a result, oldest first.
 */
function sparedEntries(entries: readonly LedgerEntry[], newest: number): readonly LedgerEntry[] {
  const tail = entries.slice(Math.max(0, entries.length - newest));
  const answered = new Set(tail.map(({ item }) => outputKey(item)).filter((key) => key !== null));
  const lastUser = entries.findLastIndex(({ origin }) => origin === "user");
  const waiting = new Set(waitingCalls(entries.slice(Math.max(0, lastUser))));
  const stays = new Set([...tail, ...waiting].map(({ ref }) => refKey(ref)));
  return entries.filter(
    ({ ref, item }) => stays.has(refKey(ref)) || answered.has(callKey(item) ?? ""),
  );
}
