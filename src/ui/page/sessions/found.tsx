import type { SearchHit } from "../../api.js";
import { counted, figure } from "../../../projections/figures.js";
import { neutraliseText } from "../../../projections/display-text.js";
import { useClient } from "../client.js";
import { Empty, ProblemBox } from "../parts/problem-box.js";
import { localTime } from "../parts/time.js";
import { formatPlace, homePlace, type Place } from "../place.js";
import { usePlace } from "../place-store.js";
import { useLatest } from "../use-latest.js";
import { useSettled } from "../use-settled.js";

const LIMIT = 200;

/** What was said: hits of a full-text search, each of which leads to its place. */
export function Found({ query: typed }: { readonly query: string }) {
  const client = useClient();
  const query = useSettled(typed).trim();
  const place = usePlace();
  const { value, problem, isLoading } = useLatest(query === "" ? null : query, (signal) =>
    client.ask("search", { query, limit: LIMIT }, signal),
  );
  if (query === "") return <Empty>Type words that were said, or "several words" in quotes.</Empty>;
  if (problem !== null && !isLoading) return <ProblemBox problem={problem} />;
  if (value === null) return <Empty>Searching…</Empty>;
  const hits = value.sessions.reduce((sum, session) => sum + session.hits.length, 0);
  return (
    <>
      <div class="sessions-count" role="status">
        {isLoading
          ? "Searching…"
          : `${counted(hits, "hit")} in ${counted(value.sessions.length, "session")}`}
        {value.more && `, and more: only the first ${figure(LIMIT)} are shown`}
        {value.unread.length > 0 && (
          <details>
            <summary>{`${counted(value.unread.length, "session")} could not be read`}</summary>
            <ul>
              {value.unread.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {value.sessions.length === 0 && <Empty>Nobody said that.</Empty>}
      <div class="found" tabIndex={0} aria-label="Hits">
        {value.sessions.map(({ key, title, hits: inside }) => (
          <section key={key} class="found-session">
            <h3 dir="auto">{title ?? "(nothing said yet)"}</h3>
            {inside.map((hit) => (
              <Hit key={hit.offset} hit={hit} session={key} place={place} />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

interface HitProps {
  readonly hit: SearchHit;
  readonly session: string;
  readonly place: Place;
}

function Hit({ hit, session, place }: HitProps) {
  const { offset, at, role, tool } = hit;
  const target = { ...homePlace, session, at: offset, pane: place.pane, filters: place.filters };
  return (
    <a class="hit" href={formatPlace(target)}>
      <span class="hit-place">
        #{figure(offset)} {tool ?? role}
        <br />
        {localTime(at)}
      </span>
      <span class="hit-text" dir="auto">
        <Excerpt hit={hit} />
      </span>
    </a>
  );
}

function Excerpt({ hit: { excerpt, places } }: { readonly hit: SearchHit }) {
  let end = 0;
  const parts = places.map(({ from, to }) => {
    const before = excerpt.slice(end, from);
    end = to;
    return [
      neutraliseText(before),
      <mark key={from}>{neutraliseText(excerpt.slice(from, to))}</mark>,
    ];
  });
  return (
    <>
      {parts}
      {neutraliseText(excerpt.slice(end))}
    </>
  );
}
