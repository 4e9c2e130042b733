import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { evidenceOf, recordAs } from "../shared/evidence.js";
import { isClaudeCodeLine, type LineMarks } from "../shared/recognition.js";
import type { SessionForm } from "../shared/session-form.js";
import type { ReadItem } from "../shared/read-items.js";
import { ClaudeCodeAccounts } from "./accounts.js";
import { readAttachment } from "./attachments.js";
import { ClaudeCodeDecoder } from "./claude-code-decoder.js";
import { readBlocks } from "./read-blocks.js";
import { CLAUDE_CODE_LINES } from "./session-start.js";

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
};
