import type { Home } from "../../store/open-home.js";
import type { About } from "../api.js";
import type { OpenedSession } from "./opened-session.js";
import type { OpenedSessions } from "./opened-sessions.js";
import type { ListedPlaces, ListedSession, SessionList } from "./session-list.js";
import type { ListedFork } from "./views/timeline.js";

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
      return [{ key: row.key, title, offset: forkedFrom.offset }];
    });
  }
}
