import type { EventSource } from "../../events/event-source.js";
import { isBackwardSource, readSpineBackward } from "../spine-reader.js";
import type { ThreadState } from "../thread-state.js";
import { turnList } from "./turn-list.js";
import { turnMarks } from "./turn-marks.js";
import type { TurnMark } from "./turn-marks.js";
import { turnSpans } from "./turn-spans.js";
import type { TurnSpan } from "./turn-spans.js";

/** A thread as time travel needs it: its log, and its state at the end. */
export interface TravelledThread {
  readonly source: EventSource;
  /** At the newest offset. */
  readonly state: ThreadState;
}

/** A surviving turn that a user or an agent began. */
export interface UserTurn extends TurnSpan {
  readonly number: number;
  readonly boundaryOffset: number;
}

/**
 * Finds a surviving user turn by its number, at the cost of the turns behind it.
 * @returns null when there is none of that number
 */
export async function findUserTurn(
  { source, state }: TravelledThread,
  number: number,
): Promise<UserTurn | null> {
  const { userTurns, newestCounted } = state.turns;
  if (number < 1 || number > userTurns) return null;
  const wanted = userTurns - number + 1;
  // Without `turn.started` a turn's beginning is told by what stands before it: read it forward.
  const spans =
    newestCounted !== undefined && isBackwardSource(source)
      ? await newestSpans({ source, state }, wanted)
      : (await turnList(source, { to: state.log.head - 1 })).filter((turn) => turn.survives);
  const turn = spans.filter(isUserTurn).at(-wanted);
  return turn === undefined ? null : { ...turn, number };
}

/**
 * The last offset before a turn. The first turn's beginning survives, and all that stands before its
 * user's message (docs/semantics.md §10.2).
 */
export function offsetBefore({ number, before }: UserTurn): number {
  return Math.max(0, number === 1 ? before.boundary : before.from);
}

function isUserTurn(span: TurnSpan): span is Omit<UserTurn, "number"> {
  return span.boundaryOffset !== null;
}

/** The newest turns, so many of them that `wanted` are a user's; fewer when the log has no more. */
async function newestSpans(
  { source, state }: TravelledThread,
  wanted: number,
): Promise<readonly TurnSpan[]> {
  const newestFirst: TurnMark[] = [];
  let found = 0;
  let hasBoundary = false;
  for await (const event of readSpineBackward(source, state.log.head - 1)) {
    for (const mark of turnMarks(event).toReversed()) {
      newestFirst.push(mark);
      hasBoundary ||= mark.kind === "boundary";
      if (mark.kind !== "start") continue;
      if (hasBoundary) found++;
      hasBoundary = false;
    }
    if (found >= wanted) break;
  }
  return turnSpans(newestFirst.toReversed());
}
