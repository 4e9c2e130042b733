import { invalidArgument, type RefoldError } from "../../errors.js";
import type { LogEvent } from "../../events/event.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import {
  type Rollback,
  survives,
  type SurvivingRange,
  survivingRanges,
} from "../../reducers/spine.js";

/** The files that a thread was imported from, by its events: one, or that of each generation. */
export class ImportedFiles {
  readonly #starts: { readonly name: string; readonly from: number }[] = [];
  /** By which a later file goes on from a place before it. */
  readonly #rewinds: Rollback[] = [];

  /** The thread's id in its own tool. */
  #foreignId: string | null = null;

  /** Takes the imported events in order. */
  take(event: LogEvent): void {
    if (isKnownEvent(event) && event.type === "thread.started") {
      this.#foreignId = event.data.source.foreignId ?? null;
    }
    const name = event.foreign?.file;
    if (name === undefined) return;
    this.#starts.push({ name, from: event.offset });
    const to = isKnownEvent(event) ? rollbackOf(event) : null;
    if (to !== null) this.#rewinds.push({ offset: event.offset, to });
  }

  /** True where a later file took back something of an earlier one. */
  get areSeveral(): boolean {
    return this.#rewinds.length > 0;
  }

  /** The first event of the newest file. */
  get newestFrom(): number {
    return this.#starts.at(-1)?.from ?? 0;
  }

  /** Whether imported events are of the newest file, or of what its history begins with. */
  historyOf(end: number): (offset: number) => boolean {
    const ranges = survivingRanges(this.#rewinds, end - 1);
    return (offset) => survives(ranges, offset);
  }

  /**
   * The events of the file whose name ends in an id.
   * @param end of the imported events
   * @throws {RefoldError} `invalid-argument`: there is none
   */
  rangeOf(id: string, end: number): SurvivingRange {
    const endsSo = ({ name }: { readonly name: string }): boolean =>
      id !== "" && name.split(".jsonl")[0]?.endsWith(id) === true;
    const index = this.#starts.findIndex(endsSo);
    const to = (this.#starts[index + 1]?.from ?? end) - 1;
    const from = this.#starts[index]?.from;
    if (index !== this.#starts.findLastIndex(endsSo)) {
      throw this.#unclear(`several generations of the thread end in ${id}`);
    }
    if (from !== undefined) return { from, to };
    // The one file that a thread had when it was imported first is known by the thread's id.
    if (id === this.#foreignId) return { from: 0, to };
    throw this.#unclear(`the thread has no generation ${id === "" ? '""' : id}`);
  }

  #unclear(message: string): RefoldError {
    const names = this.#starts.map((start) => start.name).join(", ");
    const remedy = names === "" ? "It was imported from one file." : `Its files are ${names}.`;
    return invalidArgument(message, remedy);
  }
}
