import { derivedUlid } from "../../dialects/derived-ids.js";
import { ulidToUuid } from "../../events/ids.js";

const TIME_DIGITS = 10;

/** The id of a thread's redacted copy: always the same one, and never the thread's own. */
export function redactedId(threadId: string): string {
  return threadId.slice(0, TIME_DIGITS) + derivedUlid(`redacted:${threadId}`).slice(TIME_DIGITS);
}

/** What becomes of a thread's id in texts, in each of its spellings. */
export function renamedIds(threadIds: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    threadIds.flatMap((id) => [
      [id, redactedId(id)],
      [ulidToUuid(id), ulidToUuid(redactedId(id))],
    ]),
  );
}
