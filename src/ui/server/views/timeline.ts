import { counted, shortFigure } from "../../../projections/figures.js";
import type { RequestCache } from "../../../projections/views/cache.js";
import { tokensChange } from "../../../projections/views/happenings.js";
import type { CompactionOutline, RollbackOutline, TurnOutline } from "../../../sessions/survey.js";
import type { Timeline, TimelineMark, StepAnswer, TurnRow, TurnsWindow } from "../../api.js";
import type { OpenedSession } from "../opened-session.js";
import { type RowRange, windowOf } from "../query.js";

const MOST_MARKS = 2_000;

/** A fork of the session, as the list has it. */
export interface ListedFork {
  readonly key: string;
  readonly title: string | null;
  readonly offset: number;
}

/** The chart of a session, as far as it was read. */
export function timeline(opened: OpenedSession, forks: readonly ListedFork[]): Timeline {
  const { index } = opened;
  const marks = [...marksOf(opened), ...forks.map(forkMark)];
  return {
    head: index.head,
    isComplete: opened.isIndexed,
    indexedTo: index.head,
    points: index.chart.points(),
    marks: thinned(marks.toSorted((one, other) => one.offset - other.offset)),
  };
}

/** What happened to the history and to the cache. */
function marksOf({ index, made }: OpenedSession): readonly TimelineMark[] {
  const known = made.marks;
  if (known !== undefined) return known;
  const { compactions, rollbacks } = index.outline;
  const marks = [
    ...compactions.map(compactionMark),
    ...rollbacks.map(rollbackMark),
    ...index.cacheReport.requests.flatMap(breakMark),
  ];
  made.marks = marks;
  return marks;
}

const NOTHING = { count: 1, to: null, key: null } as const;

function compactionMark({ offset, tokensBefore, tokensAfter }: CompactionOutline): TimelineMark {
  const words = tokensChange(tokensBefore, tokensAfter) || "compacted";
  return { ...NOTHING, kind: "compaction", offset, words };
}

function rollbackMark({ offset, to, turns }: RollbackOutline): TimelineMark {
  const words = `back to #${to}${turns === null ? "" : ` (${counted(turns, "turn")})`}`;
  return { ...NOTHING, kind: "rollback", offset, words, to };
}

function breakMark({ offset, break: broken }: RequestCache): readonly TimelineMark[] {
  if (broken === null) return [];
  const causes = [...new Set(broken.causes.map(({ kind }) => kind))];
  const words = `lost ${shortFigure(broken.lostTokens)} tokens: ${causes.join(", ")}`;
  return [{ ...NOTHING, kind: "cache-break", offset, words }];
}

function forkMark({ key, title, offset }: ListedFork): TimelineMark {
  return { ...NOTHING, kind: "fork", offset, words: title ?? "fork", key };
}

/** Neighbours of one kind stand together where there are too many. */
function thinned(marks: readonly TimelineMark[]): readonly TimelineMark[] {
  if (marks.length <= MOST_MARKS) return marks;
  const span = (marks.at(-1)?.offset ?? 0) + 1;
  const groups = new Map<string, TimelineMark>();
  for (const mark of marks) {
    const place = Math.floor((mark.offset * MOST_MARKS) / (4 * span)); // of each kind a quarter
    const name = `${mark.kind} ${place}`;
    const known = groups.get(name);
    groups.set(name, known === undefined ? mark : { ...known, count: known.count + 1 });
  }
  return [...groups.values()];
}

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

type StepBy = "event" | "turn" | "compaction" | "mark";

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
