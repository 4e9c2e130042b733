import { rolloutPlace } from "../open-session.js";
import type { SearchedSession } from "./read-texts.js";
import type { FileAnswer, SearchHit } from "./search-file.js";
import type { UnreadSession } from "../unread.js";

/** A session with what was found in it. */
export interface FoundSession {
  /** By which other commands open it: a thread's id, or a path. */
  readonly name: string;
  readonly path: string;
  readonly session: SearchedSession;
  readonly hits: readonly SearchHit[];
}

/** What was found so far, up to so many hits. */
export class Found {
  readonly sessions: FoundSession[] = [];
  readonly damaged: { readonly path: string; readonly places: number }[] = [];
  readonly unread: UnreadSession[] = [];
  hits = 0;
  /** Whether there are more hits than that. */
  isMore = false;

  constructor(
    readonly limit: number,
    private readonly home: string | null,
  ) {}

  /** Takes the next file's answer. @returns what is to be shown of it; null: nothing */
  take({ path, threadId, found, damagedPlaces, unread }: FileAnswer): FoundSession | null {
    if (unread !== null) this.unread.push({ path, ...unread });
    if (damagedPlaces > 0) this.damaged.push({ path, places: damagedPlaces });
    if (found === null) return null;
    const hits = found.hits.slice(0, this.limit - this.hits);
    this.isMore = hits.length < found.hits.length;
    this.hits += hits.length;
    if (hits.length === 0) return null;
    const place = rolloutPlace(path);
    const name = threadId ?? (place?.home === this.home ? place.threadId : path);
    const session = { name, path, session: found.session, hits };
    this.sessions.push(session);
    return session;
  }

  /** As `--json` has it (docs/cli.md, "search"). */
  toJson() {
    const { isMore, damaged, unread } = this;
    const sessions = this.sessions.map(({ name, path, session, hits }) => ({
      ...{ name, path, ...session },
      hits: hits.map(({ offset, at, speaker, tool, excerpt, places }) => ({
        ...{ offset, at, role: speaker, tool, excerpt, places },
      })),
    }));
    return { sessions, more: isMore, damaged, unread };
  }
}
