import { RefoldError, type ErrorDetails } from "../errors.js";
import { isJsonObject, ownMember } from "../events/json.js";
import { refKey, refOffset } from "./item-refs.js";
import type { LedgerEntry, ThreadInfo, ThreadState } from "./thread-state.js";

interface DiffOptions {
  /**
   * The last offset that both logs share, where the caller knows it; null: none. Absent: told from
   * the states, which know their own thread and the one that they left last.
   */
  readonly sharedTo?: number | null;
}

/** What differs between two states. */
export interface StateDiff {
  readonly ledger: {
    readonly onlyInA: readonly LedgerEntry[];
    readonly onlyInB: readonly LedgerEntry[];
    /** The same item, edited in one of them. */
    readonly changed: readonly { readonly a: LedgerEntry; readonly b: LedgerEntry }[];
  };
  /** Facts of the baseline's envelope. */
  readonly baseline: readonly ValueDiff[];
  /** Title, configuration, instructions, tools, memory mode, and the newest turn's settings. */
  readonly settings: readonly ValueDiff[];
}

/** A named value that is not the same; undefined: one of them does not have it. */
export interface ValueDiff {
  readonly name: string;
  readonly a: unknown;
  readonly b: unknown;
}

/**
 * What one state has that the other has not. Items are the same when they were recorded by the same
 * event; a kept item in a checkpoint's list is the one that was kept.
 * @throws {RefoldError} `not-comparable`: the states are of threads that share no event
 */
export function diffStates(a: ThreadState, b: ThreadState, options: DiffOptions = {}): StateDiff {
  const { sharedTo = sharedOffset(a.thread, b.thread) } = options;
  if (sharedTo === null) {
    throw notComparable([a.thread?.threadId ?? null, b.thread?.threadId ?? null]);
  }
  return {
    ledger: diffLedgers(a, b, sharedTo),
    baseline: diffMembers(a.baseline?.envelope ?? {}, b.baseline?.envelope ?? {}),
    settings: diffMembers(settingsOf(a), settingsOf(b)),
  };
}

/** The same thread shares all; a fork and what it left, up to there; two forks, up to the earlier. */
function sharedOffset(a: ThreadInfo | null, b: ThreadInfo | null): number | null {
  if (a === null || b === null) return null;
  if (a.threadId === b.threadId) return Infinity;
  const [fromA, fromB] = [a.forked?.from, b.forked?.from];
  if (fromA?.threadId === b.threadId) return fromA.offset;
  if (fromB?.threadId === a.threadId) return fromB.offset;
  if (fromA === undefined || fromA.threadId !== fromB?.threadId) return null;
  return Math.min(fromA.offset, fromB.offset);
}

function diffLedgers(a: ThreadState, b: ThreadState, sharedTo: number): StateDiff["ledger"] {
  /** What was recorded by events that both logs have, by the item that was recorded first. */
  const sharedIn = (state: ThreadState) =>
    new Map(state.ledger.entries.toArray().map((entry) => [keyWithin(entry, sharedTo), entry]));
  const [inA, inB] = [sharedIn(a), sharedIn(b)];
  const missingIn = (there: typeof inA, { ledger }: ThreadState) =>
    ledger.entries.toArray().filter((entry) => {
      const key = keyWithin(entry, sharedTo);
      return key === null || !there.has(key);
    });
  const changed = [...inA].flatMap(([key, entry]) => {
    const other = key === null ? undefined : inB.get(key);
    return other === undefined || isSameJson(entry.item, other.item)
      ? []
      : [{ a: entry, b: other }];
  });
  return { onlyInA: missingIn(inB, a), onlyInB: missingIn(inA, b), changed };
}

function keyWithin({ ref, source = ref }: LedgerEntry, sharedTo: number): string | null {
  return refOffset(source) <= sharedTo ? refKey(source) : null;
}

function settingsOf({ thread, turns }: ThreadState): Readonly<Record<string, unknown>> {
  return {
    title: thread?.title ?? null,
    memoryMode: thread?.memoryMode ?? null,
    instructions: thread?.instructions?.hash ?? null,
    tools: thread?.tools?.hash ?? null,
    ...thread?.configuration,
    model: turns.previous?.model ?? null,
    realtimeActive: turns.previous?.realtimeActive ?? null,
  };
}

function diffMembers(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): readonly ValueDiff[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names]
    .map((name) => ({ name, a: ownMember(a, name), b: ownMember(b, name) }))
    .filter((diff) => !isSameJson(diff.a, diff.b));
}

/** True when two values are the same JSON; the order of members does not count. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((element, index) => isSameJson(element, b[index]));
  }
  return isJsonObject(a) && isJsonObject(b) && haveSameMembers(a, b);
}

type Members = Readonly<Record<string, unknown>>;

/** Without lists of names: `check` compares every item so. */
function haveSameMembers(a: Members, b: Members): boolean {
  let more = 0; // that `a` has
  for (const key in a) {
    const member = a[key];
    if (member === undefined) continue;
    if (!Object.hasOwn(b, key) || !isSameJson(member, b[key])) return false;
    more += 1;
  }
  for (const key in b) if (b[key] !== undefined) more -= 1;
  return more === 0;
}

function notComparable(
  threads: ErrorDetails["not-comparable"]["threads"],
): RefoldError<"not-comparable"> {
  const [a, b] = threads.map((threadId) => threadId ?? "(not started)");
  const message = `threads ${a ?? ""} and ${b ?? ""} have no history in common`;
  return new RefoldError("not-comparable", { threads }, { message });
}
