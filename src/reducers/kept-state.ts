import { z } from "zod";
import type { EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { RecordedItem } from "../events/item.js";
import type { KeptSegment, KeptState, NewState } from "../events/kept-state.js";
import { checkOf } from "../events/schema-check.js";
import { CheckpointRest } from "../events/slices.js";
import { checkpointRest, readThreadInfo } from "./checkpoint-base.js";
import { ledgerOf } from "./ledger-edits.js";
import { entryOf } from "./ledger.js";
import type { LedgerEntry, ThreadState } from "./thread-state.js";

/** All of a state but the items of its ledger. */
const StateWithoutItems = z.looseObject({
  rest: CheckpointRest,
  historyVersion: z.int().nonnegative(),
  editedBefore: z.int().nonnegative(),
});
const isWithoutItems = checkOf(StateWithoutItems);
const isRecorded = checkOf(RecordedItem);

/**
 * A state as it is kept beside a log: what a checkpoint would carry, and where the items are.
 * @returns null: a checkpoint is near, or may be: it serves as well
 */
export function toKeptState(state: ThreadState): NewState | null {
  const { ledger, checkpoint, log } = state;
  if (checkpoint !== null) return null;
  return {
    offset: log.head - 1,
    refs: ledger.entries.toArray().map(({ ref }) => ref),
    state: {
      rest: checkpointRest(state),
      historyVersion: log.historyVersion,
      editedBefore: ledger.editedBefore,
    } satisfies z.infer<typeof StateWithoutItems>,
  };
}

/** The state that was kept; null: it is not what it was. */
export async function fromKeptState(
  source: EventSource,
  { offset, state, items }: Pick<KeptState, "offset" | "state" | "items">,
): Promise<ThreadState | null> {
  if (!isWithoutItems(state)) return null;
  const found = await items();
  if (found === null) return null;
  const entries: LedgerEntry[] = [];
  for (const { ref, recorded } of found) {
    if (!isRecorded(recorded)) return null;
    entries.push(entryOf(recorded, ref));
  }
  const { rest, historyVersion, editedBefore } = state;
  return {
    ledger: ledgerOf(entries, editedBefore),
    baseline: rest.baseline,
    checkpoint: null,
    usage: rest.usage,
    turns: rest.turns,
    thread: await readThreadInfo(source, rest.thread),
    log: { head: offset + 1, historyVersion },
  };
}

/** The small events of a thread may be as many before one. */
const NEAR_EVENTS = 20_000;

/** The kept states of a source, asked for as a reader comes from the end of its log. */
export class KeptStates {
  readonly #segments: AsyncIterator<KeptSegment> | undefined;
  #segment: KeptSegment | null = null;
  #isOver = false;

  constructor(source: EventSource) {
    this.#segments = source.keptStates?.()[Symbol.asyncIterator]();
    this.#isOver = this.#segments === undefined;
  }

  /** @returns the state at an event that is kept, if one is; a promise where it is not known yet */
  at(event: LogEvent): KeptState | undefined | Promise<KeptState | undefined> {
    if (this.#isOver) return undefined;
    if (this.#segment !== null && event.offset >= this.#segment.from) return this.#find(event);
    return this.#next(event);
  }

  /** One that is not what it was says that others are not either, each at the cost of reading its items. */
  giveUp(): void {
    this.#isOver = true;
    this.#segment = null;
  }

  /** Whether it is worth reading on from an offset. */
  areNear(offset: number): boolean {
    const states = this.#segment?.states ?? [];
    return states.some((kept) => kept.offset < offset && offset - kept.offset <= NEAR_EVENTS);
  }

  async close(): Promise<void> {
    await this.#segments?.return?.();
  }

  async #next(event: LogEvent): Promise<KeptState | undefined> {
    while (this.#segment === null || event.offset < this.#segment.from) {
      const next = await this.#segments?.next();
      if (next === undefined || next.done === true) {
        this.#isOver = true;
        return undefined;
      }
      this.#segment = next.value;
    }
    return this.#find(event);
  }

  #find({ offset, sum }: LogEvent): KeptState | undefined {
    return this.#segment?.states.find((kept) => kept.offset === offset && kept.sum === sum);
  }
}
