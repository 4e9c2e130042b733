import type { Home } from "../../store/open-home.js";
import type { About } from "../api.js";
import { OpenedSession } from "./opened-session.js";
import type { ListedPlaces, ListedSession, SessionList } from "./session-list.js";
import type { ListedFork } from "./views/timeline.js";
import type { PriceTable } from "../../models/prices.js";
import { openReadable } from "./readable.js";

interface UiParts {
  readonly places: ListedPlaces;
  readonly list: SessionList;
  readonly sessions: OpenedSessions;
  readonly home: Home;
  readonly about: Omit<About, "providers" | "models" | "strategies">;
}

/** What answers are made with. */
export class UiContext implements UiParts {
  readonly places;
  readonly list;
  readonly sessions;
  /** What stands in `places` as text, open. */
  readonly home;
  readonly about;

  constructor({ places, list, sessions, home, about }: UiParts) {
    this.places = places;
    this.list = list;
    this.sessions = sessions;
    this.home = home;
    this.about = about;
  }

  /** Opens a session that was listed, and keeps it open meanwhile. */
  async withSession<Result>(
    key: string,
    work: (opened: OpenedSession, listed: ListedSession) => Promise<Result>,
  ): Promise<Result> {
    const listed = await this.list.listed(key);
    return this.sessions.use(key, listed, (opened) => work(opened, listed));
  }

  /** Forks of a session that are listed. */
  forksOf({ row: { key } }: ListedSession): readonly ListedFork[] {
    return [...this.list.all()].flatMap(({ row }) => {
      const { forkedFrom, title } = row;
      if (forkedFrom?.key !== key || forkedFrom.offset === null) return [];
      return [{ title, offset: forkedFrom.offset }];
    });
  }
}

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
  /** The one that was asked for last stands last. */
  readonly #opened = new Map<string, Promise<OpenedSession>>();
  readonly #sizes = new Map<string, number>();

  constructor(private readonly place: OpeningPlace) {}

  /**
   * Works with a session, which stays open meanwhile.
   * @throws {RefoldError} as `openSession` does, or what reading it fails by
   */
  async use<Result>(
    key: string,
    listed: ListedSession,
    work: (opened: OpenedSession) => Promise<Result>,
  ): Promise<Result> {
    const opening = this.#opened.get(key) ?? open(key, listed, this.place);
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
