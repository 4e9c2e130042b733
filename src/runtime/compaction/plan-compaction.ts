import { defer, lastValueFrom } from "rxjs";
import { invalidArgument } from "../../errors.js";
import { isJsonObject } from "../../events/json.js";
import type { PromptTarget } from "../../projections/prompt/prompt.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import { planInjection } from "../fragments/plan-injection.js";
import type { FragmentRegistry } from "../fragments/registry.js";
import type { TurnContext } from "../fragments/turn-context.js";
import type { ModelClient } from "../models/model-client.js";
import type { RetryPolicy } from "../models/retries.js";
import { untilAborted } from "../models/until-aborted.js";
import { checkCompaction, holdsNothingNew, targetOf } from "./check.js";
import { type Compaction, describeCompaction, type NoCompaction } from "./compaction.js";
import {
  checkOptions,
  compactionSettings,
  type CompactionSettings,
  type CompactionStrategyName,
  type CompactionTemplates,
  withTemplates,
} from "./settings.js";
import { STRATEGY } from "./strategies.js";
import {
  type CompactionStrategy,
  type CompactionTrigger,
  estimatedTokens,
  type StrategyInput,
  type StrategyPlan,
} from "./strategy.js";
import { extractiveSummary, modelSummary } from "./summaries.js";
import { runSummaryTurn, type Summarize, type SummaryTurn } from "./summary-turn.js";

/** What a compaction is planned from. */
export interface CompactionBasis {
  readonly state: ThreadState;
  readonly blobs: Pick<BlobStore, "get">;
  readonly registry: FragmentRegistry;
  /** The running turn's; null: none runs, or it is not this process's. */
  readonly context: TurnContext | null;
}

export interface CompactOptions {
  /** A built-in one or the caller's. Default: the thread's own (`thread.configure`), else `summary`. */
  readonly strategy?: CompactionStrategyName | CompactionStrategy;
  /** Makes the summary. With neither this nor `summarize`, the built-in extractive one does. */
  readonly model?: ModelClient | undefined;
  /** Makes the summary in the model's place. */
  readonly summarize?: Summarize;
  /** Default: `mid-turn` while a turn runs, else `manual`. */
  readonly trigger?: CompactionTrigger;
  /** Why, for people. */
  readonly reason?: string;
  /** The model that goes on with the history; absent members: the last turn's. */
  readonly target?: PromptTarget | undefined;
  /** Says what would be done and writes nothing; no model is asked: an extractive summary stands in. */
  readonly dryRun?: boolean;
  /** What `auto` and the strategies that cut to a size go for, in tokens; default: half the limit. */
  readonly targetTokens?: number;
  /** How many of the newest outputs `clear-outputs` leaves. */
  readonly keepOutputs?: number;
  /** In tokens of text; default 20,000. */
  readonly keptMessagesTokens?: number;
  readonly templates?: Partial<CompactionTemplates>;
  /** How requests for the summary are tried again. */
  readonly retries?: RetryPolicy | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What would be written, with what it was decided from and what it comes to. */
export interface PlannedCompaction {
  readonly input: StrategyInput;
  readonly plan: StrategyPlan;
  readonly described: Omit<Compaction, "dryRun" | "offset">;
}

/**
 * Plans a compaction; nothing is written. With `dryRun` no model is asked.
 * @throws {RefoldError} `invalid-argument`: an option has another form
 * @throws {RefoldError} `compaction-failed`: the summary could not be made
 * @throws {RefoldError} `aborted`: the signal said so
 */
export async function planCompaction(
  basis: CompactionBasis,
  options: CompactOptions,
): Promise<PlannedCompaction | NoCompaction> {
  const { state } = basis;
  checkOptions(options);
  const input = strategyInput(basis, options);
  const tokens = estimatedTokens(state);
  const nothing = { kind: "nothing" as const, tokensBefore: tokens, tokensAfter: tokens };
  const planner = plannerOf(options.strategy ?? input.settings.strategy);
  if (state.ledger.entries.length === 0) return { ...nothing, reason: "empty-history" };
  const planning = defer(async () => planner.plan(input));
  const plan = await lastValueFrom(planning.pipe(untilAborted("compaction", options.signal)));
  if (plan !== null && !isPlan(plan)) {
    throw invalidArgument(
      "what a compaction's strategy planned is no plan",
      "Give a plan, or null.",
    );
  }
  if (plan === null || isRepetition(plan, { state, options })) {
    return { ...nothing, reason: "nothing-to-free" };
  }
  const { trigger, reason } = input;
  return { input, plan, described: { ...describeCompaction(state, plan), trigger, reason } };
}

function plannerOf(strategy: CompactionStrategyName | CompactionStrategy): CompactionStrategy {
  if (typeof strategy === "object") return strategy;
  if (Object.hasOwn(STRATEGY, strategy)) return STRATEGY[strategy];
  const names = Object.keys(STRATEGY).join(", ");
  throw invalidArgument(`there is no compaction strategy ${strategy}`, `Give one of: ${names}.`);
}

function isPlan(plan: unknown): boolean {
  return isJsonObject(plan) && isJsonObject(plan["after"]) && Array.isArray(plan["facts"]);
}

/** The built-in summary, of a history that holds nothing new: the same again, or more of it. */
function isRepetition(
  { after }: StrategyPlan,
  { state, options }: { readonly state: ThreadState; readonly options: CompactOptions },
): boolean {
  const { strategy, model, summarize } = options;
  if (typeof strategy === "object" || model !== undefined || summarize !== undefined) return false;
  return holdsNothingNew(state) && estimatedTokens(after) >= estimatedTokens(state);
}

/** What a compaction would do. No model is asked: an extractive summary stands in for one. */
export async function previewCompaction(
  basis: CompactionBasis,
  options: CompactOptions = {},
): Promise<Compaction | NoCompaction> {
  const planned = await planCompaction(basis, { ...options, dryRun: true });
  if ("kind" in planned) return planned;
  return { ...planned.described, dryRun: true, offset: null };
}

function strategyInput(basis: CompactionBasis, options: CompactOptions): StrategyInput {
  const { state, context, registry } = basis;
  const { running } = state.turns;
  const settings = settingsFor(state, options);
  const turn = summaryTurn(basis, options, settings);
  const byWords = { ...turn, summarize: extractiveSummary, target: {} };
  const { limitTokens } = checkCompaction(state, { target: options.target });
  const half = (limitTokens ?? estimatedTokens(state)) >> 1;
  return {
    state,
    trigger: options.trigger ?? (running === null ? "manual" : "mid-turn"),
    reason: options.reason ?? null,
    settings,
    targetTokens: options.targetTokens ?? Math.max(1, half),
    limitTokens,
    summarize: () => runSummaryTurn(state, options.dryRun === true ? byWords : turn),
    estimate: () => runSummaryTurn(state, byWords),
    retell:
      running === null || context === null
        ? null
        : (ledger) => {
            const { envelope } = running;
            const previousTurn = state.turns.previous;
            const about = { context, envelope, previousTurn, ledger, registry };
            return planInjection({ ...about, baseline: null });
          },
  };
}

function settingsFor(state: ThreadState, options: CompactOptions): CompactionSettings {
  const known = compactionSettings(state);
  const { keepOutputs, keptMessagesTokens, templates } = options;
  return {
    ...known,
    keepOutputs: keepOutputs ?? known.keepOutputs,
    keptMessagesTokens: keptMessagesTokens ?? known.keptMessagesTokens,
    templates: withTemplates(known.templates, templates),
  };
}

function summaryTurn(
  { blobs }: CompactionBasis,
  { model, summarize, retries = {}, signal }: CompactOptions,
  { templates }: CompactionSettings,
): SummaryTurn {
  const byModel = model === undefined ? extractiveSummary : modelSummary(model);
  return {
    summarize: summarize ?? byModel,
    ...{ templates, retries, signal, blobs },
    target: model === undefined ? {} : targetOf(model),
  };
}
