import { RefoldError } from "../../errors.js";

/** A turn was asked for that the thread does not have. */
export class NoSuchTurn extends RefoldError {
  readonly code = "no-such-turn";
  override readonly name = "NoSuchTurn";
  /** @param turns how many surviving user turns there are */
  constructor(
    readonly number: number,
    readonly turns: number,
  ) {
    super(`there is no turn ${number}: the thread has ${countTurns(turns)}`);
  }
}

function countTurns(turns: number): string {
  if (turns === 0) return "no turn of a user";
  return turns === 1 ? "one turn, number 1" : `${turns} turns, numbers 1 to ${turns}`;
}
