import type { Fact, FactOf } from "../../events/event.js";
import { tokensOfBytes } from "../../events/token-bytes.js";
import type { PromptTarget } from "../../projections/prompt/prompt.js";
import { removeEntries } from "../../reducers/ledger-edits.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import { CompactionFailed } from "../compaction/compaction-failed.js";
import { keptEntry } from "../compaction/kept-entry.js";
import { compactionNotices } from "../compaction/notices.js";
import {
  planCompaction,
  type CompactOptions,
  type PlannedCompaction,
} from "../compaction/plan-compaction.js";
import { estimatedTokens } from "../compaction/planned-state.js";
import type { ModelClient } from "../models/model-client.js";
import { CONVERSATION_FRAGMENTS } from "./conversation-fragments.js";
import { KEPT_MESSAGES_TOKENS } from "../../reducers/items/kept-messages.js";

/** What a summary is made with. */
export interface SummaryBasis {
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
export async function summaryFacts(
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
