import { isClaudeCodeLine } from "../reading/dialect-of.js";
import type { LineForm } from "../reading/line-form.js";

/**
 * How the lines of a transcript look. A file that lost its final line feed before Claude Code went on
 * in it has two objects in one line: both are read, and nothing is wrong.
 */
export const CLAUDE_CODE_LINES: LineForm = {
  start: /\{\s*"(?:parentUuid|type|sessionId|uuid|isSidechain|logicalParentUuid)"\s*:/g,
  isLine: isClaudeCodeLine,
  gluedIsDamage: false,
};
