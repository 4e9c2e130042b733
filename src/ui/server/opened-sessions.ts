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

/** The sessions that are looked at, each opened once; those that nobody asked for lately are closed. */
export class OpenedSessions {
  readonly #place: OpeningPlace;
  /** The one that was asked for last stands last. */
  readonly #opened = new Map<string, Promise<OpenedSession>>();

  constructor(place: OpeningPlace) {
    this.#place = place;
  }

  /** @throws {RefoldError} as `openSession` does, or what reading it fails by */
  async get(key: string, listed: ListedSession): Promise<OpenedSession> {
    const opening = this.#opened.get(key) ?? open(key, listed, this.#place);
    this.#opened.delete(key);
    this.#opened.set(key, opening);
    try {
      const opened = await opening;
      await opened.look();
      await this.#closeOthers();
      return opened;
    } catch (error) {
      await this.#forget(key, opening);
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const [key, opening] of [...this.#opened]) await this.#forget(key, opening);
  }

  async #closeOthers(): Promise<void> {
    for (const [key, opening] of [...this.#opened]) {
      if (this.#opened.size <= KEPT_OPEN) return;
      if (!(await opening).isInUse) await this.#forget(key, opening);
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
