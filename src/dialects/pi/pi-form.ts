import type { JsonObject } from "../../events/primitives.js";
import type { LineForm } from "../shared/damage.js";
import type { Evidence } from "../shared/evidence.js";
import { isPiLine, recogniseLines } from "../shared/recognition.js";
import type { Recognition, SessionForm } from "../shared/session-form.js";
import { PiAccounts } from "./accounts.js";
import { itemFacts } from "./entry-facts.js";
import { PiDecoder } from "./pi-decoder.js";
import { versionOf } from "./session-start.js";

/**
 * How the lines of a pi session look. A file that lost its final line feed before pi went on in it has
 * two objects in one line: both are read, and nothing is wrong.
 */
const PI_LINES: LineForm = {
  start: /\{\s*"(?:type|id|parentId|timestamp)"\s*:/g,
  isLine: isPiLine,
  gluedIsDamage: false,
};

/** Sessions of the pi coding agent, `~/.pi/agent/sessions/**` + `/*.jsonl` (docs/pi.md). */
export const piForm: SessionForm = {
  name: "pi",
  lines: PI_LINES,
  looksAhead: false,
  recognise: recognisePi,
  isOwn: isPiLine,
  decoder: (options) => new PiDecoder(options),
  evidenceIn,
  accountant: () => new PiAccounts(),
  // Every line of a session is kept in its own form: there is none that would go without saying.
  plainObject: () => Promise.resolve(null),
};

/** Under this policy every output with a text is cut, so that its original is evidence. */
const CUT_ALL = { mode: "bytes", limit: 0 } as const;

function evidenceIn(entry: JsonObject): readonly Evidence[] {
  const found: Evidence[] = [];
  itemFacts(entry, { policy: CUT_ALL, keep: (one) => void found.push(one) });
  return found;
}

/** The start of a line that is longer than what was read. */
const CUT_LINE = /^\s*\{\s*"type"\s*:\s*"message"\s*,[^{]*"message"\s*:\s*\{\s*"role"\s*:/;

/** @returns null when none of the lines can only be one of a pi session */
function recognisePi(firstBytes: Uint8Array): Recognition | null {
  return recogniseLines(firstBytes, {
    lines: PI_LINES,
    ofObject: (value, line) =>
      isPiLine(value) ? recognition(`line ${line} is ${nameOf(value)}`) : null,
    ofBeginning: (text, line) =>
      CUT_LINE.test(text)
        ? recognition(`line ${line} begins as an entry with a message inside`)
        : null,
  });
}

function nameOf(object: JsonObject): string {
  if (object.type === "session") return `a session header of version ${versionOf(object)}`;
  return "parentId" in object
    ? `a ${String(object.type)} entry with a place in the tree`
    : "an entry with a message inside";
}

function recognition(reason: string): Recognition {
  return { dialect: "pi", reason: `pi session: ${reason}` };
}
