import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import { resumeFromKnown } from "../../reducers/resume.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { forkPoint } from "../../store/fork-thread.js";

/** How much the states may hold on to that are kept for forks still to come, in bytes of items. */
const MOST_BYTES = 100_000_000;
/** What a state takes beside items. */
const STATE_BYTES = 1_000;

interface KeptState {
  /** The last event that a fork shares with its parent. */
  readonly event: LogEvent;
  readonly state: ThreadState;
  /** What it holds on to that the kept state before it does not. */
  readonly bytes: number;
}

/**
 * The states at which forks left their parents, found while one of them is resumed: whatever else goes
 * through there is resumed from there, so that a chain of forks costs what its events cost. The least
 * recently used go first.
 */
export class ForkStates {
  readonly #kept = new Map<string, KeptState>();
  #bytes = 0;

  /**
   * The state at the end of a thread, as `resumeState` gives it.
   * @param isDamaged whether damage was met: what was found on the way is then not kept, so that
   *   every thread with it is told to have it
   */
  async resume(source: EventSource, isDamaged: () => boolean): Promise<ThreadState> {
    const found: KeptState[] = [];
    let base: ThreadState | undefined;
    let before: Omit<KeptState, "bytes"> | undefined;
    const state = await resumeFromKnown(source, {
      at: (event) => (base = this.#at(event)),
      note: (event, state) => {
        if (before !== undefined && forkPoint(event)?.id === before.event.id) {
          found.push({ ...before, bytes: bytesSince(base, before.state) });
          base = before.state;
        }
        before = { event, state };
      },
    });
    if (!isDamaged()) for (const each of found) this.#keep(each);
    return state;
  }

  #at({ id, offset, sum }: LogEvent): ThreadState | undefined {
    const kept = this.#kept.get(id);
    if (kept?.event.offset !== offset || kept.event.sum !== sum) return undefined;
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept.state;
  }

  #keep(kept: KeptState): void {
    if (this.#kept.has(kept.event.id)) return;
    this.#kept.set(kept.event.id, kept);
    this.#bytes += kept.bytes;
    for (const [id, { bytes }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#kept.delete(id);
      this.#bytes -= bytes;
    }
  }
}

function bytesSince(before: ThreadState | undefined, { ledger }: ThreadState): number {
  return STATE_BYTES + Math.max(0, ledger.countedBytes - (before?.ledger.countedBytes ?? 0));
}
