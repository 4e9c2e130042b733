import { existsSync } from "node:fs";
import type { ThreadState } from "../../reducers/thread-state.js";
import { withSession, type SessionOptions } from "../session.js";
import { sessionState } from "../state/session-state.js";

/** One of two states to compare, and how it was named. */
export interface Side {
  readonly name: string;
  readonly state: ThreadState;
}

/** Opens `A` or `A@N`. A path that holds an `@` is taken as it is, if it exists. */
export function openSide(text: string, options: SessionOptions): Promise<Side> {
  const [, name = text, offset] = existsSync(text) ? [] : (/^(.+)@(\d+)$/.exec(text) ?? []);
  const at = offset === undefined ? undefined : Number(offset);
  return withSession(name, options, async (session) => {
    return { name: text, state: await sessionState(session, { at, shell: options.shell }) };
  });
}
