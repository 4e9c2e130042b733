import { NoSuchOffset } from "../no-such-offset.js";
import { findUserTurn, offsetBefore } from "./newest-turns.js";
import type { TravelledThread } from "./newest-turns.js";
import { NoSuchTurn } from "./no-such-turn.js";

/** At an offset, that event included; or before a surviving user turn, counted from 1. */
export type ForkRequest = { readonly at: number } | { readonly beforeTurn: number };

/**
 * The offset at which a fork leaves its thread: the last one that both have. A place inside a
 * discarded range is as good as any other.
 * @throws {NoSuchOffset} `at` is no offset of the log
 * @throws {NoSuchTurn} there is no surviving user turn of that number; says how many there are
 */
export async function forkTarget(thread: TravelledThread, request: ForkRequest): Promise<number> {
  const { log, turns } = thread.state;
  if ("at" in request) {
    const { at } = request;
    if (!Number.isInteger(at) || at < 0 || at >= log.head) throw new NoSuchOffset(at, log.head);
    return at;
  }
  const turn = await findUserTurn(thread, request.beforeTurn);
  if (turn === null) throw new NoSuchTurn(request.beforeTurn, turns.userTurns);
  return offsetBefore(turn);
}
