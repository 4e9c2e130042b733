import { durationFigure, shortFigure, timeFigure } from "../output/figures.js";
import { excerpt, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import type { TurnOutline } from "./outline.js";

/** The line above a turn: `turn 3 · #57 · 2025-11-01 00:36:16 · 2 min 10 s · rolled back at #80`. */
export function turnHeading(turn: TurnOutline, { styles, columns }: Output): string {
  const name = turnName(turn);
  const note = turnNote(turn);
  const facts = [
    "",
    `#${turn.offset}`,
    timeFigure(turn.startedAt),
    durationFigure(turnDurationMs(turn)),
    ...(turn.model === null ? [] : [turn.model]),
    ...(note === "" ? [] : [note]),
  ].join(" · ");
  const shownFacts = excerpt(facts.trimStart(), columns - name.length - 1);
  const paint = note === "" ? styles.dim : styles.yellow;
  return `${turn.rolledBackAt === null ? styles.bold(name) : styles.dim(name)} ${paint(shownFacts)}`;
}

function turnName({ number, rolledBackAt }: TurnOutline): string {
  if (rolledBackAt !== null) return "rolled-back turn";
  return number === null ? "turn without the user" : `turn ${number}`;
}

/** What is remarkable about a turn; empty: nothing. */
function turnNote(turn: TurnOutline): string {
  const notes = [
    ...(turn.rolledBackAt === null ? [] : [`rolled back at #${turn.rolledBackAt}`]),
    ...(turn.end?.kind === "aborted" ? [`aborted${reason(turn)}`] : []),
    ...(turn.compactions === 0 ? [] : ["compacted"]),
  ];
  return notes.join(", ");
}

function reason({ end }: TurnOutline): string {
  return end?.reason ? ` (${excerpt(end.reason, 30)})` : "";
}

function turnDurationMs({ startedAt, endedAt, durationMs }: TurnOutline): number {
  return durationMs ?? Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
}

/** The head of the list that `turnLine` makes the lines of. */
export function turnListHead(output: Output): string {
  return output.styles.dim("turn      at  time         tools  tokens  what the user said");
}

/** A turn on one line. */
export function turnLine(turn: TurnOutline, output: Output): string {
  const { dim } = output.styles;
  const number = turn.rolledBackAt !== null ? "↩" : (turn.number ?? "–").toString();
  const start = [
    padStart(number, 4),
    padStart(`#${turn.offset}`, 7),
    ` ${timeFigure(turn.startedAt).slice(5, 16)}`,
    padStart(String(turn.toolCalls), 6),
    padStart(turn.lastTotal === null ? "" : shortFigure(turn.lastTotal), 7),
  ].join(" ");
  const note = turnNote(turn);
  const words = `${note === "" ? "" : `(${note}) `}${turn.words}`;
  const line = `${start}  ${excerpt(words, Math.max(output.columns - start.length - 2, 12))}`;
  return turn.rolledBackAt === null ? line : dim(line);
}
