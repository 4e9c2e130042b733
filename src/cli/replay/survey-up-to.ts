import { NoSuchOffset } from "../../reducers/no-such-offset.js";
import type { Session } from "../../runtime/discovery/session.js";
import type { Progress } from "../output/progress.js";
import type { SessionOutline } from "./outline.js";
import { surveySession } from "./survey.js";

/**
 * Surveys a session up to an offset, with a bar where it takes long.
 * @throws {NoSuchOffset} the session ends before it
 */
export async function surveyUpTo(
  session: Session,
  at: number | undefined,
  progress: Progress,
): Promise<SessionOutline> {
  progress.start("reading", session.sizeBytes);
  const outline = await surveySession(session.source.read(at === undefined ? {} : { to: at }));
  progress.stop();
  const head = outline.lastOffset === null ? 0 : outline.lastOffset + 1;
  if (at !== undefined && at >= head) throw new NoSuchOffset(at, head);
  outline.damage = session.damage();
  return outline;
}
