import type { Fact, FactOf } from "../../events/event.js";
import type { Envelope } from "../../events/slices.js";
import {
  type CompactionContent,
  DERIVED,
  type EventFacts,
  type HistoryFacts,
} from "../shared/event-facts.js";
import { NO_HOLES } from "../shared/foreign-form.js";
import type { LineMeaning } from "./line-meaning.js";
import type { Settlement } from "./reconstruction/reconstruction.js";

/** A line whose place among what survives is known. */
export interface SettledLine {
  readonly ordinal: number;
  readonly meaning: LineMeaning;
  readonly settlement: Settlement;
}

/** What is needed of other lines. */
interface OtherLines {
  /** The lines that have to be repeated, in their order. */
  readonly copies: readonly CopiedLine[];
  /** What the line settles about baseline and settings. */
  readonly context: Fact | null;
  /** The thread's name, where the line's rollback would take back what it is; null: it would not. */
  readonly name: FactOf<"thread.renamed"> | null;
}

/** An earlier line that is folded again. */
export interface CopiedLine {
  readonly ordinal: number;
  readonly fact: Fact | null;
  readonly compaction: CompactionContent | null;
}

/** Why a line of a discarded turn is kept and no more. */
export const SET_ASIDE_REASON = "its turn was rolled back";

const NO_FACTS: Fact[] = [];

/** Puts a line's facts in the order in which they are folded (docs/architecture.md). */
export function factsOfLine(
  line: SettledLine,
  { copies, context, name }: OtherLines,
  history: HistoryFacts,
): EventFacts {
  const { ordinal, meaning, settlement } = line;
  const { own, rollback } = settlement;
  const after = context === null ? NO_FACTS : [context];
  if (rollback === null) {
    const natural = naturalFact(line, history);
    if (natural !== null) return { own: natural, derived: after, holes: meaning.holes };
    return { own: keptFact(line), derived: after, holes: NO_HOLES };
  }
  const isPlain = !rollback.clears && copies.length === 0 && own === "set-aside";
  const isAlone = isPlain && context === null && meaning.role.kind === "rolled-back";
  const rolledBack = history.rolledBack(rollback.to, isAlone ? meaning.role.turns : null);
  if (isAlone && name === null) return { own: rolledBack, derived: [], holes: [] };
  // The line's own fact does not count by itself: it is folded after the rollback, if at all.
  const derived: Fact[] = [rolledBack];
  if (rollback.clears) derived.push(history.cleared());
  if (name !== null) derived.push(name);
  derived.push(...copiedFacts(rollback.compactions, copies, history));
  const prefix = DERIVED.at(String(derived.length));
  const natural = naturalFact({ ordinal, meaning, settlement }, history);
  const holes = natural === null ? NO_HOLES : meaning.holes.map((hole) => hole.under(prefix));
  if (natural !== null) derived.push(natural);
  return { own: keptFact(line), derived: [...derived, ...after], holes };
}

/** What the line says by itself, if that counts. */
function naturalFact(
  { ordinal, meaning, settlement }: SettledLine,
  history: HistoryFacts,
): Fact | null {
  if (settlement.trimmed !== null) return history.trimmedByRollback(settlement.trimmed);
  if (settlement.own === "set-aside") return null;
  if (meaning.compaction === null) return meaning.fact;
  const place = settlement.checkpoint ?? { windowNumber: 1, previous: null };
  return history.compacted(meaning.compaction, { line: ordinal, ...place });
}

/** @param compactions that survive, those among the copies included */
function copiedFacts(
  compactions: number,
  copies: readonly CopiedLine[],
  history: HistoryFacts,
): Fact[] {
  const copied = copies.filter(({ compaction }) => compaction !== null).length;
  let windowNumber = compactions - copied;
  let previous: number | null = null;
  return copies.flatMap(({ ordinal: line, fact, compaction }) => {
    if (compaction === null) return fact === null ? [] : [fact];
    windowNumber++;
    const compacted = history.compacted(compaction, { line, windowNumber, previous });
    previous = line;
    return [compacted];
  });
}

function keptFact({ meaning, settlement }: SettledLine): FactOf<"foreign.kept"> {
  const { kind } = meaning;
  const reason = settlement.own === "set-aside" ? SET_ASIDE_REASON : meaning.reason;
  return { type: "foreign.kept", data: reason === null ? { kind } : { kind, reason } };
}

/**
 * What a line settles about baseline and settings; null: nothing.
 * @param envelope of the context that becomes the baseline
 */
export function contextFact(
  { baseline, settings }: Pick<Settlement, "baseline" | "settings">,
  envelope: Envelope | null,
): Fact | null {
  if (baseline === undefined && settings === undefined) return null;
  const data: FactOf<"context.injected">["data"] = { mode: "observed", items: [], fragments: [] };
  if (baseline === null) data.envelope = null;
  else if (baseline !== undefined) {
    data.envelope = envelope;
    data.foreignId = baseline.turnId;
    data.contextAt = baseline.line;
  }
  if (settings === null) data.previousTurn = null;
  else if (settings !== undefined) {
    const { model, realtimeActive } = settings;
    data.previousTurn = { model, realtimeActive };
  }
  return { type: "context.injected", data };
}
