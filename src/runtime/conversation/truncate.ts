import { tokensOfBytes } from "../../events/bytes.js";
import type { Fact, FactOf } from "../../events/event.js";
import type { ItemRef } from "../../events/primitives.js";
import type { ModelTable } from "../../models/find-model.js";
import {
  fitPrompt,
  type FitStrategy,
  type FittedPrompt,
  toTrimmedFact,
} from "../../projections/prompt/fit-prompt.js";
import { callKey, outputKey } from "../../projections/prompt/pairing.js";
import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import type { PromptTarget } from "../../projections/prompt/prompt.js";
import type { TokenEstimator } from "../../projections/tokens/token-estimator.js";
import { refKey } from "../../reducers/item-refs.js";
import { KEPT_MESSAGES_TOKENS } from "../../reducers/kept-messages.js";
import { removeEntries } from "../../reducers/ledger-edits.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import { compactionNotices } from "../compaction/compaction.js";
import {
  type CompactOptions,
  planCompaction,
  type PlannedCompaction,
} from "../compaction/plan-compaction.js";
import { estimatedTokens, keptEntry, plannedState } from "../compaction/strategy.js";
import { CompactionFailed, MessageTooLarge } from "../errors.js";
import type { FragmentRegistry } from "../fragments/registry.js";
import type { ModelClient } from "../models/model-client.js";
import { waitingCalls } from "../waiting-calls.js";
import type { TruncationStrategy } from "./conversation-settings.js";

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

/** What a summary is made with. */
interface SummaryBasis {
  readonly target: PromptTarget;
  /** What the messages may take, in tokens. */
  readonly availableTokens: number;
  readonly blobs: Pick<BlobStore, "get">;
  /** Undefined: the extractive summary serves. */
  readonly summaryModel: ModelClient | undefined;
}

/** Of what the messages may take, the share of the user's own words beside a summary. */
const KEPT_SHARE = 0.25;

/**
 * The facts that put a summary in the place of a history: a compaction as any other, behind which
 * some items stand whole. A model that fails is made up for by the extractive summary; a notice says
 * so, as it does where there is no model.
 * @param kept items of the history that are not summarised, oldest first
 */
async function summaryFacts(
  state: ThreadState,
  kept: readonly LedgerEntry[],
  basis: SummaryBasis,
): Promise<readonly Fact[]> {
  const refs = kept.map(({ ref }) => ref);
  const older: ThreadState = { ...state, ledger: removeEntries(state.ledger, refs) };
  const { planned, notices } = await plan(older, basis);
  if (planned === null) return [];
  const facts = planned.plan.facts.map((fact) =>
    fact.type === "history.compacted" ? withKept(fact, kept, state) : fact,
  );
  return [...facts, ...compactionNotices(planned.plan, planned.input), ...notices];
}

interface PlannedSummary {
  /** Null: there is nothing to summarise. */
  readonly planned: PlannedCompaction | null;
  readonly notices: readonly Fact[];
}

async function plan(older: ThreadState, basis: SummaryBasis): Promise<PlannedSummary> {
  const { summaryModel: model } = basis;
  if (model === undefined) {
    return extractively(older, basis, "no model was given to summarise with");
  }
  try {
    return { planned: await planWith(older, basis, { model }), notices: [] };
  } catch (error) {
    if (!(error instanceof CompactionFailed)) throw error;
    return extractively(older, basis, error.message); // said by the notice
  }
}

async function extractively(
  older: ThreadState,
  basis: SummaryBasis,
  why: string,
): Promise<PlannedSummary> {
  const message = `The summary was put together from the history's own words: ${why}.`;
  const data = { level: "warning" as const, kind: "summary-extractive", message };
  const planned = await planWith(older, basis, {});
  return { planned, notices: planned === null ? [] : [{ type: "notice.logged", data }] };
}

async function planWith(
  state: ThreadState,
  { target, availableTokens, blobs }: SummaryBasis,
  by: Pick<CompactOptions, "model">,
): Promise<PlannedCompaction | null> {
  const keptMessagesTokens = Math.min(
    KEPT_MESSAGES_TOKENS,
    Math.floor(availableTokens * KEPT_SHARE),
  );
  const planned = await planCompaction(
    { state, blobs, registry: CONVERSATION_FRAGMENTS, context: null },
    {
      ...by,
      ...{ strategy: "summary", target, keptMessagesTokens },
      trigger: state.turns.running === null ? "pre-turn" : "mid-turn",
      reason: `the messages may take ${availableTokens} tokens`,
    },
  );
  return "kind" in planned ? null : planned;
}

/** The same checkpoint with items behind it that stand as they were. */
function withKept(
  { type, data }: FactOf<"history.compacted">,
  kept: readonly LedgerEntry[],
  before: ThreadState,
): Fact {
  const keptTokens = kept.reduce((sum, { countedBytes }) => sum + tokensOfBytes(countedBytes), 0);
  return {
    type,
    data: {
      ...data,
      replacement: [...(data.replacement ?? []), ...kept.map(keptEntry)],
      tokensBefore: estimatedTokens(before),
      tokensAfter: (data.tokensAfter ?? 0) + keptTokens,
    },
  };
}

/** None: a conversation's model is told nothing but what its owner says. */
export const CONVERSATION_FRAGMENTS: FragmentRegistry = { session: [] };
