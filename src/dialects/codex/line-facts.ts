import { ceil4 } from "../../events/bytes.js";
import type { Fact, FactOf } from "../../events/event.js";
import type { ReplacementItem } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Envelope } from "../../events/slices.js";
import { type ForeignHole, movedHole } from "../shared/foreign-form.js";
import type { CompactionContent, LineMeaning } from "./line-meaning.js";
import type { CheckpointPlace, Settlement } from "./reconstruction/settlement.js";

/** A line whose place among what survives is known. */
export interface SettledLine {
  readonly ordinal: number;
  readonly meaning: LineMeaning;
  readonly settlement: Settlement;
}

/** What an event says, and which parts of the line it says them with. */
export interface LineFacts {
  readonly own: Fact;
  readonly derived: readonly Fact[];
  readonly holes: readonly ForeignHole[];
}

/** What is needed of other lines. */
interface OtherLines {
  /** Facts of the lines that have to be repeated, in their order. */
  readonly copies: readonly CopiedLine[];
  /** What the line settles about baseline and settings. */
  readonly context: Fact | null;
}

/** An earlier line that is folded again. */
export interface CopiedLine {
  readonly ordinal: number;
  readonly fact: Fact | null;
  readonly compaction: CompactionContent | null;
}

const NO_FACTS: readonly Fact[] = [];
const NO_HOLES: readonly ForeignHole[] = [];

/** Why a line of a discarded turn is kept and no more. */
export const SET_ASIDE_REASON = "its turn was rolled back";

/** Puts a line's facts in the order in which they are folded (docs/architecture.md). */
export function factsOfLine(line: SettledLine, others: OtherLines, writer: FactWriter): LineFacts {
  const { meaning, settlement } = line;
  if (settlement.rollback === null) {
    const natural = naturalFact(line, writer);
    const derived = others.context === null ? NO_FACTS : [others.context];
    if (natural === null) return { own: keptFact(line), derived, holes: NO_HOLES };
    return { own: natural, derived, holes: meaning.holes };
  }
  if (isPlainRollback(line, others) && meaning.role.kind === "rolled-back") {
    const own = writer.rolledBack(settlement.rollback.to, meaning.role.turns);
    return { own, derived: [], holes: [] };
  }
  return remadeFacts(line, others, writer);
}

/** The line's own fact does not count by itself: it is folded behind the rollback, if at all. */
function remadeFacts(line: SettledLine, others: OtherLines, writer: FactWriter): LineFacts {
  const { meaning, settlement } = line;
  const derived: Fact[] = [];
  if (settlement.rollback !== null) {
    derived.push(writer.rolledBack(settlement.rollback.to, null));
    if (settlement.rollback.clears) derived.push(writer.cleared());
  }
  derived.push(...copiedFacts(line, others.copies, writer));
  const natural = naturalFact(line, writer);
  const prefix = ["derived", String(derived.length)];
  const holes = natural === null ? [] : meaning.holes.map((hole) => movedHole(hole, prefix));
  if (natural !== null) derived.push(natural);
  if (others.context !== null) derived.push(others.context);
  return { own: keptFact(line), derived, holes };
}

/** What the line says by itself, where that counts. */
function naturalFact(
  { ordinal, meaning, settlement }: SettledLine,
  writer: FactWriter,
): Fact | null {
  if (settlement.trimmed !== null) return writer.trimmed(settlement.trimmed);
  if (settlement.own === "set-aside") return null;
  if (meaning.compaction === null) return meaning.fact;
  const place = settlement.checkpoint ?? { windowNumber: 1, previous: null };
  return writer.compacted(meaning.compaction, place, ordinal);
}

function copiedFacts(
  { settlement }: SettledLine,
  copies: readonly CopiedLine[],
  writer: FactWriter,
): Fact[] {
  const copied = copies.filter(({ compaction }) => compaction !== null).length;
  let windowNumber = (settlement.rollback?.compactions ?? copied) - copied;
  let previous: number | null = null;
  return copies.flatMap(({ ordinal, fact, compaction }) => {
    if (compaction === null) return fact === null ? [] : [fact];
    windowNumber++;
    const compacted = writer.compacted(compaction, { windowNumber, previous }, ordinal);
    previous = ordinal;
    return [compacted];
  });
}

function isPlainRollback({ settlement }: SettledLine, others: OtherLines): boolean {
  const { own, rollback } = settlement;
  if (own !== "set-aside" || rollback === null || others.context !== null) return false;
  return !rollback.clears && rollback.copies.length === 0 && rollback.usage === null;
}

function keptFact({ meaning, settlement }: SettledLine): FactOf<"foreign.kept"> {
  const { kind } = meaning;
  const reason = settlement.own === "set-aside" ? SET_ASIDE_REASON : meaning.reason;
  return { type: "foreign.kept", data: reason === null ? { kind } : { kind, reason } };
}

/** Writes the facts that rewrite the ledger: each carries the version it makes. */
export class FactWriter {
  #historyVersion = 0;

  rolledBack(to: number, turns: number | null): FactOf<"history.rolled-back"> {
    const data = { to, ...(turns !== null && { turns }), historyVersion: ++this.#historyVersion };
    return { type: "history.rolled-back", data };
  }

  /** Surgery on the ledger of a session without lifecycle lines (docs/semantics.md §10.4). */
  trimmed(refs: readonly ItemRef[]): Fact {
    const data = {
      refs: [...refs],
      strategy: "codex",
      reason: "foreign-rollback",
      clearsBaseline: true,
      historyVersion: ++this.#historyVersion,
    };
    return { type: "history.trimmed", data };
  }

  cleared(): Fact {
    const historyVersion = ++this.#historyVersion;
    return { type: "history.cleared", data: { reason: "foreign-rollback", historyVersion } };
  }

  /** @param line where the compaction stands */
  compacted(
    { summary, replacement }: CompactionContent,
    { windowNumber, previous }: CheckpointPlace,
    line: number,
  ): Fact {
    const data = {
      trigger: "foreign" as const,
      reason: null,
      summary,
      replacement,
      placement: "none" as const,
      replaced: line === 0 ? null : { from: previous ?? 0, to: line - 1 },
      tokensBefore: null,
      tokensAfter: replacement === null ? null : tokensOf(replacement),
      trimmed: [],
      windowNumber,
      historyVersion: ++this.#historyVersion,
    };
    return { type: "history.compacted", data };
  }
}

/**
 * What a line settles about baseline and settings; null: nothing.
 * @param envelope of the context that becomes the baseline
 */
export function toldContext(
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

function tokensOf(replacement: readonly ReplacementItem[]): number {
  return replacement.reduce((sum, { countedBytes }) => sum + ceil4(countedBytes), 0);
}
