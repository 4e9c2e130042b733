import { closeSync, openSync, writeSync } from "node:fs";
import type { RefoldEvent } from "../src/events/event.js";
import { workloadTurns } from "./workload.js";

export interface CodexFile {
  /** Stops once this many items are written. */
  readonly items: number;
  /** Writes a compaction now and then, as long sessions have them. */
  readonly checkpoints: boolean;
}

export const CODEX_SESSION = "019d3a00-0000-7000-8000-0000000000aa";

/** What the first line of a rollout says. */
export function codexStart(timestamp: string): object {
  return { id: CODEX_SESSION, timestamp, cwd: "/project", cli_version: "0.118.0" };
}

/** Writes the workload's thread as a Codex rollout: items, lifecycle lines, contexts, token counts. */
export function writeCodexRollout(path: string, { items, checkpoints }: CodexFile): void {
  const file = openSync(path, "w");
  let written = 0;
  for (const turn of workloadTurns({ checkpoints })) {
    if (written >= items) break;
    writeSync(file, turn.events.map((event) => linesOf(event).join("")).join(""));
    written += turn.items;
  }
  closeSync(file);
}

/** What the clients are shown is beside the item, as Codex writes it. */
function linesOf(event: RefoldEvent): readonly string[] {
  const { at: timestamp, turn: turn_id = "" } = event;
  const line = (type: string, payload: object): string =>
    `${JSON.stringify({ timestamp, type, payload })}\n`;
  const shown = (type: string, members: object): string => line("event_msg", { type, ...members });
  switch (event.type) {
    case "thread.started":
      return [line("session_meta", codexStart(timestamp))];
    case "turn.started":
      return [
        shown("task_started", { turn_id, model_context_window: 272_000 }),
        line("turn_context", context(turn_id)),
      ];
    case "turn.completed":
      return [shown("task_complete", { turn_id, last_agent_message: null })];
    case "item.recorded": {
      const { item } = event.data;
      const text = item.type === "message" ? item.content[0] : undefined;
      if (text?.type === "input_text") {
        return [line("response_item", item), shown("user_message", { message: text.text })];
      }
      return [line("response_item", item)];
    }
    case "usage.reported":
      return [shown("token_count", { info: tokens(event.data.usage) })];
    case "history.compacted": {
      const replacement_history = event.data.replacement?.map(({ item }) => item) ?? [];
      return [line("compacted", { message: event.data.summary, replacement_history })];
    }
    default:
      return [];
  }
}

function context(turn_id: string): object {
  return {
    turn_id,
    cwd: "/project",
    approval_policy: "on-request",
    sandbox_policy: { type: "workspace-write", network_access: false },
    model: "gpt-5-codex",
    effort: "medium",
    summary: "auto",
    truncation_policy: { mode: "tokens", limit: 10_000 },
  };
}

function tokens(usage: {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}) {
  const counts = {
    input_tokens: usage.input,
    cached_input_tokens: 0,
    output_tokens: usage.output,
    reasoning_output_tokens: 0,
    total_tokens: usage.total,
  };
  return { total_token_usage: counts, last_token_usage: counts, model_context_window: 272_000 };
}
