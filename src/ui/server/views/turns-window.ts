import type { TurnOutline } from "../../../sessions/survey.js";
import type { StepAnswer, TurnRow, TurnsWindow } from "../../api.js";
import type { OpenedSession } from "../opened-session.js";
import { type RowRange, windowOf } from "../query.js";
import { marksOf } from "./timeline.js";

export function turnsWindow({ index }: OpenedSession, range: RowRange): TurnsWindow {
  const { rows, ...window } = windowOf(index.outline.turns, range);
  return { ...window, rows: rows.map(turnRow) };
}

export function turnRow(turn: TurnOutline): TurnRow {
  const { number, offset, endOffset, startedAt, model, words, toolCalls, failedCalls } = turn;
  const { lastTotal, compactions, rolledBackAt, end } = turn;
  return {
    ...{ number, offset, endOffset, startedAt, model, words, toolCalls, failedCalls },
    ...{ lastTotal, compactions, rolledBackAt, end: end?.kind ?? null },
  };
}

export type StepBy = "event" | "turn" | "compaction" | "mark";

/** The next or the previous place of a kind, seen from an offset. */
export async function stepFrom(
  opened: OpenedSession,
  at: number,
  { by, to }: { readonly by: StepBy; readonly to: "next" | "previous" },
): Promise<StepAnswer> {
  if (by === "event") return { offset: neighbour(at, to, await opened.head()) };
  const places = placesOf(opened, by).toSorted((one, other) => one - other);
  const found = to === "next" ? places.find((one) => one > at) : places.findLast((one) => one < at);
  return { offset: found ?? null };
}

function neighbour(at: number, to: "next" | "previous", head: number): number | null {
  const offset = to === "next" ? at + 1 : at - 1;
  return offset >= 0 && offset < head ? offset : null;
}

function placesOf(opened: OpenedSession, by: Exclude<StepBy, "event">): readonly number[] {
  const { turns, compactions } = opened.index.outline;
  if (by === "turn") return turns.map(({ offset }) => offset);
  if (by === "compaction") return compactions.map(({ offset }) => offset);
  return marksOf(opened).map(({ offset }) => offset);
}
