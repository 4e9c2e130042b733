import type { JsonObject } from "../../events/primitives.js";
import { LineSplitter, type Line } from "../line-splitter.js";
import { isPiLine } from "../reading/dialect-of.js";
import { readLine } from "../reading/object-reader.js";
import type { Recognition } from "../reading/session-form.js";
import { PI_LINES } from "./pi-lines.js";
import { versionOf } from "./session-start.js";

/** The start of a line that is longer than what was read. */
const CUT_LINE = /^\s*\{\s*"type"\s*:\s*"message"\s*,[^{]*"message"\s*:\s*\{\s*"role"\s*:/;

/**
 * Recognises a pi session by its content, never by its name: the first line that can only be a line of
 * one decides.
 * @param firstBytes of the (unpacked) content; the last line may be cut
 * @returns null when none of the lines is one
 */
export function recognisePi(firstBytes: Uint8Array): Recognition | null {
  const splitter = new LineSplitter();
  for (const line of splitter.push(firstBytes)) {
    const found = recogniseLine(line);
    if (found !== null) return found;
  }
  for (const line of splitter.end()) {
    const found = recogniseLine(line);
    if (found !== null) return found;
    const isCut = CUT_LINE.test(line.bytes.toString("utf8", 0, 4096));
    if (isCut) return recognition(`line ${line.number} begins as an entry with a message inside`);
  }
  return null;
}

function recogniseLine(line: Line): Recognition | null {
  const found = readLine(line, PI_LINES).objects.find(({ value }) => isPiLine(value));
  return found === undefined ? null : recognition(`line ${line.number} is ${nameOf(found.value)}`);
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
