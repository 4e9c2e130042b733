import type { Fact, FactOf } from "../../events/event.js";
import type { RunningTurn } from "../../events/slices.js";
import type { PromptTarget } from "../../projections/prompt/prompt.js";
import { callKey, outputKey } from "../../projections/prompt/pairing.js";
import { refOffset } from "../../reducers/item-refs.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { TurnRunning } from "../../reducers/time-travel/turn-running.js";
import { planInjection } from "../fragments/plan-injection.js";
import type { FragmentRegistry } from "../fragments/registry.js";
import type { TurnContext } from "../fragments/turn-context.js";
import { Aborted } from "../models/errors/aborted.js";
import type { ModelClient } from "../models/model-client.js";
import { storeImages } from "../record-item.js";
import type { ThreadLog } from "../thread-log.js";
import { CallsPending } from "./calls-pending.js";
import { checkCompaction } from "./check.js";
import { describeCompaction, type Compaction, type NoCompaction } from "./compaction.js";
import { extractiveSummary } from "./extractive-summary.js";
import { HistoryChanged } from "./history-changed.js";
import { modelSummary } from "./model-summary.js";
import { compactionNotices } from "./notices.js";
import { estimatedTokens } from "./planned-state.js";
import {
  compactionSettings,
  type CompactionSettings,
  type CompactionStrategyName,
} from "./settings.js";
import { strategyNamed } from "./strategies/strategy-named.js";
import type { CompactionTrigger, StrategyInput, StrategyPlan } from "./strategy.js";
import type { Summarize } from "./summarize.js";
import { runSummaryTurn, type SummaryRetry, type SummaryTurn } from "./summary-turn.js";
import type { CompactionTemplates } from "./templates.js";

/** What compaction needs of a thread. */
export interface CompactedThread {
  readonly log: ThreadLog;
  readonly registry: FragmentRegistry;
  /** The running turn's; null: none runs, or it is not this process's. */
  readonly context: TurnContext | null;
}

export interface CompactOptions {
  /** Default: the thread's own (`thread.configure({strategy})`), else `summary`. */
  readonly strategy?: CompactionStrategyName;
  /** Makes the summary. With neither this nor `summarize`, the built-in extractive one does. */
  readonly model?: ModelClient;
  /** Makes the summary in the model's place. */
  readonly summarize?: Summarize;
  /** Default: `mid-turn` while a turn runs, else `manual`. */
  readonly trigger?: CompactionTrigger;
  /** Why, for people. */
  readonly reason?: string;
  /** The model that goes on with the history; absent members: the last turn's. */
  readonly target?: PromptTarget;
  /** Says what would be done and writes nothing; no model is asked: an extractive summary stands in. */
  readonly dryRun?: boolean;
  /** What `auto` and the strategies that cut to a size go for, in tokens; default: half the limit. */
  readonly targetTokens?: number;
  /** How many of the newest outputs `clear-outputs` leaves. */
  readonly keepOutputs?: number;
  /** In tokens of text; default 20,000. */
  readonly keptMessagesTokens?: number;
  readonly templates?: Partial<CompactionTemplates>;
  readonly retry?: SummaryRetry;
  readonly signal?: AbortSignal;
}

/**
 * Makes a thread's history smaller, by one batch that says what went: all of it is there afterwards, or
 * nothing has changed.
 * @throws {TurnRunning} a turn runs, and the trigger is one of those between turns
 * @throws {CallsPending} a call of the running turn waits for its output
 * @throws {CompactionFailed} the summary could not be made
 * @throws {HistoryChanged} the history went on meanwhile
 * @throws {Aborted} the signal said so
 */
export async function compactThread(
  thread: CompactedThread,
  options: CompactOptions = {},
): Promise<Compaction | NoCompaction> {
  const { log } = thread;
  const { state } = log;
  const input = strategyInput(thread, options);
  if (options.dryRun !== true) refuseWhileBusy(state, input.trigger);
  if (state.ledger.entries.length === 0) return { kind: "nothing", reason: "empty-history" };
  const plan = await strategyNamed(input.settings.strategy).plan(input);
  if (plan === null) return { kind: "nothing", reason: "nothing-to-free" };
  const { trigger, reason } = input;
  const described = { ...describeCompaction(state, plan), trigger, reason };
  if (options.dryRun === true) return { ...described, dryRun: true, offset: null };
  const offset = await write(thread, { state, plan, input, signal: options.signal });
  return { ...described, dryRun: false, offset };
}

function strategyInput(thread: CompactedThread, options: CompactOptions): StrategyInput {
  const { log, context, registry } = thread;
  const { state } = log;
  const { running } = state.turns;
  const settings = settingsFor(state, options);
  const turn = summaryTurn(thread, options, settings);
  const asked = options.dryRun === true ? extractively(turn) : turn;
  const { target } = options;
  const { limitTokens } = checkCompaction(state, target === undefined ? {} : { target });
  const half = (limitTokens ?? estimatedTokens(state)) >> 1;
  return {
    state,
    trigger: options.trigger ?? (running === null ? "manual" : "mid-turn"),
    reason: options.reason ?? null,
    settings,
    targetTokens: options.targetTokens ?? Math.max(1, half),
    limitTokens,
    summarize: () => runSummaryTurn(state, asked),
    estimate: () => runSummaryTurn(state, extractively(turn)),
    retell:
      running === null || context === null
        ? null
        : (ledger) => tellAgain({ running, context, registry, state }, ledger),
  };
}

interface Telling extends Pick<CompactedThread, "registry"> {
  readonly running: RunningTurn;
  readonly context: TurnContext;
  readonly state: ThreadState;
}

/** All of the running turn's facts, as its own start would tell them to a model that knows none. */
function tellAgain(
  { running, context, registry, state }: Telling,
  ledger: Parameters<NonNullable<StrategyInput["retell"]>>[0],
): FactOf<"context.injected">["data"] {
  const { envelope } = running;
  const previousTurn = state.turns.previous;
  return planInjection({ context, envelope, baseline: null, previousTurn, ledger, registry });
}

function settingsFor(state: ThreadState, options: CompactOptions): CompactionSettings {
  const known = compactionSettings(state);
  return {
    ...known,
    strategy: options.strategy ?? known.strategy,
    keepOutputs: options.keepOutputs ?? known.keepOutputs,
    keptMessagesTokens: options.keptMessagesTokens ?? known.keptMessagesTokens,
    templates: { ...known.templates, ...options.templates },
  };
}

function summaryTurn(
  { log }: CompactedThread,
  options: CompactOptions,
  { templates }: CompactionSettings,
): SummaryTurn {
  const { model, retry = {}, signal } = options;
  const byModel = model === undefined ? extractiveSummary : modelSummary(model);
  return {
    summarize: options.summarize ?? byModel,
    ...{ templates, retry, signal, blobs: log.store.blobs },
    target: model === undefined ? {} : targetOf(model),
  };
}

function targetOf({ model, provider, contextWindow }: ModelClient): PromptTarget {
  return { model, provider, ...(contextWindow !== null && { contextWindow }) };
}

function extractively(turn: SummaryTurn): SummaryTurn {
  return { ...turn, summarize: extractiveSummary, target: {} };
}

function refuseWhileBusy({ turns, ledger }: ThreadState, trigger: CompactionTrigger): void {
  const { running } = turns;
  if (running === null) return;
  if (trigger !== "mid-turn") throw new TurnRunning(running);
  const calls = pendingCalls(ledger, running);
  if (calls > 0) throw new CallsPending({ turn: running.turn, calls });
}

/** How many calls of the running turn have no output yet. */
function pendingCalls({ entries }: ThreadState["ledger"], { startedAt }: RunningTurn): number {
  const pending = new Set<string>();
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries.at(index);
    if (entry === undefined || refOffset(entry.ref) < startedAt) break;
    const call = callKey(entry.item);
    if (call !== null) pending.add(call);
  }
  for (const { item } of entries) pending.delete(outputKey(item) ?? "");
  return pending.size;
}

interface Writing {
  readonly state: ThreadState;
  readonly plan: StrategyPlan;
  readonly input: StrategyInput;
  readonly signal: AbortSignal | undefined;
}

/** Writes a plan as one batch, if the history is still the one that it was made for. */
async function write({ log }: CompactedThread, writing: Writing): Promise<number> {
  const { state, plan, input, signal } = writing;
  const stored = await Promise.all(plan.facts.map((fact) => withoutImageBytes(fact, log)));
  const facts = [...stored, ...compactionNotices(plan, input)];
  const { events } = await log.commit((now) => {
    if (signal?.aborted === true) {
      throw new Aborted({ provider: "compaction", cause: signal.reason });
    }
    if (now.ledger !== state.ledger || now.log.historyVersion !== state.log.historyVersion) {
      throw new HistoryChanged({
        ...{ threadId: log.threadId, from: state.log.head, to: now.log.head },
      });
    }
    return { facts, turn: now.turns.running?.turn };
  });
  const rewriting = events.find(({ type }) => type !== "usage.reported");
  return rewriting?.offset ?? state.log.head;
}

/** An image stands in a checkpoint by name, whatever way it came into the history. */
async function withoutImageBytes(fact: Fact, { store }: ThreadLog): Promise<Fact> {
  if (fact.type !== "history.compacted" || fact.data.replacement === null) return fact;
  const replacement = await Promise.all(
    fact.data.replacement.map(async (entry) => ({
      ...entry,
      item: await storeImages(entry.item, store.blobs),
    })),
  );
  return { ...fact, data: { ...fact.data, replacement } };
}
