import type { LogEvent } from "../../events/event.js";
import type { FollowOptions, NewerEvents } from "../event-store.js";
import { HeadRegressed } from "../head-regressed.js";
import { OffsetOutOfRange } from "../offset-out-of-range.js";
import { findEvent, findLogEnd } from "./find-batch.js";
import type { LogFile } from "./log-file.js";
import { readBytes } from "./raw-line.js";
import { findStart, readRunsFrom, type ReadFrom } from "./read-runs.js";

/** The newest event that was read, and the byte behind its line. */
interface Anchor {
  readonly event: LogEvent;
  readonly endByte: number;
}

/** How far a log has been followed; kept by the last event's sum, so that a changed past shows. */
export class FollowPosition {
  readonly #threadId: string;
  readonly #from: number;
  readonly #newer: NewerEvents;
  #anchor: Anchor | undefined;

  constructor({ threadId, from = 0, newer }: FollowOptions & { readonly threadId: string }) {
    this.#threadId = threadId;
    this.#from = from;
    this.#newer = newer === undefined ? {} : { newer };
  }

  /** The runs behind what was read before. @throws {HeadRegressed} that is not there any more */
  *readNew(log: LogFile): Generator<readonly LogEvent[], void, undefined> {
    const start = this.#anchor === undefined ? this.#first(log) : this.#behind(log, this.#anchor);
    const runs = readRunsFrom(log, { ...start, ...this.#newer });
    let event = this.#anchor?.event;
    for (;;) {
      const { value, done } = runs.next();
      if (done === true) {
        if (event !== undefined) this.#anchor = { event, endByte: value.endByte };
        return;
      }
      event = value.at(-1) ?? event;
      const wanted = value.filter(({ offset }) => offset >= this.#from);
      if (wanted.length > 0) yield wanted;
    }
  }

  /** Begins one event early, so that there is an anchor before anything is new. */
  #first(log: LogFile): ReadFrom {
    const end = findLogEnd(log);
    if (end !== null && end.head < this.#from) {
      const range = { threadId: this.#threadId, offset: this.#from, head: end.head };
      throw new OffsetOutOfRange(range);
    }
    const from = Math.max(0, this.#from - 1);
    return { startByte: findStart(log, from), from };
  }

  #behind(log: LogFile, { event, endByte }: Anchor): ReadFrom {
    const startOffset = event.offset + 1;
    const ending = Buffer.from(`,"sum":"${event.sum ?? ""}"}\n`);
    if (readBytes(log, endByte - ending.length, endByte).equals(ending)) {
      return { startByte: endByte, startOffset };
    }
    const found = findEvent(log, event.offset); // in another file, put in place of the one before
    if (found?.event.id === event.id && found.event.sum === event.sum) {
      return { startByte: found.endByte, startOffset };
    }
    const actual = Math.min(findLogEnd(log)?.head ?? 0, event.offset);
    throw new HeadRegressed({ threadId: this.#threadId, seen: startOffset, actual });
  }
}
