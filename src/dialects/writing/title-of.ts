import { isBlank } from "../../events/white-space.js";
import type { ThreadState } from "../../reducers/thread-state.js";

/** A thread's title as other tools know one; null: it has none, or one that says nothing. */
export function titleOf({ thread }: ThreadState): string | null {
  const title = thread?.title ?? null;
  return title === null || isBlank(title) ? null : title;
}
