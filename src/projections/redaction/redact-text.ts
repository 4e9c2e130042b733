import { Redactor, type RedactionFinding, type RedactionOptions } from "./redactor.js";

export interface RedactedText {
  readonly text: string;
  readonly findings: readonly RedactionFinding[];
}

/**
 * Replaces the secrets of a text: well-known tokens, passwords and keys that are said to be such,
 * e-mail addresses, users' names in home paths, and what patterns of one's own match.
 *
 * @see docs/redaction.md
 * @throws {InvalidArgument} a pattern is none
 */
export function redactText(text: string, options: RedactionOptions = {}): RedactedText {
  const redactor = new Redactor(options);
  redactor.survey(text);
  const redacted = redactor.redact(text);
  return { text: redacted, findings: redactor.findings };
}
