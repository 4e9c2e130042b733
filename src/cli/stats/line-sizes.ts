import type { LogEvent } from "../../events/event.js";

/** Sizes of lines, noted as they are read and asked for in the same order; some may be passed over. */
export class LineSizes {
  #events: LogEvent[] = [];
  #sizes: number[] = [];
  #next = 0;

  note(event: LogEvent, sizeBytes: number): void {
    if (this.#next === this.#events.length) this.#clear();
    this.#events.push(event);
    this.#sizes.push(sizeBytes);
  }

  /** @returns bytes of the event's line; 0: it was never noted */
  take(event: LogEvent): number {
    const place = this.#events.indexOf(event, this.#next);
    if (place === -1) return 0;
    this.#next = place + 1;
    return this.#sizes[place] ?? 0;
  }

  #clear(): void {
    this.#events = [];
    this.#sizes = [];
    this.#next = 0;
  }
}
