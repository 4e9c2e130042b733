import { resumeState, stateAt } from "../../reducers/resume.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { Session } from "../../runtime/discovery/session.js";
import { refuseDamage } from "../refuse-damage.js";
import type { Shell } from "../shell.js";

export interface StateOptions {
  /** Absent: the end. */
  readonly at: number | undefined;
  readonly shell: Shell;
}

/**
 * Folds a session to a state; says what was damaged on the way.
 * @throws {NoSuchOffset} the session ends before `at`
 */
export async function sessionState(
  session: Session,
  { at, shell }: StateOptions,
): Promise<ThreadState> {
  shell.progress.start("reading", session.sizeBytes);
  const { source } = session;
  const state = await (at === undefined ? resumeState(source) : stateAt(source, at));
  shell.progress.stop();
  refuseDamage(session, shell);
  return state;
}
