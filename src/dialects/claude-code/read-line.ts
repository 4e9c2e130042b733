import type { Fact } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import { UNKNOWN_KIND } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import { Path } from "../shared/foreign-form.js";
import { added, isCount, listOf, textAt } from "../shared/json.js";
import type { ReadContent } from "../shared/read-items.js";
import { readAttachment } from "./attachments.js";
import { readBlocks, type Speaker } from "./read-blocks.js";
import { readSessionName, type SessionName } from "./session-start.js";
import type { CompactBoundary, KeptRange, MessagePlace, TreeLine } from "./tree-node.js";

/** A line of a user or of the model. */
export interface MessageLine extends Speaker {
  readonly message: JsonObject;
  readonly read: ReadContent;
  readonly cwd: string | null;
}

/** What a line means (docs/claude-code.md lists all of it). */
export type LineMeaning = Readonly<{ kind: string }> &
  (
    | { readonly does: "nothing"; readonly reason: string | null }
    /** A line of a sub-agent's answer: what it cost counts, and no more. */
    | {
        readonly does: "spend";
        readonly uuid: string | null;
        readonly message: JsonObject;
        readonly reason: string;
      }
    | {
        readonly does: "link";
        readonly place: TreeLine;
        readonly fact: Fact | null;
        readonly reason?: string | null;
      }
    | {
        readonly does: "bound";
        readonly place: TreeLine & { readonly logicalParentUuid: unknown };
        readonly boundary: CompactBoundary;
      }
    | { readonly does: "name"; readonly name: SessionName }
    /** Outputs that requests have in another form from now on, by the ids of their calls. */
    | { readonly does: "replace"; readonly texts: ReadonlyMap<string, string> }
    /** The conversation ends earlier from now on. `to` null: nothing is left of it. */
    | { readonly does: "rewind"; readonly to: string | null }
    | { readonly does: "say"; readonly place: MessagePlace; readonly line: MessageLine }
    | { readonly does: "clear"; readonly place: MessagePlace; readonly callIds: readonly string[] }
  );

/** Why a line of a sub-agent is kept and no more. */
export const OF_SUB_AGENT = "it belongs to a sub-agent's thread";

const BESIDE_CONTENT = Path.of("content");

/** @param thread which sub-agent's thread this is; null: the main one */
export function readLine(object: JsonObject, thread: string | null): LineMeaning {
  const type = textAt(object, "type") ?? "unknown";
  const kind = kindOf(type, object);
  if (object.isSidechain === true && (thread === null || object.agentId !== thread)) {
    const { message } = object;
    return type === "assistant" && isJsonObject(message)
      ? { kind, does: "spend", uuid: textAt(object, "uuid"), message, reason: OF_SUB_AGENT }
      : { kind, does: "nothing", reason: OF_SUB_AGENT };
  }
  const { message } = object;
  if ((type === "user" || type === "assistant") && isJsonObject(message)) {
    return readMessage(kind, object, { role: type, message });
  }
  const place = treeLineOf(object);
  if (place.uuid === null) {
    if (type === "content-replacement" && textAt(object, "agentId") === thread) {
      return { kind, does: "replace", texts: new Map(listOf(object.replacements).flatMap(textOf)) };
    }
    if (type === "last-prompt" && isRewind(object)) {
      return { kind, does: "rewind", to: textAt(object, "leafUuid") };
    }
    const name = readSessionName(type, object);
    if (name !== null) return { kind, does: "name", name };
    return { kind, does: "nothing", reason: KNOWN_TYPES.has(type) ? null : UNKNOWN_KIND };
  }
  if (kind === "system.compact_boundary") {
    const boundary = readBoundary(object.compactMetadata);
    const { logicalParentUuid } = object;
    return { kind, does: "bound", place: { ...place, logicalParentUuid }, boundary };
  }
  if (kind === "system.microcompact_boundary") return readMicrocompaction(kind, object, place);
  if (kind === "system.local_command" && typeof object.content === "string") {
    const read = readBlocks("user", object.content, BESIDE_CONTENT);
    return sayBeside(kind, object, { place, read, isMeta: true });
  }
  if (type === "attachment") return readAttached(kind, object, place);
  const fact = kind === "system.api_error" ? noticeOf(object) : null;
  return { kind, does: "link", place, fact, reason: KNOWN_TYPES.has(type) ? null : UNKNOWN_KIND };
}

/** The types of the lines without a message that Claude Code (to 2.1.330) writes. */
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  ...["system", "attachment", "progress", "summary", "last-prompt", "tag"],
  ...["file-history-snapshot", "file-history-delta", "attribution-snapshot", "queue-operation"],
  ...["custom-title", "ai-title", "mode", "permission-mode", "repl-mode", "memory-mode"],
  ...["agent-color", "agent-name", "agent-setting", "tools-used", "pr-link", "worktree-state"],
  ...["api-request", "api-request-blob", "api-request-shape", "api-request-resumed"],
  ...["cost-state", "atis-latch", "isolation-latch", "bridge-session", "session-owner"],
  ...["content-replacement", "relocated", "ended-by-model", "derived-from", "dev-mods"],
  ...["artifact-autoreact-ledger", "artifact-comment-monitor", "observer-ref", "frame-link"],
  ...["data-flow-records", "data-flow-incomplete", "hybrid-organization", "continued-in"],
]);

/** As a rule an output's beginning, and the name of a file that holds all of it. */
function textOf(replacement: unknown): [callId: string, text: string][] {
  if (!isJsonObject(replacement) || replacement.kind !== "tool-result") return [];
  const callId = textAt(replacement, "toolUseId");
  const text = textAt(replacement, "replacement");
  return callId === null || text === null ? [] : [[callId, text]];
}

/** Mostly such a line only notes where the conversation is; a person or a client may have gone back. */
function isRewind({ explicit, rewound, leafUuid }: JsonObject): boolean {
  return explicit === true && (rewound === true || typeof leafUuid === "string");
}

function kindOf(type: string, { subtype, data, attachment }: JsonObject): string {
  if (typeof subtype === "string") return `${type}.${subtype}`;
  const inner = type === "progress" ? data : type === "attachment" ? attachment : null;
  return isJsonObject(inner) && typeof inner.type === "string" ? `${type}.${inner.type}` : type;
}

function treeLineOf(object: JsonObject): TreeLine {
  const { parentUuid } = object;
  const parent = typeof parentUuid === "string" || parentUuid === null ? parentUuid : undefined;
  return { uuid: textAt(object, "uuid"), parentUuid: parent };
}

function readMessage(
  kind: string,
  object: JsonObject,
  { role, message }: Pick<MessageLine, "role" | "message">,
): LineMeaning {
  const place = treeLineOf(object);
  const isSummary = object.isCompactSummary === true;
  const isMeta = object.isMeta === true;
  if (object.isApiErrorMessage === true) {
    const error = textAt(object, "error") ?? "unknown";
    const data = { level: "error" as const, kind: "api_error", message: `API error: ${error}` };
    return { kind, does: "link", place, fact: { type: "notice.logged", data } };
  }
  if (object.isVisibleInTranscriptOnly === true && !isSummary) {
    return { kind, does: "link", place, fact: null };
  }
  // Each member by its name here and below: for every line, a spread costs as much as all else.
  const messagePlace = {
    uuid: place.uuid,
    parentUuid: place.parentUuid,
    messageId: role === "assistant" ? textAt(message, "id") : null,
    requestId: role === "assistant" ? textAt(object, "requestId") : null,
    calls: role === "assistant" ? idsOf(message.content, "tool_use", "id") : NO_IDS,
    answers: role === "user" ? idsOf(message.content, "tool_result", "tool_use_id") : NO_IDS,
    comesWith: isMeta ? textAt(object, "sourceToolUseID") : null,
    compacts: isSummary,
    isAttached: false,
  };
  const read = readBlocks(role, message.content);
  noteThinker(read, textAt(message, "model"));
  const line = { role, message, read, isMeta, isSummary, cwd: textAt(object, "cwd") };
  return { kind, does: "say", place: messagePlace, line };
}

/** Claude Code gives a model's thoughts to no other one. */
function noteThinker({ items }: ReadContent, model: string | null): void {
  if (model === null) return;
  for (const { item } of items) if (item.type === "reasoning") item["model"] = model;
}

function readAttached(kind: string, object: JsonObject, place: TreeLine): LineMeaning {
  const attached = readAttachment(object);
  if (attached === null) {
    const message = `what the model saw of a line ${kind} is neither recorded nor known`;
    const data = { level: "warning" as const, kind: "attachment-unread", message };
    return { kind, does: "link", place, fact: { type: "notice.logged", data } };
  }
  const { read, isTyped } = attached;
  if (read.items.length + read.unread.length === 0) {
    return { kind, does: "link", place, fact: null };
  }
  return sayBeside(kind, object, { place, read, isMeta: !isTyped, isAttached: true });
}

interface SaidBeside {
  readonly place: TreeLine;
  readonly read: ReadContent;
  readonly isMeta: boolean;
  readonly isAttached?: boolean;
}

/** A line without a message that the model is sent as the user's. */
function sayBeside(
  kind: string,
  object: JsonObject,
  { place, read, isMeta, isAttached = false }: SaidBeside,
): LineMeaning {
  const line = {
    ...{ role: "user" as const, isMeta, isSummary: false, message: {}, read },
    cwd: textAt(object, "cwd"),
  };
  return { kind, does: "say", place: { ...place, ...BESIDE, isAttached }, line };
}

const NO_IDS: readonly string[] = [];

/** The place of a line that is part of no answer. */
const BESIDE = {
  messageId: null,
  requestId: null,
  calls: NO_IDS,
  answers: NO_IDS,
  comesWith: null,
  compacts: false,
};

function idsOf(content: unknown, type: string, key: string): readonly string[] {
  let ids: string[] | null = null;
  for (const block of listOf(content)) {
    const id = isJsonObject(block) && block.type === type ? textAt(block, key) : null;
    if (id !== null) ids = added(ids, id);
  }
  return ids ?? NO_IDS;
}

function readBoundary(metadata: unknown): CompactBoundary {
  if (!isJsonObject(metadata)) return { trigger: null, tokensBefore: null, keeps: null };
  const { preTokens: tokens, preservedMessages, preservedSegment } = metadata;
  const keeps = readKeptList(preservedMessages) ?? readKeptChain(preservedSegment);
  const tokensBefore = isCount(tokens) ? tokens : null;
  return { trigger: textAt(metadata, "trigger"), tokensBefore, keeps };
}

/** The newer way to name what is kept: each of its lines. */
function readKeptList(preserved: unknown): KeptRange | null {
  if (!isJsonObject(preserved) || !Array.isArray(preserved.uuids)) return null;
  const anchorUuid = textAt(preserved, "anchorUuid");
  const uuids = preserved.uuids.filter((uuid) => typeof uuid === "string");
  return anchorUuid === null || uuids.length === 0 ? null : { by: "list", anchorUuid, uuids };
}

/** The older way: its first line and its last. */
function readKeptChain(preserved: unknown): KeptRange | null {
  if (!isJsonObject(preserved)) return null;
  const anchorUuid = textAt(preserved, "anchorUuid");
  const headUuid = textAt(preserved, "headUuid");
  const tailUuid = textAt(preserved, "tailUuid");
  if (anchorUuid === null || headUuid === null || tailUuid === null) return null;
  return { by: "chain", anchorUuid, headUuid, tailUuid };
}

function readMicrocompaction(kind: string, object: JsonObject, place: TreeLine): LineMeaning {
  const { microcompactMetadata: metadata } = object;
  const ids = listOf(isJsonObject(metadata) ? metadata.compactedToolIds : null);
  const callIds = ids.filter((id) => typeof id === "string");
  if (callIds.length === 0) return { kind, does: "link", place, fact: null };
  return { kind, does: "clear", place: { ...place, ...BESIDE, isAttached: false }, callIds };
}

function noticeOf({ error, retryAttempt, maxRetries }: JsonObject): Fact {
  const status = isJsonObject(error) && typeof error.status === "number" ? ` ${error.status}` : "";
  const retries = typeof retryAttempt === "number" && typeof maxRetries === "number";
  const retry = retries ? `, retry ${retryAttempt} of ${maxRetries}` : "";
  const data = { kind: "api_error", message: `API error${status}${retry}` };
  return { type: "notice.logged", data: { level: "warning", ...data } };
}
