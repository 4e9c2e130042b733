import { useEffect } from "preact/hooks";
import type { SessionView } from "../api.js";
import { useKeys } from "./keyboard.js";
import { PANES } from "./panes.js";
import { Empty, ProblemBox } from "./parts/problem-box.js";
import { formatPlace } from "./place.js";
import { usePlace, usePlaceStore } from "./place-store.js";
import { ReadingBar } from "./parts/reading-bar.js";
import { SessionHead } from "./session-head.js";
import { titleOf } from "./session-words.js";
import { Timeline } from "./timeline/timeline.js";
import { EndingPane } from "./transcript/ending-pane.js";
import { type OpenSession, useSession } from "./use-session.js";

/** One session: its head, the timeline, and the panes, which follow the offset. */
export function SessionScreen({ sessionKey }: { readonly sessionKey: string }) {
  const { session, problem, live } = useSession(sessionKey);
  const { at } = usePlace();
  if (session === null || !isReadTo(session, at)) {
    return (
      <main class="session" aria-busy={problem === null}>
        {problem === null ? <Empty>Reading…</Empty> : <ProblemBox problem={problem} />}
        {session !== null && session.reading !== null && (
          <p class="reading-alone">
            <ReadingBar reading={session.reading} />
          </p>
        )}
      </main>
    );
  }
  return <Opened session={session} live={live} />;
}

/** Where a file's end is not known before all of it was read, it grows while it is read. */
const isReadTo = ({ isIndexed, head, reading }: SessionView, at: number | null): boolean =>
  isIndexed || head > (at ?? 0) || isEndingShown({ reading }, at);

/** The end of another tool's large file is there before the rest of it. */
const isEndingShown = ({ reading }: Pick<SessionView, "reading">, at: number | null): boolean =>
  at === null && reading?.unit === "byte";

interface OpenedProps {
  readonly session: SessionView;
  readonly live: OpenSession["live"];
}

function Opened({ session, live }: OpenedProps) {
  const store = usePlaceStore();
  const place = usePlace();
  const last = session.head - 1;
  const offset = place.at === null ? last : Math.min(place.at, last);
  const pane = PANES.find(({ name }) => name === place.pane) ?? PANES[0];
  const title = titleOf(session.row);
  useEffect(() => {
    document.title = `${title} – Refold`;
    return () => void (document.title = "Refold");
  }, [title]);
  useKeys(
    Object.fromEntries(
      PANES.map(({ name }, index) => [String(index + 1), () => store.jump({ pane: name })]),
    ),
  );
  return (
    <main class="session">
      <SessionHead session={session} offset={offset} live={live} />
      <Timeline session={session} offset={offset} />
      <nav class="tabs" aria-label="Views">
        {PANES.map(({ name, label }) => (
          <a
            key={name}
            href={formatPlace({ ...place, pane: name })}
            aria-current={name === pane.name ? "page" : undefined}
            ref={name === pane.name ? showTab : null}
          >
            {label}
          </a>
        ))}
      </nav>
      <section class="pane" aria-label={pane.label}>
        {isEndingShown(session, place.at) ? (
          <EndingPane sessionKey={session.row.key}>
            <pane.Component session={session} offset={offset} />
          </EndingPane>
        ) : (
          <pane.Component session={session} offset={offset} />
        )}
      </section>
    </main>
  );
}

/** Where the tabs are wider than the screen. */
function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
