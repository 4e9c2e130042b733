import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const THREAD_ID = "019c0000-0000-7000-8000-000000000001";
const LONG = "a line of output\n".repeat(100);

interface RolloutWish {
  /** Of each turn the compactions in it, by what they say; two turns, if nothing is said. */
  readonly turns?: readonly (readonly string[])[];
  readonly isPaginated?: boolean;
}

/** A rollout with an output and an image in each turn, in a home of Codex. */
export function sessionIn(
  home: string,
  { turns = [["first"], ["second"]], isPaginated = false }: RolloutWish = {},
) {
  const lines: string[] = [];
  const add = (type: string, payload: object): void => {
    lines.push(lineOf(type, payload, isPaginated ? lines.length : null));
  };
  const mode = isPaginated ? { history_mode: "paginated" } : {};
  add("session_meta", { id: THREAD_ID, cwd: "/", cli_version: "0.146.0", ...mode });
  for (const [index, summaries] of turns.entries()) {
    const turn_id = `turn-${index}`;
    add("event_msg", { type: "task_started", turn_id });
    const image = { type: "input_image", image_url: `data:image/png;base64,${btoa(LONG)}` };
    const content = [{ type: "input_text", text: `Turn ${index}` }, image];
    add("response_item", { type: "message", role: "user", content });
    for (const [step, text] of summaries.entries()) {
      const call_id = `call-${index}-${step}`;
      add("response_item", { type: "function_call", name: "shell", arguments: "{}", call_id });
      add("response_item", { type: "function_call_output", call_id, output: LONG });
      const message = `${text} ${LONG}`;
      const summary = {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: message }],
      };
      add("compacted", { message: text, replacement_history: [summary] });
    }
    add("event_msg", { type: "task_complete", turn_id });
  }
  add("event_msg", { type: "task_started", turn_id: "turn-last" });
  const content = [{ type: "input_text", text: "The last turn" }];
  add("response_item", { type: "message", role: "user", content });
  const folder = join(home, "sessions", "2026", "03", "01");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `rollout-2026-03-01T10-00-00-${THREAD_ID}.jsonl`);
  writeFileSync(path, lines.join(""));
  return path;
}

export function lineOf(type: string, payload: object, ordinal: number | null): string {
  const place = ordinal === null ? {} : { ordinal };
  return `${JSON.stringify({ timestamp: "2026-03-01T10:00:00.000Z", ...place, type, payload })}\n`;
}
