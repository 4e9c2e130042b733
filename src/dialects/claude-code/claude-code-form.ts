import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { evidenceOf, recordAs, ignoreEvidence } from "../shared/evidence.js";
import { isClaudeCodeLine, type LineMarks } from "../shared/recognition.js";
import { type SessionForm, accountOf, modelOfTurn } from "../shared/session-form.js";
import type { GoneParts, SlimPlace } from "../shared/slimming.js";
import { type ReadItem, recordRead } from "../shared/read-items.js";
import { readAttachment } from "./attachments.js";
import { ClaudeCodeDecoder } from "./claude-code-decoder.js";
import { readBlocks } from "./read-blocks.js";
import { CLAUDE_CODE_LINES } from "./session-start.js";
import type {
  Accountant,
  AsideFact,
  EventAccount,
  Fact,
  LogEvent,
  RefoldEvent,
} from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { textAt } from "../shared/json.js";
import { modelOf } from "./message-facts.js";
import { OF_SUB_AGENT } from "./read-line.js";
import { SubAgentUsage } from "./sub-agent-usage.js";

const FILE = "Claude Code transcript";
/** The start of a line that is longer than what was read. */
const CUT_LINE = /^\s*\{\s*"(?:parentUuid|logicalParentUuid)"\s*:\s*(?:null|"[^"]*")\s*,/;

const MARKS: LineMarks = {
  ofObject: (value) => {
    if (!isClaudeCodeLine(value) || !isDecisive(value)) return null;
    const mark = typeof value.uuid === "string" ? " with a place in the tree of messages" : "";
    return { file: FILE, line: `is a ${String(value.type)} line${mark}` };
  },
  ofBeginning: (text) =>
    CUT_LINE.test(text) ? { file: FILE, line: "begins as a message in a tree" } : null,
};

/** Other programs have trees of messages and session ids too. */
function isDecisive({ type, uuid, sessionId, message }: JsonObject): boolean {
  if (type === "user" || type === "assistant") return isJsonObject(message) && "content" in message;
  if (typeof uuid === "string") return typeof sessionId === "string";
  return typeof type === "string" && UNPLACED_TYPES.has(type);
}

/** Lines without a place in the tree that a transcript can begin with. */
const UNPLACED_TYPES: ReadonlySet<string> = new Set([
  ...["summary", "file-history-snapshot", "file-history-delta", "custom-title", "ai-title"],
  ...["mode", "permission-mode", "last-prompt", "queue-operation", "pr-link", "agent-name"],
]);

function itemsOf(object: JsonObject): readonly ReadItem[] {
  const { type, message } = object;
  if (type === "attachment") return readAttachment(object)?.read.items ?? [];
  const isMessage = (type === "user" || type === "assistant") && isJsonObject(message);
  return isMessage ? readBlocks(type, message.content).items : [];
}

/** Transcripts of Claude Code, `~/.claude/projects/**` + `/*.jsonl` (docs/claude-code.md). */
export const claudeCodeForm: SessionForm = {
  name: "claude-code",
  lines: CLAUDE_CODE_LINES,
  marks: MARKS,
  looksAhead: true,
  isOwn: isClaudeCodeLine,
  decoder: (options) => new ClaudeCodeDecoder(options),
  evidenceIn: (object) => {
    const items = itemsOf(object);
    return evidenceOf((options) => {
      for (const { item } of items) recordAs(item, () => "runtime", options);
    });
  },
  accountant: () => new ClaudeCodeAccounts(),
  slim: slimClaudeCodeObject,
};

/**
 * How the lines of a Claude Code transcript count. A session that goes on from another begins with a
 * copy of its messages, under the same uuids: so a uuid names a line wherever it occurs. The lines of
 * sub-agents that are between those of their thread were paid for too.
 */
class ClaudeCodeAccounts implements Accountant {
  #model: string | null = null;
  readonly #spentBeside = new SubAgentUsage();
  /** The models that sub-agents' calls were made by: their results name none. */
  readonly #callers = new Map<string, string>();
  /** Blocks and lines of sub-agents that were counted, and reports. */
  readonly #seen = new Set<string>();

  take(event: LogEvent): EventAccount {
    const object = event.foreign?.object ?? null;
    const isAside =
      isKnownEvent(event) && event.type === "foreign.kept" && event.data.reason === OF_SUB_AGENT;
    if (!isAside) this.#model = modelAt(event, object) ?? this.#model;
    if (object === null) return accountOf(event, { model: this.#model });
    const key = textAt(object, "uuid") ?? event.id;
    const boundary = object.subtype === "compact_boundary" ? [COMPACTION] : [];
    const aside = isAside ? this.#aside(event, object, key) : boundary;
    const repeated = this.#repeatedBy(event, object);
    // Only the summary's own line has it; its compaction was counted at the boundary.
    const worded = repeated.filter(({ type }) => type === "history.compacted");
    return accountOf(event, {
      ...{ key, model: this.#model, repeated, worded, aside },
      ...requestOf(object),
    });
  }

  #aside({ derived = [] }: RefoldEvent, object: JsonObject, line: string): readonly AsideFact[] {
    const { type, message } = object;
    if ((type !== "user" && type !== "assistant") || !isJsonObject(message)) return [];
    if (!this.#isNew(line)) return [];
    const model = textAt(message, "model");
    const facts = readBlocks(type, message.content).items.flatMap((read): AsideFact[] => {
      const { item } = read;
      if (item.type === "function_call" && !this.#isNew(`call ${item.call_id}`)) return [];
      const caller = "call_id" in item ? this.#callerOf(item.call_id, model) : model;
      const options = { policy: null, keep: ignoreEvidence };
      const data = recordRead(read, () => "runtime", options);
      return [{ fact: { type: "item.recorded", data }, model: caller }];
    });
    const usage = this.#unreported(message, derived);
    return usage === null ? facts : [...facts, { fact: usage, model }];
  }

  #callerOf(call: unknown, model: string | null): string | null {
    if (typeof call !== "string") return model;
    if (model !== null) this.#callers.set(call, model);
    return this.#callers.get(call) ?? null;
  }

  /** Logs that were imported by older versions do not report what sub-agents spent. */
  #unreported(message: JsonObject, derived: readonly Fact[]): Fact | null {
    const data = this.#spentBeside.take(message);
    const isReported = derived.some(({ type }) => type === "usage.reported");
    return data === null || isReported ? null : { type: "usage.reported", data };
  }

  /** Facts for the state's sake: of a checkpoint, and reports of lines that a branch has a copy of. */
  #repeatedBy(event: LogEvent, object: JsonObject): readonly Fact[] {
    if (!isKnownEvent(event)) return [];
    const { request } = typeof object.requestId === "string" ? requestOf(object) : {};
    return [event, ...(event.derived ?? [])].filter((fact) => {
      if (fact.type === "history.compacted") return true;
      if (fact.type !== "usage.reported" || request === undefined) return false;
      return !this.#isNew(JSON.stringify([request, fact.data.usage, fact.data.revised]));
    });
  }

  #isNew(name: string): boolean {
    if (this.#seen.has(name)) return false;
    this.#seen.add(name);
    return true;
  }
}

/** Copies of a line may have other uuids; the ids of its answer and its request stay. */
function requestOf({ type, message, requestId }: JsonObject): Pick<EventAccount, "request"> {
  const id = type === "assistant" && isJsonObject(message) ? textAt(message, "id") : null;
  return id === null ? {} : { request: JSON.stringify([id, requestId]) };
}

/** The model that answers on this line. */
function modelAt(event: LogEvent, object: JsonObject | null): string | null {
  if (object === null || !isJsonObject(object.message)) return modelOfTurn(event);
  return object.type === "assistant" ? modelOf({ message: object.message }) : null;
}

/**
 * A boundary is a compaction. The lines after it say what it left: nothing if nobody went on after
 * it, and again if somebody goes back among the messages that it kept.
 */
const COMPACTION: AsideFact = {
  fact: {
    type: "history.compacted",
    data: {
      ...{ trigger: "foreign", reason: null, summary: null, replacement: null, placement: "none" },
      ...{ replaced: null, tokensBefore: 0, tokensAfter: 0, trimmed: [] },
      ...{ windowNumber: 0, historyVersion: 0 },
    },
  },
  model: null,
};

/** A line of a transcript without what gives way (docs/slim.md#claude-code). */
function slimClaudeCodeObject(object: JsonObject, place: SlimPlace, gone: GoneParts): JsonObject {
  if (place === "kept" || place === "rebuilt") return withoutSecondImage(object, gone);
  switch (object.type) {
    case "user": {
      const slim = gone.put(object, "message", slimMessage(object.message, gone));
      return gone.put(slim, "toolUseResult", gone.texts("output", slim.toolUseResult));
    }
    case "progress":
      return gone.put(object, "data", gone.texts("output", object.data));
    case "attachment":
      return slimAttachment(object, gone);
    case "api-request-blob": {
      const { message } = object;
      if (!isJsonObject(message)) return object;
      const slim = gone.members("recorded request", message, { content: [] });
      return gone.put(object, "message", slim);
    }
    default:
      return object;
  }
}

/** The user's words stay; outputs and images go. */
function slimMessage(message: unknown, gone: GoneParts): unknown {
  if (!isJsonObject(message) || !Array.isArray(message.content)) return message;
  return gone.put(
    message,
    "content",
    gone.each(message.content, (block) => {
      if (!isJsonObject(block) || block.type !== "tool_result") return gone.images(block);
      return gone.put(block, "content", gone.texts("output", block.content));
    }),
  );
}

/** What was typed while the model worked is the user's words too. */
function slimAttachment(object: JsonObject, gone: GoneParts): JsonObject {
  const { attachment, rendered } = object;
  if (isJsonObject(attachment) && attachment.type === "queued_command") {
    return gone.put(object, "attachment", gone.images(attachment));
  }
  const slim = gone.put(object, "attachment", gone.texts("attachment", attachment));
  return gone.put(slim, "rendered", gone.texts("attachment", rendered));
}

/** The image of an output stands in its result too, which Claude Code shows by its size alone. */
function withoutSecondImage(object: JsonObject, gone: GoneParts): JsonObject {
  const { type, toolUseResult } = object;
  if (type !== "user" || !isJsonObject(toolUseResult) || toolUseResult.type !== "image") {
    return object;
  }
  return gone.put(object, "toolUseResult", gone.images(toolUseResult));
}
