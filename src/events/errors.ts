import { RefoldError } from "../errors.js";

/** What is wrong at one place of an event. */
export interface EventIssue {
  /** `data.item.content.0.text`; empty for the event itself. */
  readonly path: string;
  readonly reason: string;
}

/** How many issues a message tells; all are in `issues`. */
const TOLD_ISSUES = 3;

/** A value is no event of its type's form. Says where and why, never what stood there. */
export class InvalidEvent extends RefoldError {
  readonly code = "invalid-event";
  override readonly name = "InvalidEvent";
  constructor(
    /** Null: the value does not name one. */
    readonly event: Readonly<{ offset: number | null; type: string | null }>,
    readonly issues: readonly EventIssue[],
  ) {
    const place = event.offset === null ? "an event" : `the event at offset ${event.offset}`;
    const type = event.type === null ? "" : ` (${event.type})`;
    const told = issues.slice(0, TOLD_ISSUES).map(({ path, reason }) => `${path}: ${reason}`);
    const more = issues.length > told.length ? [`${issues.length - told.length} more`] : [];
    super(`${place}${type} is not of its form: ${[...told, ...more].join("; ")}`);
  }
}

/** An event that only a newer version of this library understands, and that state depends on. */
export class NeedsNewerVersion extends RefoldError {
  readonly code = "needs-newer-version";
  override readonly name = "NeedsNewerVersion";
  override readonly remedy =
    "update refold; or ask to ignore such events, to read what this version knows";
  constructor(readonly event: Readonly<{ offset: number; type: string; version: number }>) {
    const { offset, type, version } = event;
    super(`the event at offset ${offset} (${type}, version ${version}) needs a newer version`);
  }
}
