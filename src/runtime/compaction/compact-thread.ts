import { turnRunning } from "../../reducers/errors.js";
import { modelError } from "../errors.js";
import { RefoldError, type ErrorDetails } from "../../errors.js";
import { tokensOfBytes, tokensOfText } from "../../events/bytes.js";
import type { Fact } from "../../events/event.js";
import type { PromptTarget } from "../../projections/prompt/prompt.js";
import { refOffset } from "../../reducers/item-refs.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { planInjection } from "../fragments/plan-injection.js";
import { hashOf, sealEnvelope, type TurnContext } from "../fragments/turn-context.js";
import type { ModelClient } from "../models/model-client.js";
import { storeImages } from "../record-item.js";
import type { ThreadLog } from "../thread-log.js";
import type { UserInput } from "../turn.js";
import { waitingCalls } from "../waiting-calls.js";
import { checkCompaction, type CompactionCheck, inputTokens } from "./check.js";
import { type Compaction, compactionNotices, type NoCompaction } from "./compaction.js";
import {
  type CompactionBasis,
  type CompactOptions,
  planCompaction,
  type PlannedCompaction,
  previewCompaction,
} from "./plan-compaction.js";
import type { CompactionTrigger } from "./strategy.js";

/** What compaction needs of a thread. */
export interface CompactedThread extends Pick<CompactionBasis, "registry" | "context"> {
  readonly log: ThreadLog;
}

/**
 * Makes a thread's history smaller, by one batch that says what went: all of it is there afterwards, or
 * nothing has changed.
 * @throws {RefoldError} `turn-running`: a turn runs, and the trigger is one of those between turns
 * @throws {RefoldError} `calls-pending`: a call of the running turn waits for its output
 * @throws {RefoldError} `compaction-failed`: the summary could not be made
 * @throws {RefoldError} `history-changed`: the history went on meanwhile
 * @throws {RefoldError} `aborted`: the signal said so
 */
export async function compactThread(
  thread: CompactedThread,
  options: CompactOptions = {},
): Promise<Compaction | NoCompaction> {
  const { log, registry, context } = thread;
  const { state } = log;
  const basis = { state, blobs: log.store.blobs, registry, context };
  if (options.dryRun === true) return previewCompaction(basis, options);
  refuseWhileBusy(state, options.trigger ?? "mid-turn");
  const planned = await planCompaction(basis, options);
  if ("kind" in planned) return planned;
  const offset = await write(log, { ...planned, signal: options.signal });
  return { ...planned.described, dryRun: false, offset };
}

function refuseWhileBusy({ turns, ledger }: ThreadState, trigger: CompactionTrigger): void {
  const { running } = turns;
  if (running === null) return;
  if (trigger !== "mid-turn") throw turnRunning(running);
  const ofTurn = ledger.entries.toArray().filter(({ ref }) => refOffset(ref) >= running.startedAt);
  const calls = waitingCalls(ofTurn).length;
  if (calls > 0) throw callsPending({ turn: running.turn, calls });
}

interface Writing extends PlannedCompaction {
  readonly signal: AbortSignal | undefined;
}

/** Writes a plan as one batch, if the history is still the one that it was made for. */
async function write(log: ThreadLog, { plan, input, signal }: Writing): Promise<number> {
  const { state } = input;
  const stored = await Promise.all(plan.facts.map((fact) => withoutImageBytes(fact, log)));
  const facts = [...stored, ...compactionNotices(plan, input)];
  const { events } = await log.commit((now) => {
    if (signal?.aborted === true) {
      throw modelError("aborted", { provider: "compaction", cause: signal.reason });
    }
    if (now.ledger !== state.ledger || now.log.historyVersion !== state.log.historyVersion) {
      throw historyChanged({
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

/** The turn that is about to be started; empty: the one that runs goes on. */
export interface NextTurn {
  readonly context?: TurnContext;
  readonly input?: UserInput;
}

export interface DueOptions extends Omit<CompactOptions, "trigger" | "dryRun" | "target"> {
  /** The last turn's model: it summarises when the next one's window is smaller. */
  readonly previousModel?: ModelClient;
}

/**
 * Whether a thread must be compacted before it goes on: before a turn, with what that turn will add
 * (its context, its instructions, the user's input); in a turn, before the next sampling.
 */
export function checkNext(
  { log, registry }: Pick<CompactedThread, "log" | "registry">,
  { context, input }: NextTurn,
): CompactionCheck {
  const { state } = log;
  const contextTokens = context === undefined ? 0 : tokensToTell({ state, registry }, context);
  return checkCompaction(state, {
    ...(context !== undefined && { target: targetOf(context) }),
    addedTokens: contextTokens + (input === undefined ? 0 : inputTokens(input)),
  });
}

/**
 * Compacts a thread when that is due. At a switch to a model with a smaller window the previous model
 * summarises, which can still read all of the history.
 * @returns null when it is not due
 * @throws what `compactThread` throws
 */
export async function compactIfDue(
  thread: CompactedThread,
  next: NextTurn,
  { previousModel, ...options }: DueOptions,
): Promise<Compaction | NoCompaction | null> {
  const { trigger, reason } = checkNext(thread, next);
  if (trigger === null) return null;
  const isDownshift = trigger === "model-downshift" && previousModel !== undefined;
  return compactThread(thread, {
    ...options,
    ...(isDownshift && { model: previousModel }),
    ...(next.context !== undefined && { target: targetOf(next.context) }),
    trigger,
    reason: options.reason ?? reason ?? trigger,
  });
}

function targetOf({ model, provider, contextWindow }: TurnContext): PromptTarget {
  return {
    model,
    ...(provider !== undefined && { provider }),
    ...(contextWindow !== undefined && { contextWindow }),
  };
}

interface Telling extends Pick<CompactedThread, "registry"> {
  readonly state: ThreadState;
}

/** What a turn's start would add: the context that the model does not know yet, other instructions. */
function tokensToTell({ state, registry }: Telling, context: TurnContext): number {
  const { items } = planInjection({
    ...{ context, envelope: sealEnvelope(context), registry },
    baseline: state.baseline,
    previousTurn: state.turns.previous,
    ledger: state.ledger.entries,
  });
  const told = items.reduce((sum, { countedBytes }) => sum + tokensOfBytes(countedBytes), 0);
  return told + instructionsGrowth(state, context.instructions);
}

function instructionsGrowth({ thread }: ThreadState, text: string | undefined): number {
  const known = thread?.instructions ?? null;
  if (text === undefined || known?.hash === hashOf(text)) return 0;
  return Math.max(0, tokensOfText(text) - tokensOfText(known?.text ?? ""));
}

/** A call of the running turn still waits for its output: compacted now, the output would be orphaned. */
function callsPending({
  turn,
  calls,
}: ErrorDetails["calls-pending"]): RefoldError<"calls-pending"> {
  const waiting = calls === 1 ? "1 call waits for its" : `${calls} calls wait for their`;
  return new RefoldError(
    "calls-pending",
    { turn, calls },
    {
      message: `turn ${turn}: ${waiting} output`,
      remedy: "Record the outputs first, or end the turn.",
    },
  );
}

/** The history went on while it was summarised: the summary would not tell all. Nothing was changed. */
function historyChanged(moved: ErrorDetails["history-changed"]): RefoldError<"history-changed"> {
  return new RefoldError("history-changed", moved, {
    message: `thread ${moved.threadId}: its history changed between head ${moved.from} and head ${moved.to}`,
    remedy: "Compact again.",
  });
}
