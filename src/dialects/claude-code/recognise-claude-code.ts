import { LineSplitter, type Line } from "../line-splitter.js";
import { isClaudeCodeLine } from "../reading/dialect-of.js";
import { readLine } from "../reading/object-reader.js";
import type { Recognition } from "../reading/session-form.js";
import { CLAUDE_CODE_LINES } from "./claude-code-lines.js";

/** The start of a line that is longer than what was read. */
const CUT_LINE = /^\s*\{\s*"(?:parentUuid|logicalParentUuid)"\s*:\s*(?:null|"[^"]*")\s*,/;

/**
 * Recognises a Claude Code transcript by its content, never by its name: the first line that can only
 * be a line of one decides.
 * @param firstBytes of the (unpacked) content; the last line may be cut
 * @returns null when none of the lines is one
 */
export function recogniseClaudeCode(firstBytes: Uint8Array): Recognition | null {
  const splitter = new LineSplitter();
  for (const line of splitter.push(firstBytes)) {
    const found = recogniseLine(line);
    if (found !== null) return found;
  }
  for (const line of splitter.end()) {
    const found = recogniseLine(line);
    if (found !== null) return found;
    const isCut = CUT_LINE.test(line.bytes.toString("utf8", 0, 4096));
    if (isCut) return recognition(`line ${line.number} begins as a message in a tree`);
  }
  return null;
}

function recogniseLine(line: Line): Recognition | null {
  for (const { value } of readLine(line, CLAUDE_CODE_LINES).objects) {
    if (!isClaudeCodeLine(value)) continue;
    const mark = typeof value.uuid === "string" ? " with a place in the tree of messages" : "";
    return recognition(`line ${line.number} is a ${String(value.type)} line${mark}`);
  }
  return null;
}

function recognition(reason: string): Recognition {
  return { dialect: "claude-code", reason: `Claude Code transcript: ${reason}` };
}
