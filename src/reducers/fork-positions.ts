import {
  isUserMessage,
  isUserTurnBoundary,
  readInterAgentInstruction,
} from "../events/item-class.js";
import type { Item } from "../events/item.js";

/** What forking needs to know of one line of a rollout (docs/semantics.md §13). */
export type ForkLine =
  | { readonly kind: "user-message" }
  /** One agent instructs another; with `triggersTurn` a fork may begin there. */
  | { readonly kind: "instruction"; readonly triggersTurn: boolean }
  | { readonly kind: "rollback"; readonly turns: number }
  | { readonly kind: "other" };

/** Classifies a line that records an item. A user message that is contextual is an `other` line. */
export function forkLineOf(item: Item): ForkLine {
  if (isUserMessage(item)) return isUserTurnBoundary(item) ? { kind: "user-message" } : OTHER;
  const instruction = readInterAgentInstruction(item);
  if (instruction === null) return OTHER;
  return { kind: "instruction", triggersTurn: instruction.triggersTurn };
}

const OTHER: ForkLine = { kind: "other" };

/**
 * Indices of the lines in which a user speaks: not contextual, not a hook's, summaries included. A
 * rollback takes the newest ones away (docs/semantics.md §13.1).
 */
export function userMessagePositions(lines: Iterable<ForkLine>): readonly number[] {
  const positions: number[] = [];
  let index = 0;
  for (const line of lines) {
    if (line.kind === "user-message") positions.push(index);
    if (line.kind === "rollback") positions.length = Math.max(0, positions.length - line.turns);
    index++;
  }
  return positions;
}

/**
 * How many lines a fork before the n-th user message (0-based) keeps; all when there are not so many.
 * Lines of rolled-back turns stay in the kept part (docs/semantics.md §13.2).
 */
export function linesBeforeUserMessage(lines: readonly ForkLine[], n: number): number {
  return userMessagePositions(lines)[n] ?? lines.length;
}

/**
 * Indices of the lines at which a fork's turn may begin: user messages, and instructions that trigger
 * a turn. A rollback counts in boundaries, triggering or not (docs/semantics.md §13.3).
 */
export function forkTurnPositions(lines: Iterable<ForkLine>): readonly number[] {
  const boundaries: number[] = [];
  const forkTurns: number[] = [];
  let index = 0;
  for (const line of lines) {
    if (line.kind === "user-message" || line.kind === "instruction") {
      boundaries.push(index);
      if (line.kind === "user-message" || line.triggersTurn) forkTurns.push(index);
    }
    if (line.kind === "rollback" && line.turns > 0 && boundaries.length > 0) {
      const from = boundaries[Math.max(0, boundaries.length - line.turns)] ?? 0;
      dropFrom(boundaries, from);
      dropFrom(forkTurns, from);
    }
    index++;
  }
  return forkTurns;
}

/**
 * Where the lines begin that a fork of the last n fork turns keeps: after the last line for 0, the
 * first line when there are not more than n (docs/semantics.md §13.4).
 */
export function lastForkTurnsStart(lines: readonly ForkLine[], n: number): number {
  if (n <= 0) return lines.length;
  const positions = forkTurnPositions(lines);
  return n >= positions.length ? 0 : (positions[positions.length - n] ?? 0);
}

/** Positions ascend, so what lies at or after one is a tail. */
function dropFrom(positions: number[], from: number): void {
  while ((positions.at(-1) ?? -1) >= from) positions.pop();
}
