/** Drivers that break one promise each, to show that the contract catches them. */
import { setTimeout as later } from "node:timers/promises";
import { lineStore, type LinePage, type StoredLine } from "../../src/entries/store.js";
import type { EventStore } from "../../src/index.js";
import { MapDriver } from "./own-driver.js";

/** As many lines are stored with a pause before each: a whole contract waits for no more. */
const mostPauses = 100;

/** Stores a batch line by line, with a pause before each line after the first. */
class SteppingDriver extends MapDriver {
  readonly #pause: () => Promise<unknown>;

  constructor(pause: () => Promise<unknown>) {
    super();
    this.#pause = pause;
  }

  override async append(threadId: string, lines: readonly StoredLine[], after: number | null) {
    let newest = after;
    for (const line of lines) {
      if (newest !== after && lines.length <= mostPauses) await this.#pause();
      if (!(await super.append(threadId, [line], newest))) return false;
      newest = line.offset;
    }
    return true;
  }
}

/** One event after the other, 3 ms apart. */
export const oneByOneStore = (): EventStore => lineStore(new SteppingDriver(() => later(3)));

/** One event after the other, without a turn of the event loop between them. */
export const sameTurnStore = (): EventStore =>
  lineStore(new SteppingDriver(() => Promise.resolve()));

/** Fails at one line, after it has stored those before. */
export function tornStore(write: number): EventStore {
  let writes = 1;
  const failOnce = async () => {
    writes += 1;
    if (writes === write) throw new Error("the database is gone");
  };
  return lineStore(new SteppingDriver(failOnce));
}

/** Gives a hundred lines at a time, however many it is asked for. */
class CappedDriver extends MapDriver {
  override read(threadId: string, page: LinePage) {
    return super.read(threadId, { ...page, limit: Math.min(page.limit, 100) });
  }
}
export const cappedStore = (): EventStore => lineStore(new CappedDriver());

/** Keeps what a column of 65,535 characters takes of a line. */
class NarrowDriver extends MapDriver {
  override append(threadId: string, lines: readonly StoredLine[], after: number | null) {
    const cut = lines.map(({ offset, line }) => ({ offset, line: line.slice(0, 65_535) }));
    return super.append(threadId, cut, after);
  }
}
export const narrowStore = (): EventStore => lineStore(new NarrowDriver());

/** Begins a thread in the place of one that somebody else has begun meanwhile. */
class ReplacingDriver extends MapDriver {
  override async append(threadId: string, lines: readonly StoredLine[], after: number | null) {
    if (after === null) this.threads.delete(threadId);
    return super.append(threadId, lines, after);
  }
}
export const replacingStore = (): EventStore => lineStore(new ReplacingDriver());

type Reader = "read" | "readBackward" | "head" | "follow" | "list";

/** One way of reading sees events one by one; all others see whole batches. */
export function leakingStore(reader: Reader): EventStore {
  const [whole, leaking] = [lineStore(new MapDriver()), oneByOneStore()];
  const both = async (change: (store: EventStore) => Promise<unknown>) => {
    await change(leaking);
    await change(whole);
  };
  const leaks: Readonly<Record<Reader, Partial<EventStore>>> = {
    read: { read: (...args) => leaking.read(...args) },
    readBackward: { readBackward: (...args) => leaking.readBackward(...args) },
    head: { head: (...args) => leaking.head(...args) },
    follow: { follow: (...args) => leaking.follow(...args) },
    list: { list: () => leaking.list() },
  };
  return {
    ...whole,
    ...leaks[reader],
    async append(threadId, expectedHead, events) {
      await both((store) => store.append(threadId, expectedHead, events));
      return expectedHead + events.length;
    },
    async appendLines(threadId, expectedHead, lines) {
      await both((store) => store.appendLines(threadId, expectedHead, lines));
      return whole.head(threadId);
    },
    detach: (threadId) => both((store) => store.detach(threadId)),
    delete: (threadId) => both((store) => store.delete(threadId)),
    close: () => both((store) => store.close()),
  };
}
