import type { Session } from "../../runtime/discovery/session.js";
import { OffsetOutOfRange } from "../../store/offset-out-of-range.js";
import type { Progress } from "../output/progress.js";
import type { SessionOutline } from "./outline.js";
import { surveySession } from "./survey.js";

/**
 * Surveys a session up to an offset, with a bar where it takes long.
 * @throws {OffsetOutOfRange} the session ends before it
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
  if (at !== undefined && at >= head) {
    throw new OffsetOutOfRange({ threadId: session.name, offset: at, head });
  }
  outline.damage = session.damage();
  return outline;
}
