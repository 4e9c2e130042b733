import { useEffect, useState } from "preact/hooks";
import type { SessionView } from "../api.js";
import { useClient } from "./client.js";
import { useConnection } from "./connection.js";
import type { LiveState } from "./live.js";
import { useLatest } from "./use-latest.js";

const READING_MS = 800;
/** While a session grows, what is said of it as a whole is asked again this often at most. */
const GROWING_MS = 1000;

export interface OpenSession {
  readonly session: SessionView | null;
  readonly problem: unknown;
  /** Null: it is not followed. */
  readonly live: LiveState | null;
}

/** A session, as long as it is open: asked again while it is being read, and followed while it grows. */
export function useSession(key: string): OpenSession {
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
