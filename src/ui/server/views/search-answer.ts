import { statSync } from "node:fs";
import { Found } from "../../../sessions/search/found.js";
import { searchSessions } from "../../../sessions/search/search-sessions.js";
import type { SessionFile } from "../../../sessions/session-files.js";
import type { SearchAnswer } from "../../api.js";
import type { ListedSession } from "../session-list.js";

const MOST_HITS = 500;

interface Search {
  readonly query: string;
  readonly limit: number;
  /** What is searched: nothing else is read. */
  readonly sessions: Iterable<ListedSession>;
  readonly home: string;
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
}: Search): Promise<SearchAnswer> {
  const byPath = new Map([...sessions].map((one) => [one.summary.path, one]));
  const files = [...byPath.keys()].flatMap(fileAt);
  const found = new Found(Math.min(limit, MOST_HITS), home);
  const criteria = { query, mostHits: found.limit + 1 };
  for await (const answer of searchSessions({ files, criteria, indexHome: home })) {
    found.take(answer);
    if (found.isMore) break;
  }
  return {
    sessions: found.sessions.flatMap(({ path, hits }) => {
      const row = byPath.get(path)?.row;
      if (row === undefined) return [];
      const { key, title, tool, cwd } = row;
      return [{ key, title, tool, cwd, hits: hits.map(hitOf) }];
    }),
    more: found.isMore,
    unread: found.unread.map(({ path, message }) => `${path}: ${message}`),
  };
}

function hitOf({ offset, at, speaker, tool, excerpt, places }: SearchedHit) {
  return { offset, at, role: speaker, tool, excerpt, places };
}

type SearchedHit = Found["sessions"][number]["hits"][number];

function fileAt(path: string): SessionFile[] {
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined ? [] : [{ path, sizeBytes: status.size, modifiedMs: status.mtimeMs }];
}
