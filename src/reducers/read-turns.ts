import type { EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { NONE_UNDONE, type TurnFold, type UndoneTurns } from "./outline.js";
import { ForwardReplay } from "./replay.js";

/** What reads a log and folds its turns meanwhile. */
export interface TurnReader {
  readonly turns: TurnFold;
  take(event: LogEvent): void;
}

export interface OutlineRange {
  /** The first offset that is read; absent: 0. */
  readonly from?: number;
  /** The last one; absent: the newest. */
  readonly to?: number;
}

/** Reads a log; once more where a foreign rollback took turns, which the states know. */
export async function readTurns<Reader extends TurnReader>(
  source: EventSource,
  range: OutlineRange,
  begin: (undone: UndoneTurns) => Reader,
): Promise<Reader> {
  const reader = begin(NONE_UNDONE);
  for await (const event of source.read(range)) reader.take(event);
  if (!reader.turns.mayBeUndone) return reader;
  const again = begin(await undoneTurns(source, range.to));
  for await (const event of source.read(range)) again.take(event);
  return again;
}

/**
 * Asks the states how many turns each foreign rollback took: only the ledger knows which of the items
 * that went had begun one.
 */
async function undoneTurns(source: EventSource, to: number | undefined): Promise<UndoneTurns> {
  const undone = new Map<number, number>();
  const forward = new ForwardReplay(source);
  for await (const event of source.read(to === undefined ? {} : { to })) {
    const before = forward.state.turns.userTurns;
    const reading = forward.take(event);
    if (reading !== undefined) await reading;
    const turns = before - forward.state.turns.userTurns;
    if (turns > 0) undone.set(event.offset, turns);
  }
  return undone;
}
