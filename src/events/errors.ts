import { RefoldError, type EventIssue } from "../errors.js";

/** How many issues a message tells; all are in `issues`. */
const TOLD_ISSUES = 3;

/** A value is no event of its type's form. Says where and why, never what stood there. */
export function invalidEvent(
  event: Readonly<{ offset: number | null; type: string | null }>,
  issues: readonly EventIssue[],
  options?: ErrorOptions,
): RefoldError<"invalid-event"> {
  const place = event.offset === null ? "an event" : `the event at offset ${event.offset}`;
  const type = event.type === null ? "" : ` (${event.type})`;
  const told = issues.slice(0, TOLD_ISSUES).map(({ path, reason }) => `${path}: ${reason}`);
  const more = issues.length > told.length ? [`${issues.length - told.length} more`] : [];
  const message = `${place}${type} is not valid: ${[...told, ...more].join("; ")}`;
  return new RefoldError("invalid-event", { ...event, issues }, { message }, options);
}
