import type { Envelope } from "../../../events/envelope.js";
import type { JsonObject } from "../../../events/primitives.js";
import { contextFactsOf } from "../turn-context.js";

/**
 * What our own threads bound outputs under unless a turn says otherwise (docs/semantics.md §2.10).
 */
const DEFAULT_POLICY = { mode: "tokens", limit: 10_000 };

/**
 * A `turn_context` of an envelope. Two facts that Codex needs to read the line at all, or to bound
 * outputs as they were bounded here, are said by default: `summary` and `truncation_policy`.
 * @returns null when the envelope names no model: Codex skips such a line
 */
export function contextPayload(envelope: Envelope, turnId: string | null): JsonObject | null {
  if (envelope.model === undefined) return null;
  return {
    ...(turnId !== null && { turn_id: turnId }),
    summary: "auto",
    truncation_policy: DEFAULT_POLICY,
    ...contextFactsOf(envelope),
  };
}

/** The same for envelopes that a rollout spells alike. */
export function contextKey(envelope: Envelope): string | null {
  const payload = contextPayload(envelope, null);
  return payload === null ? null : JSON.stringify(payload);
}
