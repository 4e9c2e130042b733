/** Each would set this, or open a dialog, if it were more than a text. */
export const HOSTILE_MARK = "refoldWasHere";
const HOSTILE = [
  `<script>globalThis.${HOSTILE_MARK}=1;alert(1)</script>`,
  `<img src=x onerror="globalThis.${HOSTILE_MARK}=1;alert(2)">`,
  `<svg onload="globalThis.${HOSTILE_MARK}=1"><animate onbegin=alert(3) attributeName=x dur=1s></svg>`,
  `[link](javascript:globalThis.${HOSTILE_MARK}=1) ![p](http://127.0.0.1:9/p.png) <http://127.0.0.1:9/>`,
  `"><iframe srcdoc="<script>parent.${HOSTILE_MARK}=1</script>"></iframe>`,
  `</pre></title></style></script><base href="http://127.0.0.1:9/">{{constructor}}\${alert(4)}`,
  "\u202egnp.exe\u2066 \x1b[31m",
].join("\n");
const LINE = HOSTILE.replaceAll("\n", " ");
const SVG = `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(5)"/>`).toString("base64")}`;

/** A picture of one pixel. */
const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A Codex rollout in which every text is hostile. */
export function hostileRollout(): string {
  const at = (second: number) => `2026-04-02T08:41:${String(second).padStart(2, "0")}.000Z`;
  const message = (role: string, type: string) => ({
    ...{ type: "message", role },
    content: [{ type, text: HOSTILE }],
  });
  const payloads: readonly (readonly [string, object])[] = [
    [
      "session_meta",
      {
        ...{ id: "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9", timestamp: at(0), cwd: `/tmp/${LINE}` },
        ...{ originator: LINE, cli_version: LINE, instructions: HOSTILE },
      },
    ],
    ["turn_context", { model: LINE, cwd: `/tmp/${LINE}`, approval_policy: LINE, effort: LINE }],
    ["response_item", message("user", "input_text")],
    ["event_msg", { type: "user_message", message: HOSTILE }],
    ["response_item", message("developer", "input_text")],
    ["response_item", { type: "reasoning", summary: [{ type: "summary_text", text: HOSTILE }] }],
    [
      "response_item",
      {
        ...{ type: "function_call", name: LINE, call_id: LINE },
        arguments: JSON.stringify({ command: ["bash", "-lc", HOSTILE], [LINE]: LINE }),
      },
    ],
    ["response_item", { type: "function_call_output", call_id: LINE, output: HOSTILE }],
    [
      "response_item",
      {
        ...{ type: "custom_tool_call", name: "apply_patch", call_id: "patch" },
        input: `*** Begin Patch\n*** Update File: ${LINE}\n-${LINE}\n+${LINE}\n*** End Patch`,
      },
    ],
    ["response_item", { type: "custom_tool_call_output", call_id: "patch", output: HOSTILE }],
    [
      "response_item",
      {
        ...{ type: "message", role: "user" },
        content: [
          { type: "input_image", image_url: SVG },
          { type: "input_image", image_url: PNG },
          { type: "input_image", image_url: "http://127.0.0.1:9/remote.png" },
        ],
      },
    ],
    ["response_item", message("assistant", "output_text")],
    ["compacted", { message: HOSTILE }],
    ["event_msg", { type: LINE, message: HOSTILE }],
    [LINE, { what: HOSTILE }],
  ];
  const lines = payloads.map(([type, payload], second) =>
    JSON.stringify({ timestamp: at(second), type, payload }),
  );
  return [...lines, `{"timestamp":"${LINE}`, ""].join("\n");
}
