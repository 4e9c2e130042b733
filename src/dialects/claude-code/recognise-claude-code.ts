import type { JsonObject } from "../../events/primitives.js";
import { isClaudeCodeLine } from "../reading/dialect-of.js";
import { recogniseLines } from "../reading/recognise-lines.js";
import type { Recognition } from "../reading/session-form.js";
import { CLAUDE_CODE_LINES } from "./claude-code-lines.js";

/** The start of a line that is longer than what was read. */
const CUT_LINE = /^\s*\{\s*"(?:parentUuid|logicalParentUuid)"\s*:\s*(?:null|"[^"]*")\s*,/;

/** @returns null when none of the lines can only be one of a Claude Code transcript */
export function recogniseClaudeCode(firstBytes: Uint8Array): Recognition | null {
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
