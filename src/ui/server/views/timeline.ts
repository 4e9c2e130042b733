import { counted, shortFigure } from "../../../projections/figures.js";
import type { RequestCache } from "../../../projections/views/cache.js";
import { tokensChange } from "../../../projections/views/happenings.js";
import type { CompactionOutline, RollbackOutline } from "../../../sessions/survey.js";
import type { Step, StepAnswer, Timeline, TimelineMark } from "../../api.js";
import type { OpenedSession } from "../opened-session.js";

const MOST_MARKS = 2_000;

/** A fork of the session, as the list has it. */
export interface ListedFork {
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

function compactionMark({ offset, tokensBefore, tokensAfter }: CompactionOutline): TimelineMark {
  const words = tokensChange(tokensBefore, tokensAfter) || "compacted";
  return { kind: "compaction", offset, count: 1, words };
}

function rollbackMark(rollback: RollbackOutline): TimelineMark {
  return { kind: "rollback", offset: rollback.offset, count: 1, words: rollbackWords(rollback) };
}

/** `back to #120 (2 turns)` */
export function rollbackWords({ to, turns }: RollbackOutline): string {
  return `back to #${to}${turns === null ? "" : ` (${counted(turns, "turn")})`}`;
}

function breakMark({ offset, break: broken }: RequestCache): readonly TimelineMark[] {
  if (broken === null) return [];
  const causes = [...new Set(broken.causes.map(({ kind }) => kind))];
  const words = `lost ${shortFigure(broken.lostTokens)} tokens: ${causes.join(", ")}`;
  return [{ kind: "cache-break", offset, count: 1, words }];
}

function forkMark({ title, offset }: ListedFork): TimelineMark {
  return { kind: "fork", offset, count: 1, words: title ?? "fork" };
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

/** The next or the previous place of a kind, seen from an offset. */
export async function stepFrom(
  opened: OpenedSession,
  at: number,
  { by, to }: { readonly by: Step; readonly to: "next" | "previous" },
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

function placesOf(opened: OpenedSession, by: Exclude<Step, "event">): readonly number[] {
  const { turns, compactions } = opened.index.outline;
  if (by === "turn") return turns.map(({ offset }) => offset);
  if (by === "compaction") return compactions.map(({ offset }) => offset);
  return marksOf(opened).map(({ offset }) => offset);
}
