import type { Fact } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import {
  factLine,
  INERT,
  keptLine,
  type LineMeaning,
  type LineRole,
  textIn,
} from "./line-meaning.js";

const USER_MESSAGE: LineRole = { kind: "user-message" };
const USAGE: LineRole = { kind: "usage" };
const UNFIT = "it is not of the form of its kind";

/** A line that Codex writes for its clients: those that matter to the history, and all others. */
export function readEventMessage(payload: JsonObject): LineMeaning {
  const type = textIn(payload, "type") ?? "unknown";
  const kind = `event_msg.${type}`;
  switch (type) {
    case "task_started":
    case "turn_started":
    case "task_complete":
    case "turn_complete":
    case "turn_aborted":
      return readLifecycle(kind, type, payload);
    case "user_message":
      return factLine(kind, USER_MESSAGE, null);
    case "thread_rolled_back":
      return readRollback(kind, payload);
    case "token_count":
      return readTokenCount(kind, payload);
    case "thread_name_updated":
      return readName(kind, payload);
    case "error":
    case "stream_error":
    case "warning":
    case "deprecation_notice":
      return readNotice(kind, type, payload);
    default:
      return keptLine(kind);
  }
}

type LifecycleType =
  "task_started" | "turn_started" | "task_complete" | "turn_complete" | "turn_aborted";

function readLifecycle(kind: string, type: LifecycleType, payload: JsonObject): LineMeaning {
  const { turn_id: turnId = null } = payload;
  if (turnId !== null && typeof turnId !== "string") return keptLine(kind, UNFIT);
  if (type === "task_started" || type === "turn_started") {
    const { model_context_window: window } = payload;
    const envelope = isCount(window) && window > 0 ? { contextWindow: window } : {};
    const fact: Fact = { type: "turn.started", data: { envelope, foreignId: turnId } };
    return factLine(kind, { kind: "started", turnId }, fact);
  }
  const { duration_ms: duration } = payload;
  const durationMs = typeof duration === "number" && duration >= 0 ? duration : null;
  const data = { durationMs, totals: null, foreignId: turnId };
  if (type !== "turn_aborted") {
    const fact: Fact = { type: "turn.completed", data: { reason: null, ...data } };
    return factLine(kind, { kind: "ended", turnId }, fact);
  }
  const fact: Fact = {
    type: "turn.aborted",
    data: { reason: textIn(payload, "reason"), ...data },
  };
  // Without an id it neither makes a segment nor names one.
  return factLine(kind, turnId === null ? INERT : { kind: "ended", turnId }, fact);
}

function readRollback(kind: string, payload: JsonObject): LineMeaning {
  const { num_turns: turns } = payload;
  if (!isCount(turns)) return keptLine(kind, UNFIT);
  if (turns === 0) return keptLine(kind, "it asks for no turns");
  return factLine(kind, { kind: "rolled-back", turns }, null);
}

function readTokenCount(kind: string, payload: JsonObject): LineMeaning {
  const { info } = payload;
  if (info === null || info === undefined) return keptLine(kind, "it reports no usage");
  if (!isJsonObject(info)) return keptLine(kind, UNFIT);
  const usage = readUsage(info.last_token_usage);
  if (usage === null) return keptLine(kind, UNFIT);
  const { model_context_window: window } = info;
  const contextWindow = isCount(window) ? window : null;
  const totals = readUsage(info.total_token_usage);
  const fact: Fact = {
    type: "usage.reported",
    data: { usage, contextWindow, request: null, totals },
  };
  return factLine(kind, USAGE, fact);
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
function readName(kind: string, payload: JsonObject): LineMeaning {
  const { thread_name: title = null } = payload;
  if (title !== null && typeof title !== "string") return keptLine(kind, UNFIT);
  return factLine(kind, INERT, { type: "thread.renamed", data: { title } });
}

const LEVELS = {
  error: "error",
  stream_error: "warning",
  warning: "warning",
  deprecation_notice: "info",
} as const;

function readNotice(kind: string, type: keyof typeof LEVELS, payload: JsonObject): LineMeaning {
  const message = textIn(payload, "message") ?? textIn(payload, "summary");
  if (message === null) return keptLine(kind, UNFIT);
  const fact: Fact = { type: "notice.logged", data: { level: LEVELS[type], kind: type, message } };
  return factLine(kind, INERT, fact);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
