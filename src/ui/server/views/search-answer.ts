import { statusAt } from "../../../sessions/path-refused.js";
import { Found, searchPlaces } from "../../../sessions/search/search-sessions.js";
import type { SessionFile, SessionView } from "../../../sessions/session-files.js";
import { type StoredThread, storedThreads } from "../../../sessions/stored-threads.js";
import type { Home } from "../../../store/open-home.js";
import type { SearchAnswer } from "../../api.js";
import type { ListedSession } from "../session-list.js";

const MOST_HITS = 500;

interface Search {
  readonly query: string;
  readonly limit: number;
  /** What is searched: nothing else is read. */
  readonly sessions: Iterable<ListedSession>;
  readonly home: Home;
  /** The folder that has the index. */
  readonly index: string;
  /** Has some of the sessions; null: none. */
  readonly view: SessionView | null;
}

/**
 * Where something was said, as `refold search` finds it.
 * @throws {RefoldError} `invalid-argument`: the query is none
 */
export async function searchAnswer({
  query,
  limit,
  sessions,
  home,
  index,
  view,
}: Search): Promise<SearchAnswer> {
  const byPath = new Map([...sessions].map((one) => [one.summary.path, one]));
  const stored = (await rowsOf(home)).filter(({ path }) => byPath.has(path));
  const rows = new Set(stored.map(({ path }) => path));
  const viewed = view?.files.filter(({ path }) => byPath.has(path)) ?? [];
  for (const { path } of viewed) rows.add(path);
  const files = [...byPath.keys()].filter((path) => !rows.has(path)).flatMap(fileAt);
  const found = new Found(Math.min(limit, MOST_HITS), home.kind === "folder" ? home.name : null);
  const criteria = { query, mostHits: found.limit + 1 };
  const places = { stored, files, view, viewed };
  for await (const answer of searchPlaces(places, { criteria, indexHome: index })) {
    found.take(answer);
    if (found.isMore) break;
  }
  return {
    sessions: found.toJson().sessions.flatMap(({ path, hits }) => {
      const row = byPath.get(path)?.row;
      if (row === undefined) return [];
      return [{ key: row.key, title: row.title, hits }];
    }),
    more: found.isMore,
    unread: found.unread.map(({ path, message }) => {
      const text = `${path}: ${message}`;
      return view?.inPlace(text) ?? text;
    }),
  };
}

/** The threads of a database, which are in no files. */
async function rowsOf(home: Home): Promise<readonly StoredThread[]> {
  return home.kind === "database" ? storedThreads(home) : [];
}

function fileAt(path: string): SessionFile[] {
  const status = statusAt(path);
  return status === undefined ? [] : [{ path, sizeBytes: status.size, modifiedMs: status.mtimeMs }];
}
