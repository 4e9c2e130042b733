/** Builds the lines of an invented Codex session; its clock moves only when told to. */
export class SessionWriter {
  readonly #lines: string[] = [];
  #timeMs: number;

  constructor(startedAt: string) {
    this.#timeMs = Date.parse(startedAt);
  }

  get text(): string {
    return this.#lines.join("\n") + "\n";
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Lets time pass before the next line. */
  wait(milliseconds: number): this {
    this.#timeMs += milliseconds;
    return this;
  }

  /** A line in the envelope form: `{timestamp, type, payload}`. */
  line(type: string, payload: object): this {
    return this.bare({ timestamp: new Date(this.#timeMs).toISOString(), type, payload });
  }

  item(payload: object): this {
    return this.line("response_item", payload);
  }

  event(type: string, members: object = {}): this {
    return this.line("event_msg", { type, ...members });
  }

  /** A line that is the object itself, as the bare form of 2025 has it. */
  bare(object: object): this {
    this.#lines.push(JSON.stringify(object));
    return this;
  }

  message(role: string, ...texts: readonly string[]): this {
    const type = role === "assistant" ? "output_text" : "input_text";
    return this.item({ type: "message", role, content: texts.map((text) => ({ type, text })) });
  }

  /** What the user typed: the item, and the event that clients show. */
  user(text: string): this {
    this.message("user", text);
    return this.event("user_message", {
      message: text,
      images: [],
      local_images: [],
      text_elements: [],
    });
  }

  /** What the model answered: the item, and the event that clients show. */
  answer(text: string, phase = "final_answer"): this {
    this.event("agent_message", { message: text, phase });
    return this.item({
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text }],
      phase,
    });
  }

  thought(text: string): this {
    this.event("agent_reasoning", { text });
    return this.item({
      type: "reasoning",
      summary: [{ type: "summary_text", text }],
      content: null,
      encrypted_content: null,
    });
  }

  /** A shell command and what it printed. */
  shell(callId: string, command: string, output: string): this {
    this.item({
      type: "function_call",
      name: "exec_command",
      arguments: JSON.stringify({ cmd: command }),
      call_id: callId,
    });
    this.wait(900);
    return this.item({ type: "function_call_output", call_id: callId, output });
  }

  /** A patch in the free-form tool, and its result. */
  patch(callId: string, input: string, files: string): this {
    this.item({
      type: "custom_tool_call",
      status: "completed",
      call_id: callId,
      name: "apply_patch",
      input,
    });
    this.wait(200);
    return this.item({
      type: "custom_tool_call_output",
      call_id: callId,
      output: `Success. Updated the following files:\n${files}\n`,
    });
  }

  tokens(last: Tokens, total: Tokens): this {
    return this.event("token_count", {
      info: {
        total_token_usage: usage(total),
        last_token_usage: usage(last),
        model_context_window: 258400,
      },
      rate_limits: null,
    });
  }
}

/** Input, cached input and output, in tokens. */
export type Tokens = readonly [input: number, cached: number, output: number];

function usage([input, cached, output]: Tokens): object {
  return {
    input_tokens: input,
    cached_input_tokens: cached,
    output_tokens: output,
    reasoning_output_tokens: 0,
    total_tokens: input + output,
  };
}

/** What Codex writes at the head of a session. */
export function sessionMeta(id: string, timestamp: string, cwd: string): object {
  return {
    id,
    timestamp,
    cwd,
    originator: "codex_cli_rs",
    cli_version: "0.118.0",
    source: "cli",
    model_provider: "openai",
    base_instructions: {
      text: "You are a coding agent. Read before you change, run the tests after, and say plainly what you did.",
    },
    git: { commit_hash: "5f3c9d0e7a41b8c26d90e1f4a7b35c8d2e6f0a19", branch: "main" },
  };
}

/** The settings of a turn, as Codex writes them down before its first request. */
export function turnContext(turnId: string, cwd: string, changes: object = {}): object {
  return {
    turn_id: turnId,
    cwd,
    current_date: "2026-04-02",
    timezone: "Europe/Dublin",
    approval_policy: "on-request",
    sandbox_policy: { type: "workspace-write", network_access: false },
    model: "gpt-5.2-codex",
    personality: "friendly",
    effort: "medium",
    summary: "auto",
    realtime_active: false,
    truncation_policy: { mode: "tokens", limit: 10000 },
    ...changes,
  };
}

/** The context that Codex puts before the first user message. */
export function initialContext(writer: SessionWriter, cwd: string): SessionWriter {
  return writer
    .message(
      "developer",
      "<permissions instructions>\nYou may write below the working folder. Ask before you use the network.\n</permissions instructions>",
    )
    .message(
      "user",
      `# AGENTS.md instructions for ${cwd}\n\n<INSTRUCTIONS>\nKeep functions short. Run \`npm test\` before you say that something works.\n</INSTRUCTIONS>`,
      `<environment_context>\n  <cwd>${cwd}</cwd>\n  <shell>bash</shell>\n  <current_date>2026-04-02</current_date>\n  <timezone>Europe/Dublin</timezone>\n</environment_context>`,
    );
}
