import type { LogEvent } from "../../events/event.js";
import { type Rollback } from "../../reducers/spine.js";
import type { Session } from "../../sessions/session.js";
import type { Progress } from "../output/progress.js";
import { type SessionOutline } from "./outline.js";
/**
 * Reads a session once and says what is in it: who, when, its turns, what was rolled back and what it
 * cost. Keeps no event; memory grows with the number of turns.
 */
export declare function surveySession(events: AsyncIterable<LogEvent>): Promise<SessionOutline>;
/**
 * Surveys a session up to an offset, with a bar where it takes long.
 * @throws {NoSuchOffset} the session ends before it
 */
export declare function surveyUpTo(session: Session, at: number | undefined, progress: Progress): Promise<SessionOutline>;
/**
 * Which rollback took an offset away (law 1).
 * @param rollbacks all of the log, oldest first
 * @returns for an offset the offset of the rollback that discards it; null: it survives
 */
export declare function survivorsOf(rollbacks: readonly Rollback[]): (offset: number) => number | null;
