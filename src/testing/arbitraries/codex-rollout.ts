import fc from "fast-check";
import { SUMMARY_PREFIX } from "../../codex-strings.js";

/** A compaction summary as Codex puts it into the history: its prefix, a line feed, the words. */
export const SUMMARY_TEXT = `${SUMMARY_PREFIX}\nThe tests are green; what is left is the changelog.`;

/** What one agent tells another (docs/semantics.md §15.13). */
const COMMUNICATION = {
  author: "/root",
  recipient: "/root/reviewer",
  content: "Please look at the parser.",
  trigger_turn: true,
};
/** An assistant message that instructs another agent (docs/semantics.md §4.8). */
const INTER_AGENT_TEXT = JSON.stringify(COMMUNICATION);

/** A line of a Codex rollout, parsed: `{timestamp, type, payload}`. */
export interface CodexLine {
  readonly timestamp: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

type Payload = Omit<CodexLine, "timestamp">;

export interface CodexRolloutOptions {
  /** `always`: every turn has lifecycle lines; `never`: none; `mixed`: as it comes. */
  readonly lifecycle?: "always" | "never" | "mixed";
  readonly maxTurns?: number;
}

const turnId = fc.constantFrom("turn-a", "turn-b", "turn-c", "turn-d");

const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constant("<environment_context>cwd</environment_context>") },
  { weight: 1, arbitrary: fc.constant("  <SKILL>x</skill>\n") },
  { weight: 1, arbitrary: fc.constant(SUMMARY_TEXT) },
);
const longOutput = fc
  .integer({ min: 0, max: 90 })
  .map((lines) => "a line of output ✓\n".repeat(lines));

const userMessage = fc.array(text, { maxLength: 2 }).map((texts) => message("user", texts));
const developerMessage = fc
  .constantFrom(
    ["<permissions instructions>ask"],
    ["<model_switch>to another", "and an ordinary part"],
    ["plain developer text"],
  )
  .map((texts) => message("developer", texts));
const assistantMessage = fc
  .oneof(fc.string({ maxLength: 12 }), fc.constant(INTER_AGENT_TEXT))
  .map((words) => message("assistant", [words]));
/** Of another agent: a task, or what it was asked for. */
const agentMessage = fc.constantFrom("Message Type: NEW_TASK\nGo on.", "Done.").map((words) =>
  item({
    type: "agent_message",
    author: "/root",
    recipient: "/root/reviewer",
    content: [{ type: "input_text", text: words }],
  }),
);
const communication = fc
  .constantFrom({}, { encrypted_content: "0gAA" })
  .map((sealed) => line("inter_agent_communication", { ...COMMUNICATION, ...sealed }));
const call = fc
  .tuple(fc.constantFrom("c1", "c2", "c3"), fc.boolean(), longOutput)
  .map(([id, answered, output]) => {
    const made = item({ type: "function_call", name: "shell", arguments: "{}", call_id: id });
    return answered ? [made, item({ type: "function_call_output", call_id: id, output })] : [made];
  });
const otherItem = fc.constantFrom(
  item({ type: "ghost_snapshot", ghost_commit: { id: "abc", parent: null } }),
  item({ type: "reasoning", summary: [], encrypted_content: "x".repeat(2000) }),
  item({ type: "a_kind_from_the_future", value: 1 }),
  message("system", ["never in a ledger"]),
);

const model = fc.constantFrom("model-1", "model-2");
const turnContext = fc
  .record({ id: maybe(turnId), model, realtime: maybe(fc.boolean()) })
  .map(contextLine);

const replacement = fc.array(
  fc
    .oneof(userMessage, assistantMessage, developerMessage, agentMessage, otherItem)
    .map((line) => line.payload),
  { maxLength: 4 },
);
const compacted = fc
  .record({
    message: fc.constantFrom("a summary", SUMMARY_TEXT, ""),
    replacement_history: maybe(replacement),
  })
  .map((payload) => line("compacted", payload));
const rolledBack = fc
  .integer({ min: 0, max: 3 })
  .map((turns) => event({ type: "thread_rolled_back", num_turns: turns }));
const tokenCount = fc
  .option(fc.nat(100_000).map(tokenInfo))
  .map((info) => event({ type: "token_count", info }));

const step = fc.oneof(
  { weight: 5, arbitrary: call },
  { weight: 3, arbitrary: assistantMessage.map((one) => [one]) },
  { weight: 2, arbitrary: turnContext.map((one) => [one]) },
  { weight: 1, arbitrary: userMessage.map((one) => [one]) },
  { weight: 1, arbitrary: developerMessage.map((one) => [one]) },
  { weight: 1, arbitrary: fc.oneof(agentMessage, communication).map((one) => [one]) },
  { weight: 1, arbitrary: otherItem.map((one) => [one]) },
  { weight: 1, arbitrary: compacted.map((one) => [one]) },
  { weight: 1, arbitrary: tokenCount.map((one) => [one]) },
);

/** A turn as Codex writes it, lifecycle lines optional, ids mostly in agreement. */
function turn(lifecycle: boolean): fc.Arbitrary<Payload[]> {
  return fc
    .record({
      id: turnId,
      context: maybe(fc.record({ id: maybe(turnId), agrees: fc.nat(3), model })),
      user: fc.option(fc.tuple(userMessage, fc.boolean()), { freq: 5 }),
      steps: fc.array(step, { maxLength: 4 }),
      end: fc.constantFrom(
        ...["complete", "complete", "complete"],
        ...["aborted", "aborted-unnamed", "none"],
      ),
    })
    .map(({ id, context, user, steps, end }) => {
      const lines: Payload[] = lifecycle ? [event({ type: "task_started", turn_id: id })] : [];
      if (context !== undefined) {
        lines.push(contextLine({ ...context, id: context.agrees > 0 ? id : context.id }));
      }
      if (user !== null) lines.push(user[0]);
      if (user?.[1] === true) lines.push(event({ type: "user_message", message: "words" }));
      return [...lines, ...steps.flat(), ...(lifecycle ? ending(end, id) : [])];
    });
}

function ending(kind: string, id: string): Payload[] {
  if (kind === "complete") return [event({ type: "task_complete", turn_id: id })];
  if (kind === "aborted") {
    return [event({ type: "turn_aborted", turn_id: id, reason: "interrupted" })];
  }
  if (kind === "aborted-unnamed") return [event({ type: "turn_aborted", reason: "replaced" })];
  return [];
}

const named = fc
  .constantFrom("Tides", "High water", null)
  .map((name) => event({ type: "thread_name_updated", thread_name: name }));

const strayLine = fc.oneof(
  named,
  compacted,
  turnContext,
  userMessage,
  turnId.map((id) => event({ type: "task_complete", turn_id: id })),
  fc.constant(event({ type: "turn_aborted", turn_id: null, reason: "interrupted" })),
  fc.constant(event({ type: "agent_message", message: "shown to people only" })),
  fc.constant(line("a_line_from_the_future", { value: 1 })),
);

/**
 * Whole Codex rollouts in the envelope form, `session_meta` first: turns with and without lifecycle
 * lines, contexts that agree with their turn and such that do not, compactions with and without a
 * replacement history, rollbacks, stray lines. Every prefix of one is a rollout too.
 */
export function codexRollout(options: CodexRolloutOptions = {}): fc.Arbitrary<CodexLine[]> {
  const lifecycle = options.lifecycle ?? "mixed";
  const oneTurn =
    lifecycle === "mixed"
      ? fc.oneof({ weight: 4, arbitrary: turn(true) }, { weight: 1, arbitrary: turn(false) })
      : turn(lifecycle === "always");
  const part = fc.oneof(
    { weight: 6, arbitrary: oneTurn },
    { weight: 3, arbitrary: rolledBack.map((one) => [one]) },
    { weight: 1, arbitrary: strayLine.map((one) => [one]) },
  );
  return fc
    .array(part, { maxLength: options.maxTurns ?? 6 })
    .map((parts) => [sessionMeta(), ...parts.flat()].map(stamp));
}

function stamp(payload: Payload, index: number): CodexLine {
  const seconds = String(index % 60).padStart(2, "0");
  const minutes = String(Math.floor(index / 60) % 60).padStart(2, "0");
  return { timestamp: `2026-03-01T10:${minutes}:${seconds}.000Z`, ...payload };
}

function sessionMeta(): Payload {
  return line("session_meta", {
    id: "019c0000-0000-7000-8000-000000000001",
    timestamp: "2026-03-01T10:00:00.000Z",
    cwd: "/home/ada/project",
    originator: "codex_cli_rs",
    cli_version: "0.110.0",
    source: "cli",
  });
}

function contextLine(facts: {
  readonly id: string | undefined;
  readonly model: string;
  readonly realtime?: boolean | undefined;
}): Payload {
  return line("turn_context", {
    turn_id: facts.id,
    cwd: "/home/ada/project",
    approval_policy: "on-request",
    sandbox_policy: { type: "read-only" },
    model: facts.model,
    realtime_active: facts.realtime,
    summary: "auto",
  });
}

function message(role: string, texts: readonly string[]): Payload {
  const type = role === "assistant" ? "output_text" : "input_text";
  return item({ type: "message", role, content: texts.map((words) => ({ type, text: words })) });
}

function tokenInfo(total: number): Record<string, unknown> {
  const rest = { cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0 };
  const usage = { input_tokens: total, ...rest, total_tokens: total };
  return { total_token_usage: usage, last_token_usage: usage, model_context_window: null };
}

function item(payload: Record<string, unknown>): Payload {
  return line("response_item", payload);
}
function event(payload: Record<string, unknown>): Payload {
  return line("event_msg", payload);
}
/** Members that are undefined are none. */
function line(type: string, members: Record<string, unknown>): Payload {
  const told = Object.entries(members).filter(([, value]) => value !== undefined);
  return { type, payload: Object.fromEntries(told) };
}
function maybe<Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(values, { nil: undefined });
}
