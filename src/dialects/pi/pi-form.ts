import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { LineForm } from "../shared/damage.js";
import { evidenceOf } from "../shared/evidence.js";
import { isPiLine, type LineMarks } from "../shared/recognition.js";
import type { SessionForm } from "../shared/session-form.js";
import { PiAccounts } from "./accounts.js";
import { itemFacts } from "./entry-facts.js";
import { PiDecoder } from "./pi-decoder.js";
import { versionOf } from "./session-start.js";

/**
 * How the lines of a pi session look. A file that lost its final line feed before pi went on in it has
 * two objects in one line: both are read, and nothing is wrong.
 */
const LINES: LineForm = {
  start: /\{\s*"(?:type|id|parentId|timestamp)"\s*:/g,
  isLine: isPiLine,
  gluedIsDamage: false,
};

const FILE = "pi session";
/** The start of a line that is longer than what was read. */
const CUT_LINE = /^\s*\{\s*"type"\s*:\s*"message"\s*,[^{]*"message"\s*:\s*\{\s*"role"\s*:/;

const MARKS: LineMarks = {
  ofObject: (value) => {
    if (!isPiLine(value) || !isDecisive(value)) return null;
    if (value.type === "session") {
      return { file: FILE, line: `is a session header of version ${versionOf(value)}` };
    }
    const isPlaced = "parentId" in value;
    const entry = `is a ${String(value.type)} entry with a place in the tree`;
    return { file: FILE, line: isPlaced ? entry : "is an entry with a message inside" };
  },
  ofBeginning: (text) =>
    CUT_LINE.test(text) ? { file: FILE, line: "begins as an entry with a message inside" } : null,
};

/** Other programs have entries with a message, and trees of them, too. */
function isDecisive({ type, message }: JsonObject): boolean {
  if (type !== "message") return typeof type === "string" && ENTRY_TYPES.has(type);
  if (!isJsonObject(message)) return false;
  return typeof message.timestamp === "number" || message.role === "toolResult";
}

const ENTRY_TYPES: ReadonlySet<string> = new Set([
  ...["session", "model_change", "thinking_level_change", "compaction", "branch_summary"],
  ...["custom", "custom_message", "label", "session_info"],
]);

/** Sessions of the pi coding agent, `~/.pi/agent/sessions/**` + `/*.jsonl` (docs/pi.md). */
export const piForm: SessionForm = {
  name: "pi",
  lines: LINES,
  marks: MARKS,
  looksAhead: false,
  isOwn: isPiLine,
  decoder: (options) => new PiDecoder(options),
  evidenceIn: (entry) =>
    evidenceOf((options) => {
      itemFacts(entry, options);
    }),
  accountant: () => new PiAccounts(),
};
