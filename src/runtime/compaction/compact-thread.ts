import { type ErrorDetails, RefoldError } from "../../errors.js";
import type { Fact } from "../../events/event.js";
import { turnRunning } from "../../reducers/errors.js";
import { refOffset } from "../../reducers/item-refs.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { ModelClient } from "../models/model-client.js";
import { abortedBy } from "../models/until-aborted.js";
import { storeImages } from "../record-item.js";
import type { ThreadLog } from "../thread-log.js";
import { waitingCalls } from "../waiting-calls.js";
import { checkNext, type NextTurn, targetOf } from "./check.js";
import { type Compaction, compactionNotices, type NoCompaction } from "./compaction.js";
import { planCompaction, previewCompaction } from "./plan-compaction.js";
import type { CompactionBasis, CompactOptions } from "./plan-compaction.js";
import type { CompactionTrigger } from "./strategy.js";

/** What compaction needs of a thread. */
export interface CompactedThread extends Pick<CompactionBasis, "registry" | "context"> {
  readonly log: ThreadLog;
}

/**
 * Makes a thread's history smaller, by one batch that says what went: all of it is written, or nothing.
 * @throws {RefoldError} `turn-running`: a turn runs, and the trigger is one of those between turns
 * @throws {RefoldError} `calls-pending`: a call of the running turn waits for its output
 * @throws {RefoldError} `compaction-failed`: the summary could not be made
 * @throws {RefoldError} `history-changed`: the history went on meanwhile, or a turn began or ended
 * @throws {RefoldError} `aborted`: the signal
 */
export async function compactThread(
  { log, registry, context }: CompactedThread,
  options: CompactOptions = {},
): Promise<Compaction | NoCompaction> {
  const { state } = log;
  const basis = { state, blobs: log.store.blobs, registry, context };
  if (options.dryRun === true) return previewCompaction(basis, options);
  refuseWhileBusy(state, options.trigger ?? "mid-turn");
  const planned = await planCompaction(basis, options);
  if ("kind" in planned) return planned;
  const { plan, input, described } = planned;
  const stored = await Promise.all(plan.facts.map((fact) => withoutImageBytes(fact, log)));
  const facts = [...stored, ...compactionNotices(plan, input)];
  const { events } = await log.commit((now) => {
    if (options.signal?.aborted === true) throw abortedBy("compaction", options.signal);
    if (wentOn(state, now)) {
      const { threadId } = log;
      throw historyChanged({ threadId, from: state.log.head, to: now.log.head });
    }
    return { facts, turn: now.turns.running?.turn };
  });
  const rewriting = events.find(({ type }) => type !== "usage.reported");
  return { ...described, dryRun: false, offset: rewriting?.offset ?? state.log.head };
}

export interface DueOptions extends Omit<CompactOptions, "trigger" | "dryRun" | "target"> {
  /** The last turn's model: it summarises when the next one's window is smaller. */
  readonly previousModel?: ModelClient | undefined;
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
  const { trigger, reason } = checkNext(thread.log.state, thread.registry, next);
  if (trigger === null) return null;
  const isDownshift = trigger === "model-downshift" && previousModel !== undefined;
  return compactThread(thread, {
    ...options,
    ...(isDownshift && { model: previousModel }),
    target: next.context && targetOf(next.context),
    trigger,
    reason: options.reason ?? reason ?? trigger,
  });
}

function refuseWhileBusy({ turns, ledger }: ThreadState, trigger: CompactionTrigger): void {
  const { running } = turns;
  if (running === null) return;
  if (trigger !== "mid-turn") throw turnRunning(running);
  const ofTurn = ledger.entries.toArray().filter(({ ref }) => refOffset(ref) >= running.startedAt);
  const calls = waitingCalls(ofTurn).length;
  if (calls > 0) throw callsPending({ turn: running.turn, calls });
}

/** What was planned is of another history, or of another turn: whether one runs says where context goes. */
function wentOn(before: ThreadState, now: ThreadState): boolean {
  const isOtherHistory =
    now.ledger !== before.ledger || now.log.historyVersion !== before.log.historyVersion;
  return isOtherHistory || now.turns.running?.turn !== before.turns.running?.turn;
}

/** A checkpoint names its images, however they came into the history. */
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

/** Compacted now, an output that is still to come would be orphaned. */
function callsPending(details: ErrorDetails["calls-pending"]): RefoldError<"calls-pending"> {
  const { turn, calls } = details;
  const waiting = calls === 1 ? "1 call waits for its" : `${calls} calls wait for their`;
  const message = `turn ${turn}: ${waiting} output`;
  const remedy = "Record the outputs first, or end the turn.";
  return new RefoldError("calls-pending", details, { message, remedy });
}

/** The thread went on while it was summarised: the summary would not fit it. Nothing was changed. */
function historyChanged(moved: ErrorDetails["history-changed"]): RefoldError<"history-changed"> {
  const heads = `between head ${moved.from} and head ${moved.to}`;
  const message = `thread ${moved.threadId}: its history changed ${heads}`;
  return new RefoldError("history-changed", moved, { message, remedy: "Compact again." });
}
