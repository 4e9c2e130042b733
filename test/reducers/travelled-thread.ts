import { expect } from "vitest";
import type { NoRollback, RollbackPlan } from "../../src/reducers/time-travel/rollback-target.js";
import { undoTarget } from "../../src/reducers/time-travel/undo-target.js";
import { HistoryBuilder } from "../../src/testing/history-builder.js";
import type { HistoryCommand } from "../../src/testing/history-command.js";
import { listSource } from "../../src/testing/list-source.js";
import { message } from "../../src/testing/render-context.js";
import { renderCommand } from "../../src/testing/render-history.js";

export const START: HistoryCommand = { do: "start-turn", change: {}, tells: true };
export const END: HistoryCommand = { do: "end-turn", aborted: false };
export const COMPACT: HistoryCommand = {
  do: "compact",
  trigger: "manual",
  keepMessages: 1,
  keepItems: 0,
  places: false,
  complete: true,
};

/** A thread in which no turn runs. */
export function idleThread(commands: readonly HistoryCommand[]): HistoryBuilder {
  return threadWith([...commands, END]);
}

export function threadWith(commands: readonly HistoryCommand[]): HistoryBuilder {
  const builder = new HistoryBuilder();
  for (const command of commands) renderCommand(builder, command);
  return builder;
}

export function user(text: string): HistoryCommand {
  return { do: "user", message: message("user", text), byAgent: false };
}

export function threadOf(builder: HistoryBuilder) {
  return { source: listSource(builder.history().events), state: builder.state };
}

export function targetOf(plan: RollbackPlan | NoRollback): number | null {
  return plan.kind === "nothing" ? null : plan.to;
}

export function nothing(reason: NoRollback["reason"]): NoRollback {
  return { kind: "nothing", reason };
}

/** Writes what a plan says, as the runtime does. */
export function apply(builder: HistoryBuilder, plan: RollbackPlan | NoRollback): void {
  if (plan.kind === "nothing") return;
  builder.append(plan.rollback);
  if (plan.closing !== null) builder.append(plan.closing.fact);
}

/** @returns false when there is nothing to undo */
export async function undo(builder: HistoryBuilder): Promise<boolean> {
  try {
    apply(builder, await undoTarget(threadOf(builder)));
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "nothing-to-undo" });
    return false;
  }
}

export function isRollback(builder: HistoryBuilder, offset: number): boolean {
  const event = builder.history().events[offset];
  return (
    event?.type === "history.rolled-back" || event?.derived?.[0]?.type === "history.rolled-back"
  );
}
