import type { PriceTable } from "../../models/prices.js";
import { OpenedSession } from "./opened-session.js";
import { openReadable } from "./readable.js";
import type { ListedSession } from "./session-list.js";

interface OpeningPlace {
  readonly home: string;
  readonly prices: PriceTable;
}

/** So many are kept open beside those that are in use. */
const KEPT_OPEN = 3;
/** The same in bytes of sessions: what is known of a long one takes a third of that. */
const KEPT_BYTES = 256 * 1024 * 1024;

/** The sessions that are looked at, each opened once; those that nobody asked for lately are closed. */
export class OpenedSessions {
  readonly #place: OpeningPlace;
  /** The one that was asked for last stands last. */
  readonly #opened = new Map<string, Promise<OpenedSession>>();
  readonly #sizes = new Map<string, number>();

  constructor(place: OpeningPlace) {
    this.#place = place;
  }

  /**
   * Works with a session, which stays open meanwhile.
   * @throws {RefoldError} as `openSession` does, or what reading it fails by
   */
  async use<Result>(
    key: string,
    listed: ListedSession,
    work: (opened: OpenedSession) => Promise<Result>,
  ): Promise<Result> {
    const opening = this.#opened.get(key) ?? open(key, listed, this.#place);
    this.#opened.delete(key);
    this.#opened.set(key, opening);
    this.#sizes.set(key, listed.row.sizeBytes);
    const failed = async (error: unknown): Promise<never> => {
      await this.#forget(key, opening);
      throw error;
    };
    const opened = await opening.catch(failed);
    return opened.use(async () => {
      await opened.look().catch(failed);
      await this.#closeOthers();
      return work(opened);
    });
  }

  async close(): Promise<void> {
    for (const [key, opening] of [...this.#opened]) await this.#forget(key, opening);
  }

  async #closeOthers(): Promise<void> {
    const sizes = [...this.#opened.keys()].map((key) => this.#sizes.get(key) ?? 0);
    let bytes = sizes.reduce((sum, size) => sum + size, 0);
    for (const [key, opening] of [...this.#opened].slice(0, -1)) {
      if (this.#opened.size <= KEPT_OPEN && bytes <= KEPT_BYTES) return;
      const opened = await opening.catch(() => null); // who asked for it is told
      if (opened === null || opened.isInUse) continue;
      bytes -= this.#sizes.get(key) ?? 0;
      await this.#forget(key, opening);
    }
  }

  async #forget(key: string, opening: Promise<OpenedSession>): Promise<void> {
    if (this.#opened.get(key) === opening) this.#opened.delete(key);
    const opened = await opening.catch(() => null); // who asked for it was told
    await opened?.close();
  }
}

async function open(
  key: string,
  { summary }: ListedSession,
  { home, prices }: OpeningPlace,
): Promise<OpenedSession> {
  return OpenedSession.over(key, await openReadable(summary, home), prices);
}
