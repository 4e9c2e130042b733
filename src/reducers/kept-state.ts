import { z } from "zod";
import type { EventSource, KeptSegment, KeptState, NewState } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { RecordedItem } from "../events/item.js";
import { checkOf } from "../events/schema-check.js";
import { CheckpointRest } from "../events/slices.js";
import { checkpointRest, readThreadInfo } from "./checkpoint-base.js";
import { ledgerOf } from "./ledger-edits.js";
import { entryOf } from "./ledger.js";
import { SharedSequence } from "./sequence.js";
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
    entries: ledger.entries,
    history: SharedSequence.historyOf(ledger.entries),
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

/** Beyond as many ancestors nothing is looked for: each is one file more. */
const MOST_SEGMENTS = 8;

/** The kept states of a source, asked for as a reader comes from the end of its log. */
export class KeptStates {
  #segment: KeptSegment | null = null;
  #states: readonly KeptState[] | null = null;
  #segments = 0;

  /** The reader comes to a stretch of own events, or back to it. */
  readonly enter = (segment: KeptSegment): void => {
    if (segment.from !== this.#segment?.from) {
      this.#segments += 1;
      this.#states = this.#segments > MOST_SEGMENTS ? [] : null;
    }
    this.#segment = segment;
  };

  /** @returns the state at an event, if one is kept */
  at({ offset, sum }: LogEvent): KeptState | undefined {
    this.#states ??= this.#segment?.states() ?? [];
    return this.#states.find((kept) => kept.offset === offset && kept.sum === sum);
  }

  /** One that is not what it was says that others are not either, each at the cost of reading its items. */
  giveUp(): void {
    this.#segments = Infinity;
    this.#states = [];
  }

  /** Whether it is worth reading on from an offset. */
  areNear(offset: number): boolean {
    const states = this.#states ?? [];
    return states.some((kept) => kept.offset < offset && offset - kept.offset <= NEAR_EVENTS);
  }
}
