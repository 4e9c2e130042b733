import type { LogEvent } from "../events/event.js";

export interface UnknownEventOptions {
  /** Called once for each type that this version does not know, with the first event of it. */
  readonly onUnknown?: (event: LogEvent) => void;
}

/** Events of types that this version does not know: led around the reducers, and reported once. */
export class UnknownEvents {
  readonly #seen = new Set<string>();
  constructor(private readonly options: UnknownEventOptions) {}

  meet(event: LogEvent): void {
    if (this.#seen.has(event.type)) return;
    this.#seen.add(event.type);
    this.options.onUnknown?.(event);
  }
}
