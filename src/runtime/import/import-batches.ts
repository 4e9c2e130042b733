import type { Fact, RefoldEvent } from "../../events/event.js";
import type { EventStore } from "../../store/event-store.js";

/** Large enough that a write costs little, small enough to be held. */
const BATCH_EVENTS = 256;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Appends events in batches. */
export class ImportBatches {
  #waiting: RefoldEvent[] = [];
  #waitingBytes = 0;

  /** @param place the thread, and its head so far */
  constructor(
    private readonly store: EventStore,
    private readonly place: { readonly threadId: string; head: number },
  ) {}

  /** Behind what was appended. */
  get head(): number {
    return this.place.head;
  }

  async add(event: RefoldEvent): Promise<void> {
    this.#waiting.push(event);
    this.#waitingBytes += [event, ...(event.derived ?? [])].reduce(addBytes, 0);
    if (this.#waiting.length >= BATCH_EVENTS || this.#waitingBytes >= BATCH_BYTES) {
      await this.flush();
    }
  }

  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const { threadId, head } = this.place;
    this.place.head = await this.store.append(threadId, head, this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}

/** About: what is long in an event is its items, and those say their size. */
function addBytes(sum: number, fact: Fact): number {
  switch (fact.type) {
    case "item.recorded":
      return sum + fact.data.countedBytes;
    case "history.compacted":
      return (fact.data.replacement ?? []).reduce((all, item) => all + item.countedBytes, sum);
    default:
      return sum;
  }
}
