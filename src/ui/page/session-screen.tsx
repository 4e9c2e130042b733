import { useEffect, useState } from "preact/hooks";
import type { SessionView } from "../api.js";
import { useKeys } from "./keyboard.js";
import { Empty, ProblemBox, ReadingBar } from "./notices.js";
import { formatPlace } from "./place.js";
import { usePlace, usePlaceStore } from "./place-store.js";
import { SessionHead } from "./session-head.js";
import { titleOf } from "./session-words.js";
import { Timeline } from "./timeline/timeline.js";
import { EndingPane, TranscriptPane } from "./transcript/transcript-pane.js";
import { CachePane } from "./cache/cache-pane.js";
import { DifferencePane } from "./difference/difference-pane.js";
import { ForgottenPane } from "./forgotten/forgotten-pane.js";
import type { Pane } from "./pane.js";
import { PromptPane } from "./prompt/prompt-pane.js";
import { TreePane } from "./tree/tree-pane.js";
import { useClient, useConnection } from "./client.js";
import type { LiveState } from "./server.js";
import { useLatest } from "./use-latest.js";

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

/** The panes, in the order of their tabs: each is a component in a file of its own. */
const PANES: readonly [Pane, ...Pane[]] = [
  { name: "prompt", label: "Prompt", Component: PromptPane },
  { name: "difference", label: "Difference", Component: DifferencePane },
  { name: "cache", label: "Cache", Component: CachePane },
  { name: "forgotten", label: "Forgotten", Component: ForgottenPane },
  { name: "tree", label: "Tree", Component: TreePane },
  { name: "transcript", label: "Transcript", Component: TranscriptPane },
];

const READING_MS = 800;
/** While a session grows, what is said of it as a whole is asked again this often at most. */
const GROWING_MS = 1000;

interface OpenSession {
  readonly session: SessionView | null;
  readonly problem: unknown;
  /** Null: it is not followed. */
  readonly live: LiveState | null;
}

/** A session, as long as it is open: asked again while it is being read, and followed while it grows. */
function useSession(key: string): OpenSession {
  const client = useClient();
  const { report } = useConnection();
  const [round, setRound] = useState(0);
  const [head, setHead] = useState(0);
  const [live, setLive] = useState<LiveState | null>(null);
  const { value, problem } = useLatest(`${key} ${round}`, (signal) =>
    client.askSession(key, "", {}, signal),
  );
  const isKnown = value !== null;
  useEffect(() => {
    if (!isKnown || client.follow === null) return;
    return client.follow(key, value.head, { onHead: setHead, onState: setLive });
  }, [isKnown, key]);

  useEffect(() => {
    // Says why: gone, or started anew with another token.
    if (live === "waiting") client.ask("about").catch(report);
  }, [live]);

  const isReading = isKnown && !value.isIndexed;
  const hasGrown = isKnown && head > value.head;
  useEffect(() => {
    if (!isReading && !hasGrown) return;
    const again = setTimeout(() => setRound(round + 1), isReading ? READING_MS : GROWING_MS);
    return () => clearTimeout(again);
  }, [value, hasGrown]);

  const session = value === null || value.head >= head ? value : { ...value, head };
  return { session, problem, live };
}
