import { figure, shortFigure } from "../../../projections/figures.js";
import type { RequestCache } from "../../../projections/views/cache.js";
import {
  percent,
  requestNotes,
  requestsWords,
  totalsWords,
} from "../../../projections/views/cache-words.js";
import type { CacheWindow } from "../../api-views.js";
import { useClient } from "../client.js";
import type { PaneProps } from "../pane.js";
import { OffsetLink } from "../parts/offset-link.js";
import { RowList } from "../parts/virtual-list.js";
import { Time } from "../parts/time.js";
import { useFilter } from "../place-store.js";
import { useWindow } from "../use-latest.js";

/** What each request shared with the one before, what its provider reported, and what broke the cache. */
export function CachePane({ session, offset }: PaneProps) {
  const client = useClient();
  const { key } = session.row;
  const [breaks, setBreaks] = useFilter("breaks");
  const rows = useWindow<RequestCache, CacheWindow>({
    key: `${key} ${session.head} ${breaks}`,
    load: ({ from, count }, signal) =>
      client.askSession(key, "cache", { from, count, breaks }, signal),
  });
  const answer = rows.latest.value;
  return (
    <div class="rows-pane cache">
      {answer !== null && (
        <header class="pane-head">
          <p>
            <b>{requestsWords(answer.requests, answer)}</b>
            {totalsWords(answer.totals).map((words) => (
              <span key={words}>{words}</span>
            ))}
          </p>
          <label>
            <input
              type="checkbox"
              checked={breaks !== ""}
              onChange={(event) => setBreaks(event.currentTarget.checked ? "1" : "")}
            />
            only breaks
          </label>
        </header>
      )}
      <RowList
        label="Requests"
        rows={rows}
        estimate={40}
        empty={breaks === "" ? "There is no request." : "No request lost what was cached."}
        renderRow={(request) => <RequestRow request={request} offset={offset} />}
      />
    </div>
  );
}

interface RequestRowProps {
  readonly request: RequestCache;
  readonly offset: number;
}

function RequestRow({ request, offset }: RequestRowProps) {
  const { items, tokens, common, estimatedShare, reported, sentAt, model } = request;
  const isLater = request.offset > offset;
  return (
    <div class={`request ${isLater ? "later" : ""}`}>
      <OffsetLink offset={request.offset} />
      <Time at={sentAt} />
      <span class="figure" title={`${figure(tokens)} tokens in ${figure(items)} items`}>
        {shortFigure(tokens)}
      </span>
      <Share
        label="shared with the request before, estimated"
        share={estimatedShare}
        words={`${shortFigure(common.tokens)} shared, ${Math.round(estimatedShare * 100)}%`}
      />
      <Share
        label="from the cache, as reported"
        share={reported === null ? null : reported.cachedInput / Math.max(1, reported.input)}
        words={
          reported === null
            ? "not reported"
            : `${shortFigure(reported.cachedInput)} of ${shortFigure(reported.input)} reported, ${percent(reported.cachedInput, reported.input)}`
        }
      />
      {model !== null && <span class="quiet model">{model}</span>}
      <Notes request={request} />
    </div>
  );
}

interface ShareProps {
  /** For those who point at it. */
  readonly label: string;
  /** 0 to 1; null: unknown. */
  readonly share: number | null;
  readonly words: string;
}

function Share({ label, share, words }: ShareProps) {
  return (
    <span class="share" title={label}>
      {share !== null && (
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect width="100" height="4" class="share-all" />
          <rect width={share * 100} height="4" class="share-part" />
        </svg>
      )}
      <span>{words}</span>
    </span>
  );
}

/** What was lost and why, with the events that did it. */
function Notes({ request }: { readonly request: RequestCache }) {
  const notes = requestNotes(request);
  const events = request.break?.causes.flatMap(({ offset }) => offset ?? []) ?? [];
  if (notes.length === 0) return null;
  return (
    <p class="break">
      {notes.join("; ")}
      {events.length > 0 && (
        <span>
          {" "}
          — see{" "}
          {events.map((offset) => (
            <OffsetLink key={offset} offset={offset} pane="difference" />
          ))}
        </span>
      )}
    </p>
  );
}
