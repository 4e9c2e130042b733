import type { Envelope } from "../../events/envelope.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";

/** A `turn_context` payload that Codex would accept. */
export interface TurnContext {
  /** As the session spelled it. */
  readonly turnId: string | null;
  readonly model: string;
  readonly realtimeActive: boolean | null;
  /** Null: it records none. */
  readonly policy: TruncationPolicy | null;
}

/** @returns null when the payload is none: Codex skips such a line */
export function readTurnContext(payload: unknown): TurnContext | null {
  if (!isJsonObject(payload) || typeof payload.model !== "string") return null;
  const { turn_id: turnId = null, realtime_active: realtimeActive = null } = payload;
  if (turnId !== null && typeof turnId !== "string") return null;
  if (realtimeActive !== null && typeof realtimeActive !== "boolean") return null;
  const { model, truncation_policy: policy } = payload;
  return { turnId, model, realtimeActive, policy: isPolicy(policy) ? policy : null };
}

/** Names of the same fact, there and here, and what it has to be. */
const FACTS: ReadonlyMap<string, readonly [name: string, fits: (value: unknown) => boolean]> =
  new Map([
    ["model", ["model", isText]],
    ["model_provider", ["provider", isText]],
    ["cwd", ["cwd", isText]],
    ["approval_policy", ["approvalPolicy", isAny]],
    ["sandbox_policy", ["sandboxPolicy", isAny]],
    ["network", ["network", isAny]],
    ["personality", ["personality", isNullableText]],
    ["collaboration_mode", ["collaborationMode", isAny]],
    ["effort", ["effort", isNullableText]],
    ["realtime_active", ["realtimeActive", isNullableFlag]],
    ["final_output_json_schema", ["outputSchema", isAny]],
    ["truncation_policy", ["truncationPolicy", isPolicy]],
    ["current_date", ["date", isText]],
    ["timezone", ["timezone", isText]],
  ]);

/** Ours, so that no other fact may take their place. */
const OUR_NAMES: ReadonlySet<string> = new Set([
  ...[...FACTS.values()].map(([name]) => name),
  ...["modalities", "contextWindow", "memoryMode", "toolsHash", "instructionsHash"],
]);

/** The facts of a context by our names; what has no name here keeps its own. */
export function envelopeOf(payload: JsonObject): Envelope {
  const envelope: [string, unknown][] = [];
  for (const [foreignName, value] of Object.entries(payload)) {
    const fact = FACTS.get(foreignName);
    if (foreignName === "turn_id") continue;
    if (fact?.[1](value) === true) envelope.push([fact[0], value]);
    else if (!OUR_NAMES.has(foreignName)) envelope.push([foreignName, value]);
  }
  return Object.fromEntries(envelope);
}

/** The facts of an envelope by Codex's names; those that Codex has no name for are left out. */
export function contextFactsOf(envelope: Envelope): JsonObject {
  const facts: [string, unknown][] = [];
  for (const [foreignName, [name]] of FACTS) {
    if (envelope[name] !== undefined) facts.push([foreignName, envelope[name]]);
  }
  for (const [name, value] of Object.entries(envelope)) {
    if (OUR_NAMES.has(name) || FACTS.has(name) || name === "turn_id") continue;
    if (value !== undefined) facts.push([name, value]);
  }
  return Object.fromEntries(facts);
}

function isPolicy(value: unknown): value is TruncationPolicy {
  return (
    isJsonObject(value) &&
    (value.mode === "bytes" || value.mode === "tokens") &&
    typeof value.limit === "number" &&
    Number.isSafeInteger(value.limit) &&
    value.limit >= 0
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isNullableText(value: unknown): boolean {
  return value === null || typeof value === "string";
}

function isNullableFlag(value: unknown): boolean {
  return value === null || typeof value === "boolean";
}

function isAny(): boolean {
  return true;
}
