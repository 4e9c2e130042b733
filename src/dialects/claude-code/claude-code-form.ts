import { isJsonObject } from "../../events/is-json-object.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Evidence } from "../keeping/evidence.js";
import { recordAs } from "../keeping/record-as.js";
import { isClaudeCodeLine } from "../reading/dialect-of.js";
import type { SessionForm } from "../reading/session-form.js";
import { ClaudeCodeAccounts } from "./claude-code-accounts.js";
import { ClaudeCodeDecoder } from "./claude-code-decoder.js";
import { CLAUDE_CODE_LINES } from "./claude-code-lines.js";
import { readBlocks } from "./read-blocks.js";
import { recogniseClaudeCode } from "./recognise-claude-code.js";

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
