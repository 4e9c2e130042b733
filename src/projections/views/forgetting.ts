import { tokensOfBytes } from "../../events/bytes.js";
import type { EventSource } from "../../events/event-source.js";
import type { Fact } from "../../events/event.js";
import { rollbackOf } from "../../events/known-event.js";
import type { BlobHash, ItemRef } from "../../events/primitives.js";
import { refKey } from "../../reducers/item-refs.js";
import { elementsFrom, SharedSequence } from "../../reducers/sequence.js";
import { factsOf, isOwnFactFolded } from "../../reducers/reduce.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
import { type WalkedEvent, walkLog, type WalkOptions } from "../walk-log.js";

export type ForgettingKind =
  | "bounded" // a tool output was cut when it was recorded
  | "compacted"
  | "trimmed"
  | "cleared" // the whole conversation, or outputs
  | "images-replaced"
  | "rolled-back";

/** Where the whole of what went still is. */
export interface Original {
  /** The item's own event in the log; for a cut output, the one that holds what was kept. */
  readonly ref: ItemRef;
  /** The blob that holds the original of a cut output; null: the event itself holds it. */
  readonly blob: BlobHash | null;
}

/** One item, or a part of one, that the model does not see any more. */
export interface ForgottenItem {
  readonly type: string;
  /** Estimated tokens that went. */
  readonly tokens: number;
  /** The same in bytes; for a cut output those of its text. */
  readonly bytes: number;
  readonly original: Original;
}

/** One time that something was forgotten. */
export interface Forgetting {
  /** The event that says so. */
  readonly offset: number;
  /** RFC 3339. */
  readonly at: string;
  readonly kind: ForgettingKind;
  /** Why, in the event's words. */
  readonly reason: string;
  readonly items: readonly ForgottenItem[];
  /** Sum of the items' tokens. */
  readonly tokens: number;
}

/**
 * What a thread's model has been made to forget, in the order in which it happened: what went, why,
 * and where the original is. What a rollback brought back (a redo) is listed where it went.
 */
export async function projectForgetting(
  source: EventSource,
  options: WalkOptions = {},
): Promise<readonly Forgetting[]> {
  const found: Forgetting[] = [];
  for await (const walked of walkLog(source, options)) found.push(...forgottenBy(walked));
  return found;
}

/** What one event made the model forget. */
export function forgottenBy(walked: WalkedEvent): readonly Forgetting[] {
  const found: Forgetting[] = [];
  const reason = reasonOf(walked);
  if (reason !== null) addIfAny(found, walked, { ...reason, items: goneItems(walked) });
  for (const fact of walked.event.derived ?? []) addBounded(found, walked, fact);
  if (isOwnFactFolded(walked.event)) addBounded(found, walked, walked.event);
  return found;
}

type What = Pick<Forgetting, "kind" | "reason" | "items">;

function addIfAny(found: Forgetting[], { event }: WalkedEvent, what: What): void {
  if (what.items.length === 0) return;
  const tokens = what.items.reduce((sum, item) => sum + item.tokens, 0);
  found.push({ offset: event.offset, at: event.at, ...what, tokens });
}

function addBounded(found: Forgetting[], walked: WalkedEvent, fact: Fact): void {
  if (fact.type !== "item.recorded" || fact.data.bounded === undefined) return;
  const { bounded, item } = fact.data;
  const original = { ref: walked.event.offset, blob: bounded.original };
  const bytes = Math.max(0, bounded.originalBytes - fact.data.countedBytes);
  const items = [{ type: item.type, tokens: bounded.removedTokens, bytes, original }];
  const reason = `tool output over ${bounded.policy.limit} ${bounded.policy.mode}`;
  addIfAny(found, walked, { kind: "bounded", reason, items });
}

/** Kind and reason of the first fact that takes from the ledger; null: none does. */
export function reasonOf({ event }: Pick<WalkedEvent, "event">): Omit<What, "items"> | null {
  const to = rollbackOf(event);
  if (to !== null) return { kind: "rolled-back", reason: `back to offset ${to}` };
  for (const fact of factsOf(event)) {
    switch (fact.type) {
      case "history.compacted":
        return { kind: "compacted", reason: fact.data.reason ?? fact.data.trigger };
      case "history.trimmed":
        return { kind: "trimmed", reason: `${fact.data.strategy}: ${fact.data.reason}` };
      case "history.cleared":
        return { kind: "cleared", reason: fact.data.reason ?? "the conversation starts afresh" };
      case "outputs.cleared":
        return { kind: "cleared", reason: "outputs gave way to a placeholder" };
      case "images.replaced":
        return { kind: "images-replaced", reason: "images gave way to a text" };
      default:
        break;
    }
  }
  return null;
}

/**
 * Entries that the ledger had and has not, or has as less. An entry that a checkpoint kept is told by
 * where it was recorded first.
 */
function goneItems({ before, after }: WalkedEvent): readonly ForgottenItem[] {
  const left = new Map<string, LedgerEntry>();
  const shared = SharedSequence.sharedLength(before.ledger.entries, after.ledger.entries);
  for (const entry of elementsFrom(after.ledger.entries, shared)) {
    left.set(refKey(entry.ref), entry);
    if (entry.source !== undefined) left.set(refKey(entry.source), entry);
  }
  const gone: ForgottenItem[] = [];
  for (const entry of elementsFrom(before.ledger.entries, shared)) {
    const kept = left.get(refKey(entry.ref)) ?? left.get(refKey(entry.source ?? entry.ref));
    if (kept?.item === entry.item) continue;
    const keptTokens = kept === undefined ? 0 : tokensOfBytes(kept.countedBytes);
    const tokens = tokensOfBytes(entry.countedBytes) - keptTokens;
    if (kept !== undefined && tokens <= 0) continue;
    const original = { ref: entry.source ?? entry.ref, blob: entry.bounded?.original ?? null };
    const bytes = entry.countedBytes - (kept?.countedBytes ?? 0);
    gone.push({ type: entry.item.type, tokens, bytes, original });
  }
  return gone;
}
