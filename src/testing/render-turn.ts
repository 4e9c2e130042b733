import type { Envelope } from "../events/envelope.js";
import type { HistoryBuilder } from "./history-builder.js";
import { renderContext } from "./render-context.js";

const FIRST_ENVELOPE: Envelope = {
  model: "model-a",
  cwd: "/work",
  approvalPolicy: "on-request",
  date: "2026-04-01",
  contextWindow: 128_000,
};

/** Starts a turn, behind the end of one that runs; `tells: false` leaves the context out. */
export function startTurn(
  builder: HistoryBuilder,
  change: Partial<Envelope>,
  tells: boolean,
): HistoryBuilder {
  endTurn(builder, false);
  const known = builder.state.baseline;
  const envelope = { ...(known?.envelope ?? FIRST_ENVELOPE), ...change };
  builder.append({ type: "turn.started", data: { envelope } });
  if (!tells) return builder;
  const told = renderContext(envelope, known?.envelope ?? null);
  const mode = known === null ? "full" : "diff";
  return builder.append({ type: "context.injected", data: { mode, ...told } });
}

/** Ends the turn that runs, if one does. */
export function endTurn(builder: HistoryBuilder, aborted: boolean): HistoryBuilder {
  if (builder.state.turns.running === null) return builder;
  const type = aborted ? "turn.aborted" : "turn.completed";
  return builder.append({
    type,
    data: { reason: aborted ? "interrupted" : null, durationMs: 1_500 },
  });
}
