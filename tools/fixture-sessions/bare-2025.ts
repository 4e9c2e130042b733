import { SessionWriter } from "./session-writer.js";

const started = "2025-06-14T09:20:31.000Z";

/** The form of mid 2025: a metadata line, then bare items, with state lines between them. */
export function bareSession(): string {
  const session = new SessionWriter(started);
  const state = { record_type: "state" };
  session.bare({
    id: "7c0e4b52-93d1-4f0a-8e26-1b5f6a7d8c90",
    timestamp: started,
    instructions: "Prefer small changes.",
    git: { commit_hash: "0d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8091a2b3c4", branch: "main" },
  });
  session
    .bare(state)
    .bare(message("user", "input_text", "What does `display.js` import?"))
    .bare(state);
  session.bare({
    type: "reasoning",
    id: "rs_68",
    summary: [{ type: "summary_text", text: "**Reading the file**" }],
  });
  session.bare({
    type: "function_call",
    id: "fc_68",
    name: "shell",
    arguments: JSON.stringify({ command: ["head", "-3", "src/display.js"] }),
    call_id: "call_68",
  });
  session.bare(state).bare({
    type: "function_call_output",
    call_id: "call_68",
    output: JSON.stringify({
      output: 'import { localTime } from "./almanac.js";\nimport { draw } from "./dial.js";\n\n',
      metadata: { exit_code: 0, duration_seconds: 0.1 },
    }),
  });
  session.bare(
    message("assistant", "output_text", "`localTime` from the almanac, and `draw` from the dial."),
  );
  return session.bare(state).text;
}

function message(role: string, type: string, text: string): object {
  return { type: "message", id: null, role, content: [{ type, text }] };
}
