import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ForkLine,
  forkLineOf,
  forkTurnPositions,
  lastForkTurnsStart,
  linesBeforeUserMessage,
  userMessagePositions,
} from "../../src/reducers/fork-positions.js";
import { assistant, environment, hook, image, instruction, summary, user } from "./entries.js";

const U: ForkLine = { kind: "user-message" };
const T: ForkLine = { kind: "instruction", triggersTurn: true };
const I: ForkLine = { kind: "instruction", triggersTurn: false };
const O: ForkLine = { kind: "other" };
const back = (turns: number): ForkLine => ({ kind: "rollback", turns });

describe("forking (§13)", () => {
  test("12.1 a user speaks in messages that are neither contextual nor hooks'", () => {
    expect([user("x"), user(image), summary("x")].map(forkLineOf)).toEqual([U, U, U]);
    expect([environment, hook, assistant("x")].map(forkLineOf)).toEqual([O, O, O]);
    expect([instruction(true), instruction(false)].map(forkLineOf)).toEqual([T, I]);
  });

  test("12.1 a rollback drops the newest positions collected so far", () => {
    expect(userMessagePositions([O, U, T, U, O, back(1), U])).toEqual([1, 6]);
    expect(userMessagePositions([U, back(5), back(0), U])).toEqual([3]);
  });

  test("12.2 a fork keeps the lines before that message, rolled-back ones included", () => {
    const lines = [O, U, O, U, back(1), U, O];
    expect(linesBeforeUserMessage(lines, 0)).toBe(1);
    expect(linesBeforeUserMessage(lines, 1)).toBe(5);
    expect(linesBeforeUserMessage(lines, 2)).toBe(7);
  });

  test("12.3 fork turns are user messages and instructions that trigger one", () => {
    expect(forkTurnPositions([O, U, I, T, O])).toEqual([1, 3]);
  });

  test("12.3 a rollback counts boundaries, triggering or not, and drops what is after them", () => {
    expect(forkTurnPositions([U, I, T, back(2), U])).toEqual([0, 4]);
    expect(forkTurnPositions([U, T, back(9), O, T])).toEqual([4]);
    expect(forkTurnPositions([U, back(0), T])).toEqual([0, 2]);
    expect(forkTurnPositions([back(1), U])).toEqual([1]);
  });

  test("12.4 the last n fork turns are kept from the n-th from the end", () => {
    const lines = [O, U, O, I, T, O, U];
    expect(lastForkTurnsStart(lines, 0)).toBe(7);
    expect(lastForkTurnsStart(lines, 1)).toBe(6);
    expect(lastForkTurnsStart(lines, 2)).toBe(4);
    expect(lastForkTurnsStart(lines, 3)).toBe(0);
    expect(lastForkTurnsStart(lines, 4)).toBe(0);
  });

  test("without instructions, fork turns are the user messages", () => {
    const line = fc.oneof(fc.constantFrom(U, O), fc.nat({ max: 3 }).map(back));
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(forkTurnPositions(lines)).toEqual(userMessagePositions(lines));
      }),
    );
  });
});
