import { isRefoldError } from "../../errors.js";
import type { Fact, FactOf } from "../../events/event.js";
import type { PromptTarget } from "../../projections/prompt/prompt.js";
import { KEPT_MESSAGES_TOKENS } from "../../reducers/kept-messages.js";
import { removeEntries } from "../../reducers/ledger-edits.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import { compactionNotices } from "../compaction/compaction.js";
import { planCompaction, type PlannedCompaction } from "../compaction/plan-compaction.js";
import { estimatedTokens, keptEntry, tokensOfItems } from "../compaction/strategy.js";
import type { FragmentRegistry } from "../fragments/registry.js";
import type { ModelClient } from "../models/model-client.js";
import { warningFact } from "../record-item.js";

/** None: a conversation's model is told only what its owner says. */
export const CONVERSATION_FRAGMENTS: FragmentRegistry = { session: [] };

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
 * The facts that put a summary in the place of a history: a compaction after which some items stand
 * whole. When there is no model, or it fails, the extractive summary serves and a notice says why.
 * @param kept items of the history that are not summarised, oldest first
 */
export async function summaryFacts(
  state: ThreadState,
  kept: readonly LedgerEntry[],
  basis: SummaryBasis,
): Promise<readonly Fact[]> {
  const refs = kept.map(({ ref }) => ref);
  const older: ThreadState = { ...state, ledger: removeEntries(state.ledger, refs) };
  let why = "no model was given to summarise with";
  let planned: PlannedCompaction | null = null;
  if (basis.summaryModel !== undefined) {
    try {
      planned = await planSummary(older, basis, basis.summaryModel);
      why = "";
    } catch (error) {
      if (!isRefoldError(error, "compaction-failed")) throw error;
      why = error.message;
    }
  }
  if (why !== "") planned = await planSummary(older, basis);
  if (planned === null) return [];
  const facts = planned.plan.facts.map((fact) =>
    fact.type === "history.compacted" ? withKept(fact, kept, state) : fact,
  );
  const notices = compactionNotices(planned.plan, planned.input);
  const message = `The summary was put together from the history's own words: ${why}.`;
  const extractive = why === "" ? [] : [warningFact("summary-extractive", message)];
  return [...facts, ...notices, ...extractive];
}

/** @returns null when there is nothing to summarise */
async function planSummary(
  state: ThreadState,
  { target, availableTokens, blobs }: SummaryBasis,
  model?: ModelClient,
): Promise<PlannedCompaction | null> {
  const share = Math.floor(availableTokens * KEPT_SHARE);
  const planned = await planCompaction(
    { state, blobs, registry: CONVERSATION_FRAGMENTS, context: null },
    {
      ...(model !== undefined && { model }),
      ...{ strategy: "summary", target },
      keptMessagesTokens: Math.min(KEPT_MESSAGES_TOKENS, share),
      trigger: state.turns.running === null ? "pre-turn" : "mid-turn",
      reason: `the messages may take ${availableTokens} tokens`,
    },
  );
  return "kind" in planned ? null : planned;
}

/** The same checkpoint with the kept items after it, as they were. */
function withKept(
  { type, data }: FactOf<"history.compacted">,
  kept: readonly LedgerEntry[],
  before: ThreadState,
): Fact {
  return {
    type,
    data: {
      ...data,
      replacement: [...(data.replacement ?? []), ...kept.map(keptEntry)],
      tokensBefore: estimatedTokens(before),
      tokensAfter: (data.tokensAfter ?? 0) + tokensOfItems(kept),
    },
  };
}
