import type { Fact } from "../../events/event.js";
import { estimatedTokens } from "./planned-state.js";
import type { StrategyInput, StrategyPlan } from "./strategy.js";

/** What people should know of a compaction, besides its event; written in the same batch. */
export function compactionNotices(plan: StrategyPlan, input: StrategyInput): readonly Fact[] {
  const notices: Fact[] = [];
  const { trimmed, after } = plan;
  if (trimmed.length > 0) {
    const message =
      `The history was too long to be summarised whole: its ${trimmed.length} oldest items ` +
      "were left out of the summary.";
    notices.push(notice("compaction-trimmed", message));
  }
  const window = after.checkpoint?.windowNumber ?? 0;
  if (plan.facts.some(({ type }) => type === "history.compacted") && window > 1) {
    const message =
      `This thread has been compacted ${window} times. Each summary loses detail: ` +
      "begin a new thread where the task allows it.";
    notices.push(notice("compaction-repeated", message));
  }
  const tokens = estimatedTokens(after);
  if (input.limitTokens !== null && tokens >= input.limitTokens) {
    const message = `Even compacted, the history takes ${tokens} tokens; the limit is ${input.limitTokens}.`;
    notices.push(notice("compaction-insufficient", message));
  }
  return notices;
}

function notice(kind: string, message: string): Fact {
  return { type: "notice.logged", data: { level: "warning", kind, message } };
}
