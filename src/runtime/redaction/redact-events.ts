import type { LogEvent } from "../../events/event.js";
import {
  Redactor,
  type RedactionFinding,
  type RedactionOptions,
} from "../../projections/redaction/redactor.js";
import { EventRedactor } from "./event-redactor.js";

export interface RedactedEvents {
  /** An event without secrets is the one that was given. */
  readonly events: readonly LogEvent[];
  readonly findings: readonly RedactionFinding[];
}

/**
 * Replaces the secrets in all texts of events, keys included; sizes and hashes that the texts decide
 * are made again. Ids stay, and blobs are not looked at (`redactThread` does).
 *
 * @param events of one thread, oldest first
 * @see docs/redaction.md
 * @throws {InvalidArgument} a pattern is none
 * @throws {InvalidEvent} a pattern matched what an event cannot do without
 */
export function redactEvents(
  events: readonly LogEvent[],
  options: RedactionOptions = {},
): RedactedEvents {
  const redactor = new Redactor(options);
  const each = new EventRedactor({ redactor, renamed: new Map() });
  for (const event of events) each.survey(event);
  const redacted = events.map((event) => each.redact(event));
  return { events: redacted, findings: redactor.findings };
}
