import { formatPlace, homePlace, type Place } from "../place.js";
import { useFilter, usePlaceStore, usePlace } from "../place-store.js";
import { Icon } from "../parts/icon.js";
import { SessionList } from "./session-list.js";
import { useState } from "preact/hooks";
import type { SearchHit } from "../../api.js";
import { counted, figure } from "../../../projections/figures.js";
import { neutraliseLine, neutraliseText } from "../../../projections/display-text.js";
import { useClient } from "../client.js";
import { Empty, FoldedList, ProblemBox } from "../notices.js";
import { localTime } from "../parts/time.js";
import { useLatest, useSettled } from "../use-latest.js";

/** Sessions by what they are called and where they are, or by what was said in them. */
export function Sessions() {
  const store = usePlaceStore();
  const [query] = useFilter("q");
  const [mode] = useFilter("in");
  const isInTexts = mode === "texts";
  const change = (filters: Readonly<Record<string, string>>): void =>
    store.step({ filters: { ...store.place.filters, ...filters } });
  const search = (event: Event): void => {
    event.preventDefault();
    change({ in: "texts" });
  };
  return (
    <>
      {store.place.session === null && <h1 class="visually-hidden">Sessions</h1>}
      <form class="sessions-tools" role="search" onSubmit={search}>
        <label class="search">
          <Icon name="search" />
          <span class="visually-hidden">Search sessions</span>
          <input
            id="search"
            type="search"
            placeholder={isInTexts ? "Words that were said" : "Filter; Enter searches the texts"}
            autocomplete="off"
            spellcheck={false}
            value={query}
            onInput={({ currentTarget }) => change({ q: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === "ArrowDown") focusFirstRow(event);
            }}
          />
        </label>
        <span class="segments" role="group" aria-label="Where to search">
          <button type="button" aria-pressed={!isInTexts} onClick={() => change({ in: "" })}>
            Sessions
          </button>
          <button type="button" aria-pressed={isInTexts} onClick={() => change({ in: "texts" })}>
            Texts
          </button>
        </span>
      </form>
      {isInTexts ? <Found query={query} /> : <SessionList filter={query} />}
    </>
  );
}

function focusFirstRow(event: KeyboardEvent): void {
  const row = document.querySelector<HTMLElement>(".session-row, .hit");
  if (row === null) return;
  event.preventDefault();
  row.focus();
}

const LIMIT = 1000;
/** More of a session are folded. */
const SHOWN_HITS = 4;

/** What was said: hits of a full-text search, each of which leads to its place. */
function Found({ query: typed }: { readonly query: string }) {
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
        {value.more && ", the first of more"}
        {value.unread.length > 0 && (
          <FoldedList
            summary={`${counted(value.unread.length, "session")} could not be read`}
            items={value.unread}
          />
        )}
      </div>
      {value.sessions.length === 0 && <Empty>Nobody said that.</Empty>}
      <div class="found" tabIndex={0} aria-label="Hits">
        {value.sessions.map(({ key, title, hits: inside }) => (
          <Session key={key} {...{ session: key, title, hits: inside, place }} />
        ))}
      </div>
    </>
  );
}

interface SessionProps {
  readonly session: string;
  readonly title: string | null;
  readonly hits: readonly SearchHit[];
  readonly place: Place;
}

function Session({ session, title, hits, place }: SessionProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? hits : hits.slice(0, SHOWN_HITS);
  const folded = hits.length - shown.length;
  return (
    <section class="found-session">
      <h3 dir="auto">{title === null ? "(nothing said yet)" : neutraliseLine(title)}</h3>
      {shown.map((hit, index) => (
        <Hit key={index} hit={hit} session={session} place={place} />
      ))}
      {folded > 0 && (
        <button type="button" class="link-button" onClick={() => setWhole(true)}>
          {counted(folded, "more hit")}
        </button>
      )}
    </section>
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

/** So much of an excerpt is shown before the first hit: it is cut to a few lines. */
const BEFORE_HIT = 70;

function Excerpt({ hit: { excerpt, places } }: { readonly hit: SearchHit }) {
  let end = Math.max(0, (places[0]?.from ?? 0) - BEFORE_HIT);
  if (/^[\udc00-\udfff]/.test(excerpt.slice(end))) end += 1; // a pair is not torn apart
  const start = end > 0 ? "…" : "";
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
      {start}
      {parts}
      {neutraliseText(excerpt.slice(end))}
    </>
  );
}
