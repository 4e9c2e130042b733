import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { isCount, textAt } from "../shared/json.js";
import { factLine, INERT, keptLine, type LineMeaning, UNFIT } from "./line-meaning.js";

/** A line that Codex writes for its clients: those that matter to the history, and all others. */
export function readEventMessage(payload: JsonObject): LineMeaning {
  const type = textAt(payload, "type") ?? "unknown";
  const kind = `event_msg.${type}`;
  switch (type) {
    case "task_started":
    case "turn_started":
      return readStart(kind, payload);
    case "task_complete":
    case "turn_complete":
      return readEnd(kind, "turn.completed", payload);
    case "turn_aborted":
      return readEnd(kind, "turn.aborted", payload);
    case "user_message":
      return factLine(kind, { kind: "user-message" }, null);
    case "thread_rolled_back":
      return readRollback(kind, payload);
    case "token_count":
      return readTokenCount(kind, payload);
    case "thread_name_updated":
      return readName(kind, payload);
    case "error":
      return readNotice(kind, type, { level: "error", payload });
    case "stream_error":
    case "warning":
      return readNotice(kind, type, { level: "warning", payload });
    case "deprecation_notice":
      return readNotice(kind, type, { level: "info", payload });
    default:
      return keptLine(kind);
  }
}

/** Undefined: it is of another form than an id has. */
function turnIdIn({ turn_id: id = null }: JsonObject): string | null | undefined {
  return id === null || typeof id === "string" ? id : undefined;
}

function readStart(kind: string, payload: JsonObject): LineMeaning {
  const turnId = turnIdIn(payload);
  if (turnId === undefined) return keptLine(kind, UNFIT);
  const { model_context_window: window } = payload;
  const envelope = isCount(window) && window > 0 ? { contextWindow: window } : {};
  const data = { envelope, foreignId: turnId };
  return factLine(kind, { kind: "started", turnId }, { type: "turn.started", data });
}

function readEnd(
  kind: string,
  type: "turn.completed" | "turn.aborted",
  payload: JsonObject,
): LineMeaning {
  const turnId = turnIdIn(payload);
  if (turnId === undefined) return keptLine(kind, UNFIT);
  const { duration_ms: duration } = payload;
  const durationMs = typeof duration === "number" && duration >= 0 ? duration : null;
  const isAborted = type === "turn.aborted";
  const reason = isAborted ? textAt(payload, "reason") : null;
  const data = { reason, durationMs, totals: null, foreignId: turnId };
  // An abort without an id neither makes a segment nor names one.
  const role = isAborted && turnId === null ? INERT : ({ kind: "ended", turnId } as const);
  return factLine(kind, role, { type, data });
}

function readRollback(kind: string, { num_turns: turns }: JsonObject): LineMeaning {
  if (!isCount(turns)) return keptLine(kind, UNFIT);
  if (turns === 0) return keptLine(kind, "it asks for no turns");
  return factLine(kind, { kind: "rolled-back", turns }, null);
}

function readTokenCount(kind: string, { info = null }: JsonObject): LineMeaning {
  if (info === null) return keptLine(kind, "it reports no usage");
  const usage = isJsonObject(info) ? readUsage(info.last_token_usage) : null;
  if (!isJsonObject(info) || usage === null) return keptLine(kind, UNFIT);
  const { model_context_window: window } = info;
  const contextWindow = isCount(window) ? window : null;
  const totals = readUsage(info.total_token_usage);
  const data = { usage, contextWindow, request: null, totals };
  return factLine(kind, { kind: "usage" }, { type: "usage.reported", data });
}

/** `input_tokens` is everything that went in; older sessions lack some of the counts. */
function readUsage(counts: unknown): Usage | null {
  if (!isJsonObject(counts)) return null;
  const { input_tokens: input, output_tokens: output, total_tokens: total } = counts;
  if (!isCount(input) || !isCount(output)) return null;
  const { cached_input_tokens: cached, reasoning_output_tokens: reasoning } = counts;
  const { cache_write_input_tokens: written } = counts;
  return {
    input,
    cachedInput: isCount(cached) ? cached : 0,
    cacheWrite: isCount(written) ? written : 0,
    output,
    reasoning: isCount(reasoning) ? reasoning : 0,
    total: isCount(total) ? total : input + output,
  };
}

/** The thread's title; null or none takes it away. */
function readName(kind: string, { thread_name: title = null }: JsonObject): LineMeaning {
  if (title !== null && typeof title !== "string") return keptLine(kind, UNFIT);
  return factLine(kind, INERT, { type: "thread.renamed", data: { title } });
}

function readNotice(
  kind: string,
  type: string,
  { level, payload }: { level: "info" | "warning" | "error"; payload: JsonObject },
): LineMeaning {
  const message = textAt(payload, "message") ?? textAt(payload, "summary");
  if (message === null) return keptLine(kind, UNFIT);
  return factLine(kind, INERT, { type: "notice.logged", data: { level, kind: type, message } });
}
