import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { type Evidence, recordAs } from "../shared/evidence.js";
import { isClaudeCodeLine, recogniseLines } from "../shared/recognition.js";
import type { Recognition, SessionForm } from "../shared/session-form.js";
import { ClaudeCodeAccounts } from "./accounts.js";
import { ClaudeCodeDecoder } from "./claude-code-decoder.js";
import { readBlocks } from "./read-blocks.js";
import { CLAUDE_CODE_LINES } from "./session-start.js";

/** Transcripts of Claude Code, `~/.claude/projects/**` + `/*.jsonl` (docs/claude-code.md). */
export const claudeCodeForm: SessionForm = {
  name: "claude-code",
  lines: CLAUDE_CODE_LINES,
  looksAhead: true,
  recognise: recogniseClaudeCode,
  isOwn: isClaudeCodeLine,
  decoder: (options) => new ClaudeCodeDecoder(options),
  evidenceIn,
  accountant: () => new ClaudeCodeAccounts(),
  // Every line of a transcript is kept in its own form: there is none that would go without saying.
  plainObject: () => Promise.resolve(null),
};

/** Under this policy every output with a text is cut, so that its original is evidence. */
const CUT_ALL = { mode: "bytes", limit: 0 } as const;

function evidenceIn({ type, message }: JsonObject): readonly Evidence[] {
  if ((type !== "user" && type !== "assistant") || !isJsonObject(message)) return [];
  const found: Evidence[] = [];
  const options = { policy: CUT_ALL, keep: (one: Evidence) => void found.push(one) };
  for (const { item } of readBlocks(type, message.content).items) {
    recordAs(item, () => "runtime", options);
  }
  return found;
}

/** The start of a line that is longer than what was read. */
const CUT_LINE = /^\s*\{\s*"(?:parentUuid|logicalParentUuid)"\s*:\s*(?:null|"[^"]*")\s*,/;

/** @returns null when none of the lines can only be one of a Claude Code transcript */
function recogniseClaudeCode(firstBytes: Uint8Array): Recognition | null {
  return recogniseLines(firstBytes, {
    lines: CLAUDE_CODE_LINES,
    ofObject: (value, line) =>
      isClaudeCodeLine(value) ? recognition(`line ${line} is ${nameOf(value)}`) : null,
    ofBeginning: (text, line) =>
      CUT_LINE.test(text) ? recognition(`line ${line} begins as a message in a tree`) : null,
  });
}

function nameOf({ type, uuid }: JsonObject): string {
  const mark = typeof uuid === "string" ? " with a place in the tree of messages" : "";
  return `a ${String(type)} line${mark}`;
}

function recognition(reason: string): Recognition {
  return { dialect: "claude-code", reason: `Claude Code transcript: ${reason}` };
}
