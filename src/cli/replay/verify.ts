import { isRefoldError } from "../../errors.js";
import { isDeepStrictEqual } from "node:util";
import { namedHashes } from "../../events/named-hashes.js";
import { replay } from "../../reducers/replay.js";
import { resumeState } from "../../reducers/resume.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { Session } from "../../sessions/session.js";
import { counted } from "../../projections/figures.js";
import type { SessionOutline } from "../../sessions/survey.js";

/** One thing that was checked, and what came of it. */
export interface Check {
  readonly what: "format" | "reading" | "blobs" | "roundtrip" | "resume";
  /** Null: there was nothing to check it by. */
  readonly holds: boolean | null;
  readonly detail: string;
}

/**
 * Checks a session in every way it can be checked. What was read for the outline was checked while
 * it was read: sums, or the form of every line.
 */
export async function* verifySession(
  session: Session,
  outline: SessionOutline,
): AsyncGenerator<Check> {
  if (session.recognised !== null) {
    yield { what: "format", holds: true, detail: session.recognised };
  }
  yield {
    what: "reading",
    holds: outline.damage.length === 0,
    detail: `${counted(outline.events, "event")}, ${counted(outline.damage.length, "damaged place")}`,
  };
  yield await verifyBlobs(session);
  yield await verifyRoundTrip(session);
  yield await verifyResume(session, outline);
}

async function verifyBlobs({ source, blobs }: Session): Promise<Check> {
  const what = "blobs";
  const seen = new Set<string>();
  const bad: string[] = [];
  for await (const event of source.read()) {
    for (const hash of namedHashes(event)) {
      if (seen.has(hash)) continue;
      seen.add(hash);
      try {
        await blobs.get(hash);
      } catch (error) {
        if (!isRefoldError(error)) throw error;
        bad.push(error.message);
      }
    }
  }
  if (seen.size === 0) return { what, holds: null, detail: "none is named" };
  const detail = `${counted(seen.size, "blob")} read and hashed`;
  const [first] = bad;
  if (first === undefined) return { what, holds: true, detail };
  return { what, holds: false, detail: `${detail}, ${bad.length} not as named: ${first}` };
}

async function verifyRoundTrip({ roundTrip }: Session): Promise<Check> {
  const what = "roundtrip";
  if (roundTrip === null) {
    return { what, holds: null, detail: "it is no foreign file; its lines are its events" };
  }
  const { sameBytes, differsAt } = await roundTrip();
  return differsAt === null
    ? { what, holds: true, detail: `${counted(sameBytes, "byte")} written again, all equal` }
    : { what, holds: false, detail: `the bytes differ from byte ${differsAt} on` };
}

/** The state at the end, resumed from the tail, against the whole log folded forward. */
async function verifyResume({ source }: Session, outline: SessionOutline): Promise<Check> {
  const what = "resume";
  if (outline.lastOffset === null) return { what, holds: null, detail: "there are no events" };
  const full = await replay(source);
  const resumed = await resumeState(source);
  const holds = isDeepStrictEqual(plain(full), plain(resumed));
  const items = counted(full.ledger.entries.length, "item");
  const detail = holds
    ? `resumed from the tail and folded in full, the same ${items}`
    : "the state resumed from the tail is not the one folded in full";
  return { what, holds, detail };
}

function plain(state: ThreadState): object {
  return { ...state, ledger: { ...state.ledger, entries: state.ledger.entries.toArray() } };
}
