import { beginning } from "../../../projections/display-text.js";
import { diffWordsWithSpace } from "diff";
import { tokensOfBytes } from "../../../events/bytes.js";
import { itemLine } from "../../../projections/item-words.js";
import { diffStates, type ValueDiff } from "../../../reducers/diff-states.js";
import { refKey, refOffset } from "../../../reducers/item-refs.js";
import type { LedgerEntry, ThreadState } from "../../../reducers/thread-state.js";
import { sharedRange } from "../../../sessions/shared-range.js";
import type { EventStore } from "../../../store/event-store.js";
import type { DiffItem, DiffRow, DiffSide, DiffWindow, DiffWords } from "../../api-views.js";
import type { OpenedSession } from "../opened-session.js";
import { type RowRange, windowOf } from "../query.js";
import { textOfItem } from "./items.js";

/** One of two places that are compared. */
export interface ComparedPlace {
  readonly opened: OpenedSession;
  readonly title: string | null;
  readonly at: number;
}

interface Compared {
  readonly a: ComparedPlace;
  readonly b: ComparedPlace;
  /** Null: both are of one thread. */
  readonly store: EventStore | null;
}

/**
 * Two states side by side, as `refold diff` finds what differs.
 * @throws {RefoldError} `not-comparable`: they have no history in common
 */
export async function diffWindow({ a, b, store }: Compared, range: RowRange): Promise<DiffWindow> {
  const [stateA, stateB] = [await a.opened.stateAt(a.at), await b.opened.stateAt(b.at)];
  const shared = store === null ? {} : await sharedRange(store, stateA, stateB);
  const { ledger, baseline, settings } = diffStates(stateA, stateB, shared);
  const changed = new Map(ledger.changed.map((pair) => [pair.b, pair.a]));
  const isOnlyIn = (entries: readonly LedgerEntry[]) => {
    const found = new Set(entries);
    return (entry: LedgerEntry) => found.has(entry);
  };
  const steps = sideBySide(
    { entries: stateA.ledger.entries.toArray(), isAlone: isOnlyIn(ledger.onlyInA) },
    { entries: stateB.ledger.entries.toArray(), isAlone: isOnlyIn(ledger.onlyInB) },
    changed,
  );
  const { rows, ...window } = windowOf(steps, range);
  return {
    ...window,
    rows: rows.map(diffRow),
    a: sideOf(a, stateA),
    b: sideOf(b, stateB),
    values: [
      ...baseline.map((value) => ({ of: "baseline" as const, ...valueOf(value) })),
      ...settings.map((value) => ({ of: "settings" as const, ...valueOf(value) })),
    ],
  };
}

interface Side {
  readonly entries: readonly LedgerEntry[];
  readonly isAlone: (entry: LedgerEntry) => boolean;
}

/** Items of both, an item of one, or so many that both have as they are. */
type DiffStep =
  | { readonly a: LedgerEntry; readonly b: LedgerEntry }
  | { readonly a: LedgerEntry; readonly b: null }
  | { readonly a: null; readonly b: LedgerEntry }
  | { readonly common: number };

/** Both lists in their order; the items that they share are met together. */
function sideBySide(
  a: Side,
  b: Side,
  changed: ReadonlyMap<LedgerEntry, LedgerEntry>,
): readonly DiffStep[] {
  const steps: DiffStep[] = [];
  const ofB = b.entries.values();
  const takeAlone = (): LedgerEntry | undefined => {
    for (const entry of ofB) {
      if (!b.isAlone(entry)) return entry;
      steps.push({ a: null, b: entry });
    }
    return undefined;
  };
  for (const entry of a.entries) {
    if (a.isAlone(entry)) {
      steps.push({ a: entry, b: null });
      continue;
    }
    const other = takeAlone();
    const before = other && changed.get(other);
    const last = steps.at(-1);
    if (other !== undefined && before !== undefined) steps.push({ a: before, b: other });
    else if (last !== undefined && "common" in last) {
      steps[steps.length - 1] = { common: last.common + 1 };
    } else steps.push({ common: 1 });
  }
  takeAlone();
  return steps;
}

function diffRow(step: DiffStep): DiffRow {
  if ("common" in step) return { kind: "common", items: step.common };
  const { a, b } = step;
  if (b === null) return { kind: "only-a", a: itemOf(a) };
  if (a === null) return { kind: "only-b", b: itemOf(b) };
  return { kind: "changed", a: itemOf(a), b: itemOf(b), words: wordsOf(a, b) };
}

const TEXT_CHARS = 4_000;

function itemOf(entry: LedgerEntry): DiffItem {
  const text = textOfItem(entry);
  return {
    ref: refKey(entry.ref),
    offset: refOffset(entry.ref),
    kind: itemLine(entry).kind,
    tokens: tokensOfBytes(entry.countedBytes),
    ...{ text: beginning(text, TEXT_CHARS), textChars: text.length },
  };
}

/** Longer texts take too long to be compared word by word. */
const COMPARED_CHARS = 40_000;

function wordsOf(a: LedgerEntry, b: LedgerEntry): readonly DiffWords[] {
  const [before, after] = [textOfItem(a), textOfItem(b)];
  if (before.length + after.length > COMPARED_CHARS) return [];
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    in: added ? "b" : removed ? "a" : "both",
    text: value,
  }));
}

function sideOf({ opened, title, at }: ComparedPlace, { ledger }: ThreadState): DiffSide {
  return { key: opened.key, at, title, items: ledger.entries.length, tokens: ledger.tokens };
}

function valueOf({ name, a, b }: ValueDiff) {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return { name, a: json(a), b: json(b) };
}
