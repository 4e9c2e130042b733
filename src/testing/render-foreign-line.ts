import type { ContextInjected } from "../events/context-injected.js";
import type { Fact, FactOf } from "../events/event.js";
import { SUMMARY_PREFIX } from "../codex-strings.js";
import type { HistoryBuilder } from "./history-builder.js";
import type { ForeignLineForm } from "./history-command.js";
import { keptItem, summaryItem } from "./render-compaction.js";
import { message, recordedItem } from "./render-context.js";

/** A line as a dialect reads it: one event, with all that the line means. `to` is some offset. */
export function renderForeignLine(
  builder: HistoryBuilder,
  form: ForeignLineForm,
  to: number,
): HistoryBuilder {
  const rollback = rolledBack(builder, to);
  switch (form) {
    case "observes": {
      const data = recordedItem(message("assistant", "done"), "model");
      return builder.append({ type: "item.recorded", data, derived: [observed("model-b")] });
    }
    case "forgets-context":
      return builder.append({ ...kept("turn_context"), derived: [observed(null)] });
    case "rolls-back":
      return builder.append({ ...kept("event_msg"), derived: [rollback] });
    case "rolls-back-and-observes": {
      const data = recordedItem(message("user", "discarded with its line"), "user");
      const derived = [rollback, observed("model-c", "told again")];
      return builder.append({ type: "item.recorded", data, derived });
    }
    case "compacts":
      return builder.append(compacted(builder, false), { complete: true });
    case "compacts-legacy":
      return builder.append({ ...compacted(builder, true), derived: [observed(null, "after it")] });
    case "compacts-and-observes": {
      const derived = [compacted(builder, false), observed("model-d", "behind the checkpoint")];
      return builder.append({ ...kept("compacted"), derived }, { complete: true });
    }
  }
}

function kept(kind: string): FactOf<"foreign.kept"> {
  return { type: "foreign.kept", data: { kind } };
}

function rolledBack(builder: HistoryBuilder, to: number): Fact {
  return { type: "history.rolled-back", data: { to, historyVersion: builder.nextVersion } };
}

function observed(model: string | null, text?: string): ContextInjected {
  const items = text === undefined ? [] : [recordedItem(message("developer", text), "runtime")];
  const settings = model === null ? null : { model, realtimeActive: null };
  const envelope = model === null ? null : { model };
  const rest = { fragments: [], envelope, foreignId: "turn-7", previousTurn: settings };
  return { type: "context.injected", data: { mode: "observed", items, ...rest } };
}

function compacted(builder: HistoryBuilder, legacy: boolean): FactOf<"history.compacted"> {
  const { ledger, checkpoint } = builder.state;
  const summary = `${SUMMARY_PREFIX}\nwhat happened before ${builder.head}`;
  const tail = ledger.entries.toArray().slice(-2).map(keptItem);
  return {
    type: "history.compacted",
    data: {
      trigger: "foreign",
      reason: null,
      summary,
      replacement: legacy ? null : [...tail, summaryItem(summary)],
      placement: "none",
      replaced: null,
      tokensBefore: null,
      tokensAfter: null,
      trimmed: [],
      windowNumber: (checkpoint?.windowNumber ?? 0) + 1,
      historyVersion: builder.nextVersion,
    },
  };
}
