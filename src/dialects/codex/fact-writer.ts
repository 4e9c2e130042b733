import type { Envelope } from "../../events/envelope.js";
import type { Fact, FactOf } from "../../events/event.js";
import type { ItemRef } from "../../events/primitives.js";
import type { ReplacementItem } from "../../events/recorded-item.js";
import { ceil4 } from "../../events/token-bytes.js";
import type { CompactionContent } from "./line-meaning.js";
import type { CheckpointPlace, Settlement } from "./reconstruction/settlement.js";

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
