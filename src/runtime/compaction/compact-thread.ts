import type { Fact } from "../../events/event.js";
import { refOffset } from "../../reducers/item-refs.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { TurnRunning } from "../../reducers/time-travel/turn-running.js";
import { Aborted } from "../models/errors/aborted.js";
import { storeImages } from "../record-item.js";
import type { ThreadLog } from "../thread-log.js";
import { waitingCalls } from "../waiting-calls.js";
import { CallsPending } from "./calls-pending.js";
import type { Compaction, NoCompaction } from "./compaction.js";
import { HistoryChanged } from "./history-changed.js";
import { compactionNotices } from "./notices.js";
import {
  planCompaction,
  previewCompaction,
  type CompactionBasis,
  type CompactOptions,
  type PlannedCompaction,
} from "./plan-compaction.js";
import type { CompactionTrigger } from "./strategy.js";

/** What compaction needs of a thread. */
export interface CompactedThread extends Pick<CompactionBasis, "registry" | "context"> {
  readonly log: ThreadLog;
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
  if (trigger !== "mid-turn") throw new TurnRunning(running);
  const ofTurn = ledger.entries.toArray().filter(({ ref }) => refOffset(ref) >= running.startedAt);
  const calls = waitingCalls(ofTurn).length;
  if (calls > 0) throw new CallsPending({ turn: running.turn, calls });
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
