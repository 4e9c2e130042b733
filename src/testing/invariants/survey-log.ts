import { isRefoldError } from "../../errors.js";
import { type EventSource, runsOf } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import { rollbackIn } from "../../reducers/replay-events.js";
import { ForwardReplay } from "../../reducers/replay.js";
import type { ThreadState } from "../../reducers/thread-state.js";

/** The last event of a turn. */
interface TurnEnd {
  readonly offset: number;
  /** What looking at the prompt costs there: the bytes of the ledger (docs/semantics.md §7.1), and its items. */
  readonly promptBytes: number;
}

/** What has to be known of a log before its laws are checked. */
interface LogSurvey {
  /** Events before the one that cannot be folded, if there is one. */
  readonly events: number;
  /** Offsets that events go back to. */
  readonly targets: ReadonlySet<number>;
  /** Every end of a turn, the end of the log included, oldest first. */
  readonly turnEnds: readonly TurnEnd[];
  /**
   * The first event that cannot be folded: from there on there are no states. Null: all can.
   * `invalid-event`: it goes back to no earlier event.
   */
  readonly broken: { readonly offset: number; readonly error: unknown } | null;
}

/** An item costs as much as so many bytes of text, however small it is. */
const ITEM_BYTES = 1_000;

/** Reads a log once. A turn ends before the next one begins. */
export async function surveyLog(source: EventSource): Promise<LogSurvey> {
  const forward = new ForwardReplay(source);
  const targets = new Set<number>();
  const turnEnds: TurnEnd[] = [];
  let events = 0;
  let newest: LogEvent | null = null;
  let broken: LogSurvey["broken"] = null;
  const endTurn = (event: LogEvent | null, { ledger }: ThreadState): void => {
    if (event === null) return;
    const promptBytes = ledger.countedBytes + ledger.entries.length * ITEM_BYTES;
    turnEnds.push({ offset: event.offset, promptBytes });
  };
  reading: for await (const run of runsOf(source)) {
    for (const event of run) {
      const before = forward.state;
      try {
        const rollback = rollbackIn(event);
        if (rollback !== null) targets.add(rollback.to);
        const restoring = forward.take(event);
        if (restoring !== undefined) await restoring;
      } catch (error) {
        // Another error of ours says that the log could not be read.
        if (isRefoldError(error) && !isRefoldError(error, "invalid-event")) throw error;
        broken = { offset: event.offset, error };
        break reading;
      }
      if (beginsTurn(event, before, forward.state)) endTurn(newest, before);
      events += 1;
      newest = event;
    }
  }
  endTurn(newest, forward.state);
  return { events, targets, turnEnds, broken };
}

/** Where no turn is started, its user's message begins it. */
function beginsTurn({ offset }: LogEvent, before: ThreadState, after: ThreadState): boolean {
  if (before.turns === after.turns) return false;
  if (after.turns.running?.startedAt === offset) return true;
  return before.turns.running === null && after.turns.userTurns > before.turns.userTurns;
}

/** How many turn ends are looked at. */
const MOST = 200;

/** What their prompts may weigh together: a hundred times a full window of today's models. */
const MOST_BYTES = 400_000_000;

/**
 * The turn ends at which prompts are looked at: spread evenly, the newest always. Fewer where
 * prompts are so large that looking at each would take minutes.
 * @param isExhaustive all of them, whatever that costs
 */
export function sampleTurnEnds(
  turnEnds: readonly TurnEnd[],
  isExhaustive: boolean,
): ReadonlySet<number> {
  let picked = spread(turnEnds, isExhaustive ? turnEnds.length : MOST);
  for (let bytes = bytesOf(picked); !isExhaustive && bytes > MOST_BYTES && picked.length > 1;) {
    const fewer = Math.floor((picked.length * MOST_BYTES) / bytes);
    picked = spread(turnEnds, Math.max(1, Math.min(fewer, picked.length - 1)));
    bytes = bytesOf(picked);
  }
  return new Set(picked.map(({ offset }) => offset));
}

function spread(turnEnds: readonly TurnEnd[], count: number): readonly TurnEnd[] {
  if (turnEnds.length <= count) return turnEnds;
  const places = Array.from({ length: count }, (_, index) =>
    Math.floor(((index + 1) * turnEnds.length) / count - 1),
  );
  return places.flatMap((place) => turnEnds[place] ?? []);
}

function bytesOf(turnEnds: readonly TurnEnd[]): number {
  return turnEnds.reduce((sum, { promptBytes }) => sum + promptBytes, 0);
}
