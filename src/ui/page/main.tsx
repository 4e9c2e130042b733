import { render } from "preact";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { About } from "../api.js";
import {
  AboutProvider,
  Client,
  ClientProvider,
  type Connection,
  ConnectionProvider,
} from "./client.js";
import { enter, watchTokens, isNotLetIn, isServerGone } from "./server.js";
import { Notice, ProblemBox } from "./notices.js";
import { Help, useKeys } from "./keyboard.js";
import { TopBar } from "./parts/top-bar.js";
import { listPlace, type Place } from "./place.js";
import { type PlaceStore, usePlace, usePlaceStore } from "./place-store.js";
import { SessionScreen } from "./session-screen.js";
import { Sessions } from "./sessions/sessions.js";
import { useTheme } from "./theme.js";

const root = document.getElementById("app");
if (root !== null) render(<App />, root);

const client = new Client();
/** How often a server that is gone is asked for. */
const RETRY_MS = 1500;

/** The page: first the entrance, then the sessions, and beside them the one that is open. */
function App() {
  const { about, problem, connection, isGone } = useServer();
  if (about === null) {
    return (
      <main class="entrance">
        <h1>Refold</h1>
        {problem === null ? <p class="quiet">Connecting…</p> : <ProblemBox problem={problem} />}
      </main>
    );
  }
  return (
    <AboutProvider value={about}>
      <ClientProvider value={client}>
        <ConnectionProvider value={connection}>
          {isGone && (
            <p class="banner" role="alert">
              The server does not answer. Is <code>refold ui</code> still running? This page goes on
              as soon as it answers.
            </p>
          )}
          <Layout />
        </ConnectionProvider>
      </ClientProvider>
    </AboutProvider>
  );
}

function Layout() {
  const store = usePlaceStore();
  const { session } = usePlace();
  const [theme, nextTheme] = useTheme();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [hasSide, setSide] = useState(() => matchMedia("(min-width: 75rem)").matches);
  useEffect(() => {
    // There it lies above what was opened from it.
    if (matchMedia("(max-width: 56rem)").matches) setSide(false);
  }, [session]);
  const isHome = session === null;
  useKeys({
    "?": () => setHelpOpen(true),
    t: nextTheme,
    "/": () => {
      setSide(true);
      requestAnimationFrame(() => document.getElementById("search")?.focus());
    },
    Escape: () => {
      if (!isHome) store.jump(listPlace(store.place));
    },
  });
  const view = isHome ? "home" : hasSide ? "beside" : "session";
  return (
    <div class="app" data-view={view}>
      <TopBar
        theme={theme}
        onTheme={nextTheme}
        onHelp={() => setHelpOpen(true)}
        onSide={isHome ? null : () => setSide(!hasSide)}
        hasSide={hasSide}
      />
      <div class="side" role={isHome ? "main" : "navigation"} aria-label="Sessions">
        <Sessions />
      </div>
      {session !== null && <SessionScreen key={session} sessionKey={session} />}
      <Notice />
      <Help isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

interface Server {
  /** Null: the page is not let in yet. */
  readonly about: About | null;
  readonly problem: unknown;
  readonly connection: Connection;
  readonly isGone: boolean;
}

/** Enters, and enters again when the server comes back. */
function useServer(): Server {
  const store = usePlaceStore();
  const [about, setAbout] = useState<About | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isGone, setGone] = useState(false);
  const [restarts, setRestarts] = useState(0);

  const report = useCallback((error: unknown): void => {
    if (isServerGone(error)) setGone(true);
    else if (isNotLetIn(error)) {
      setAbout(null);
      setGone(false);
    } else return;
    setProblem(error);
  }, []);

  useEffect(() => {
    const begin = (left: Place | null): void => {
      begun(store, left).then(setAbout, (error: unknown) => {
        setProblem(error);
        report(error);
      });
    };
    begin(null);
    return watchTokens(begin);
  }, []);

  const isOut = about === null && isNotLetIn(problem);
  useEffect(() => {
    if (!isGone && !isOut) return; // who enters in another tab has entered in this one
    const again = async (): Promise<void> => {
      setAbout(await client.ask("about"));
      setGone(false);
      setRestarts((count) => count + 1);
    };
    const timer = setInterval(() => void again().catch(report), RETRY_MS);
    return () => clearInterval(timer);
  }, [isGone, isOut]);

  const connection = useMemo(() => ({ restarts, report }), [restarts]);
  return { about, problem, connection, isGone };
}

/** @param left where the reader was; null: where the address says */
async function begun(store: PlaceStore, left: Place | null): Promise<About> {
  await enter();
  if (left !== null) store.step(left);
  const about = await client.ask("about");
  if (about.opened !== null && store.place.session === null) store.step({ session: about.opened });
  return about;
}
