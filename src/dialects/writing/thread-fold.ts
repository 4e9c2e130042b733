import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import { ForwardReplay } from "../../reducers/forward-replay.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { ExportLedger } from "./export-ledger.js";

/** An event, with what it made of the thread. */
export interface WrittenEvent {
  readonly event: LogEvent;
  readonly before: ThreadState;
  readonly after: ThreadState;
}

/** Folds a thread while it is written, and numbers the ledger behind each event. */
export class ThreadFold {
  readonly #replay: ForwardReplay;

  constructor(
    source: EventSource,
    private readonly ledger: ExportLedger,
  ) {
    this.#replay = new ForwardReplay(source);
  }

  async take(event: LogEvent): Promise<WrittenEvent> {
    const before = this.#replay.state;
    const reading = this.#replay.take(event);
    if (reading !== undefined) await reading;
    const after = this.#replay.state;
    this.ledger.take(event, before, after);
    return { event, before, after };
  }
}
