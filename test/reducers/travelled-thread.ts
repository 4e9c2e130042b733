import { expect } from "vitest";
import {
  type NoRollback,
  type RollbackPlan,
  undoTarget,
} from "../../src/reducers/travel-targets.js";
import { listSource } from "../../src/testing/definition.js";
import { HistoryBuilder } from "../../src/testing/history-builder.js";
import type { HistoryCommand } from "../../src/testing/history-command.js";
import { build, END } from "../testing/by-hand.js";

/** A thread in which no turn runs. */
export function idleThread(commands: readonly HistoryCommand[]): HistoryBuilder {
  return build(...commands, END);
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
