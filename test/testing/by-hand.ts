import { HistoryBuilder } from "../../src/testing/history-builder.js";
import type { HistoryCommand } from "../../src/testing/history-command.js";
import { renderCommand } from "../../src/testing/render-history.js";
import { message } from "../../src/testing/render-lines.js";

/** Commands of histories that are made by hand, where a test names each of them. */
export const START: HistoryCommand = { do: "start-turn", change: {}, tells: true };
export const END: HistoryCommand = { do: "end-turn", aborted: false };
/** Keeps nothing beside its summary. */
export const COMPACT = {
  do: "compact",
  trigger: "manual",
  keepMessages: 0,
  keepItems: 0,
  places: false,
  complete: true,
} as const satisfies HistoryCommand;

export function user(text: string): HistoryCommand {
  return { do: "user", message: message("user", text), byAgent: false };
}

export function answer(text: string): HistoryCommand {
  const content = [{ type: "output_text" as const, text }];
  return { do: "assistant", message: { type: "message", role: "assistant", content } };
}

/** The thread that these commands make, to be gone on with. */
export function build(...commands: readonly HistoryCommand[]): HistoryBuilder {
  const builder = new HistoryBuilder();
  for (const command of commands) renderCommand(builder, command);
  return builder;
}

/** By what it writes alone, wherever that leads. */
export function rollBack(builder: HistoryBuilder, to: number): void {
  const data = { to, historyVersion: builder.nextVersion };
  builder.append({ type: "history.rolled-back", data });
}
