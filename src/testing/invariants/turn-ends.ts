import type { LogEvent } from "../../events/event.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { LogStep } from "./invariant.js";

/** An item costs as much as so many bytes of text, however small it is. */
const ITEM_BYTES = 1_000;

/** After so many ends every one is looked at that is this share of all before it further on. */
const DENSE = 28;

/** What prompts may weigh together beside the share: sixteen full windows of today's models. */
const MOST_BYTES = 64_000_000;

/** What they may weigh more for each byte that was recorded: looking stays linear in the log. */
const SHARE = 1 / 4;

/**
 * Picks the ends of turns at which prompts are looked at, as the log is read: the first ones all, later
 * ones further and further apart, fewer where prompts are large, and the newest always. A turn ends
 * before the next one begins.
 */
export class TurnEnds {
  readonly #isExhaustive: boolean;
  #all = 0;
  #checked = 0;
  #next = 1;
  #newestBytes = 0;
  #recordedBytes = 0;
  #lookedAtBytes = 0;

  /** @param isExhaustive every end is picked, whatever that costs */
  constructor(isExhaustive: boolean) {
    this.#isExhaustive = isExhaustive;
  }

  /** Ends that were picked, and all there were. */
  get counts(): { readonly checked: number; readonly all: number } {
    return { checked: this.#checked, all: this.#all };
  }

  /** @returns whether a turn ends before an event, with a state that prompts are looked at in */
  isPickedBefore({ event, before, after }: Omit<LogStep, "isSampled">): boolean {
    return beginsTurn(event, before, after) && this.#end(before, false);
  }

  /** The end of the log. */
  pickNewest(state: ThreadState): void {
    this.#end(state, true);
  }

  #end({ ledger }: ThreadState, isNewest: boolean): boolean {
    this.#all += 1;
    const bytes = ledger.countedBytes + ledger.entries.length * ITEM_BYTES;
    this.#recordedBytes += Math.max(0, bytes - this.#newestBytes);
    this.#newestBytes = bytes;
    const room = MOST_BYTES + SHARE * this.#recordedBytes - this.#lookedAtBytes;
    const isDue = this.#all >= this.#next && bytes <= room;
    if (!isDue && !isNewest && !this.#isExhaustive) return false;
    this.#checked += 1;
    this.#next = this.#all + Math.max(1, Math.floor(this.#all / DENSE));
    this.#lookedAtBytes += bytes;
    return true;
  }
}

/** Where no turn is started, its user's message begins it. */
function beginsTurn({ offset }: LogEvent, before: ThreadState, after: ThreadState): boolean {
  if (before.turns === after.turns) return false;
  if (after.turns.running?.startedAt === offset) return true;
  return before.turns.running === null && after.turns.userTurns > before.turns.userTurns;
}
