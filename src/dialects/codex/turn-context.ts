import { isJsonObject } from "../../events/json.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import type { Envelope } from "../../events/slices.js";
import { isTruncationPolicy } from "../shared/json.js";

/** A `turn_context` payload that Codex would accept. */
interface TurnContext {
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
  return { turnId, model, realtimeActive, policy: isTruncationPolicy(policy) ? policy : null };
}

const isAny = (): boolean => true;
const isText = (value: unknown): boolean => typeof value === "string";
const isNullableText = (value: unknown): boolean => value === null || isText(value);
const isNullableFlag = (value: unknown): boolean => value === null || typeof value === "boolean";

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
    ["truncation_policy", ["truncationPolicy", isTruncationPolicy]],
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
function contextFactsOf(envelope: Envelope): JsonObject {
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

/**
 * Under which policy each line's output is bounded (docs/semantics.md §6.6): the reader's own; else
 * the one that the newest context so far records; else none.
 */
export class PolicyRecord {
  readonly #changes: { readonly from: number; readonly policy: TruncationPolicy | null }[] = [];

  constructor(private readonly own: TruncationPolicy | null) {}

  /** A context is at `line`: it counts for the lines after it. */
  note(line: number, { policy }: Pick<TurnContext, "policy">): void {
    if (!isSame(policy, this.newest)) this.#changes.push({ from: line + 1, policy });
  }

  get newest(): TruncationPolicy | null {
    return this.own ?? this.#changes.at(-1)?.policy ?? null;
  }

  at(line: number): TruncationPolicy | null {
    return this.own ?? this.#changes.findLast(({ from }) => from <= line)?.policy ?? null;
  }
}

function isSame(a: TruncationPolicy | null, b: TruncationPolicy | null): boolean {
  return a?.mode === b?.mode && a?.limit === b?.limit;
}

/** What Refold's own threads bound outputs under unless a turn says otherwise (§2.10). */
const OWN_POLICY = { truncation_policy: { mode: "tokens", limit: 10_000 } };

/**
 * A `turn_context` of an envelope. What Codex needs to read the line at all is there by default
 * (`summary`); in a thread of our own also what a reader needs to bound outputs as we did.
 * @param isOwn false: the thread is another tool's, whose outputs are not cut again (§6.6)
 * @returns null when the envelope names no model: Codex skips such a line
 */
export function contextPayload(
  envelope: Envelope,
  turnId: string | null,
  isOwn: boolean,
): JsonObject | null {
  if (envelope.model === undefined) return null;
  return {
    ...(turnId !== null && { turn_id: turnId }),
    summary: "auto",
    ...(isOwn && OWN_POLICY),
    ...contextFactsOf(envelope),
  };
}

/** The same for envelopes that a rollout spells alike. */
export function contextKey(envelope: Envelope): string | null {
  const payload = contextPayload(envelope, null, true);
  return payload === null ? null : JSON.stringify(payload);
}
