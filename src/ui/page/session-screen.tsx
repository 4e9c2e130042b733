import { useEffect, useState } from "preact/hooks";
import type { About, SessionView } from "../api.js";
import { useClient } from "./client.js";
import { useKeys } from "./keyboard.js";
import { PANES } from "./panes.js";
import { ProblemBox } from "./parts/problem-box.js";
import { formatPlace } from "./place.js";
import { usePlace, usePlaceStore } from "./place-store.js";
import { SessionHead } from "./session-head.js";
import { Timeline } from "./timeline/timeline.js";
import { useLatest } from "./use-latest.js";

const ASK_AGAIN_MS = 400;

interface SessionScreenProps {
  readonly sessionKey: string;
  readonly about: About;
}

/** One session: its head, the timeline, and the panes, which follow the offset. */
export function SessionScreen({ sessionKey }: SessionScreenProps) {
  const { session, problem } = useSession(sessionKey);
  if (session === null) {
    return (
      <main class="session" aria-busy={problem === null}>
        {problem === null ? <p class="empty">Reading…</p> : <ProblemBox problem={problem} />}
      </main>
    );
  }
  return <Opened session={session} />;
}

function Opened({ session }: { readonly session: SessionView }) {
  const store = usePlaceStore();
  const place = usePlace();
  const last = session.head - 1;
  const offset = place.at === null ? last : Math.min(place.at, last);
  const pane = PANES.find(({ name }) => name === place.pane) ?? PANES[0];
  useKeys(
    Object.fromEntries(
      PANES.map(({ name }, index) => [String(index + 1), () => store.jump({ pane: name })]),
    ),
  );
  return (
    <main class="session">
      <SessionHead session={session} />
      <Timeline session={session} offset={offset} />
      <nav class="tabs" aria-label="Views">
        {PANES.map(({ name, label }) => (
          <a
            key={name}
            href={formatPlace({ ...place, pane: name })}
            aria-current={name === pane.name ? "page" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <section class="pane" aria-label={pane.label}>
        <pane.Component session={session} offset={offset} />
      </section>
    </main>
  );
}

interface OpenedSession {
  readonly session: SessionView | null;
  readonly problem: unknown;
}

/** Asks again while the session is still being read. */
function useSession(key: string): OpenedSession {
  const client = useClient();
  const [round, setRound] = useState(0);
  const { value, problem } = useLatest(`${key} ${round}`, (signal) =>
    client.askSession(key, "", {}, signal),
  );
  useEffect(() => {
    if (value === null || value.isIndexed) return;
    const timer = setTimeout(() => setRound((count) => count + 1), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return { session: value, problem };
}
