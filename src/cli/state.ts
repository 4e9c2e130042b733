import { resumeState, stateAt } from "../reducers/resume.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { Session } from "../sessions/session.js";
import { refuseDamage } from "./session-notices.js";
import type { Shell } from "./shell.js";

interface StateOptions {
  /** Absent: the end. */
  readonly at: number | undefined;
  readonly shell: Shell;
}

/**
 * Folds a session to a state; says what was damaged on the way.
 * @throws {RefoldError} `offset-out-of-range`: the session ends before `at`
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
