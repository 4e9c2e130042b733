import type { JsonObject } from "../../events/primitives.js";
import { isPiLine } from "../reading/dialect-of.js";
import { recogniseLines } from "../reading/recognise-lines.js";
import type { Recognition } from "../reading/session-form.js";
import { PI_LINES } from "./pi-lines.js";
import { versionOf } from "./session-start.js";

/** The start of a line that is longer than what was read. */
const CUT_LINE = /^\s*\{\s*"type"\s*:\s*"message"\s*,[^{]*"message"\s*:\s*\{\s*"role"\s*:/;

/** @returns null when none of the lines can only be one of a pi session */
export function recognisePi(firstBytes: Uint8Array): Recognition | null {
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
