import type { EventSource } from "../../events/event-source.js";
import type { LogEvent, RefoldEvent } from "../../events/event.js";
import { completeCheckpoint } from "../../reducers/complete-checkpoint.js";
import { rollbackOf } from "../../events/rollback-of.js";
import { ForwardReplay } from "../../reducers/forward-replay.js";
import { stateAt } from "../../reducers/resume.js";

/**
 * Folds an import as it goes, and gives each checkpoint what a reader from the end needs
 * (docs/architecture.md, "State"): resuming the imported thread then costs its tail only.
 */
export class CheckpointCompletion {
  readonly #source: EventSource;
  readonly #replay: ForwardReplay;

  /** @param source the same events, for what has to be read again */
  constructor(source: EventSource) {
    this.#source = source;
    this.#replay = new ForwardReplay(source);
  }

  /** Folds events that are stored already. */
  async skip(events: AsyncIterable<LogEvent>): Promise<void> {
    for await (const event of events) await this.#replay.take(event);
  }

  /** @returns the event to be stored; they come oldest first, none left out */
  async complete(event: RefoldEvent): Promise<RefoldEvent> {
    const before = this.#replay.state;
    await this.#replay.take(event);
    if (!holdsCompaction(event)) return event;
    const to = rollbackOf(event);
    return completeCheckpoint(event, to === null ? before : await stateAt(this.#source, to));
  }
}

function holdsCompaction(event: RefoldEvent): boolean {
  return [event, ...(event.derived ?? [])].some(({ type }) => type === "history.compacted");
}
