/** What drives a terminal, reorders what it shows, or writes to a clipboard. */
const HOSTILE =
  "\x1b]52;c;aGk=\x07 \x1b]8;;http://x\x07link\x1b]8;;\x07 \x1b[2J\x1b[31m \x9b31m \u202egnp.exe\u2066 \x7f";

/** A Codex rollout whose every text is hostile. */
export function hostileSession(): string {
  const line = (second: number, type: string, payload: object): string =>
    JSON.stringify({ timestamp: `2026-04-02T08:41:0${second}.000Z`, type, payload });
  const text = (kind: string) => [{ type: kind, text: `words ${HOSTILE} and more` }];
  return [
    line(0, "session_meta", {
      id: "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9",
      timestamp: "2026-04-02T08:41:00.000Z",
      cwd: `/tmp/${HOSTILE}`,
      originator: HOSTILE,
      cli_version: `1 ${HOSTILE}`,
    }),
    line(1, "turn_context", { model: `m ${HOSTILE}`, cwd: HOSTILE }),
    line(2, "response_item", { type: "message", role: "user", content: text("input_text") }),
    line(3, "event_msg", { type: "user_message", message: HOSTILE }),
    line(4, "response_item", {
      type: "function_call",
      name: `tool ${HOSTILE}`,
      arguments: JSON.stringify({ command: ["bash", "-lc", `echo ${HOSTILE}`] }),
      call_id: `call ${HOSTILE}`,
    }),
    line(5, "response_item", {
      type: "function_call_output",
      call_id: `call ${HOSTILE}`,
      output: HOSTILE,
    }),
    line(6, "response_item", { type: "message", role: "assistant", content: text("output_text") }),
    line(7, "event_msg", { type: `kind ${HOSTILE}` }),
    line(8, `type ${HOSTILE}`, { what: HOSTILE }),
    `{"timestamp":"2026-04-02T08:41:09.000Z","type":"resp ${HOSTILE}`,
  ].join("\n");
}
