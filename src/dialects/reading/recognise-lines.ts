import type { JsonObject } from "../../events/primitives.js";
import { LineSplitter, type Line } from "../line-splitter.js";
import type { LineForm } from "./line-form.js";
import { readLine } from "./object-reader.js";

/** How a dialect knows its lines. */
export interface LineMarks<Found> {
  readonly lines: LineForm;
  /** @returns null when the object may be of another tool's; `line` is 1-based */
  ofObject(value: JsonObject, line: number): Found | null;
  /** The same for the beginning of a line that is longer than what was read. */
  ofBeginning(text: string, line: number): Found | null;
}

/** So much of a cut line is looked at. */
const BEGINNING_BYTES = 4096;

/**
 * Recognises a session by its content, never by its name: the first line that can only be a line of
 * the dialect decides. Damage before it is passed over.
 * @param firstBytes of the (unpacked) content; the last line may be cut
 * @returns null when none of the lines is one
 */
export function recogniseLines<Found>(
  firstBytes: Uint8Array,
  marks: LineMarks<Found>,
): Found | null {
  const splitter = new LineSplitter();
  for (const line of splitter.push(firstBytes)) {
    const found = recogniseLine(line, marks);
    if (found !== null) return found;
  }
  for (const line of splitter.end()) {
    const beginning = line.bytes.toString("utf8", 0, BEGINNING_BYTES);
    const found = recogniseLine(line, marks) ?? marks.ofBeginning(beginning, line.number);
    if (found !== null) return found;
  }
  return null;
}

function recogniseLine<Found>(line: Line, marks: LineMarks<Found>): Found | null {
  for (const { value } of readLine(line, marks.lines).objects) {
    const found = marks.ofObject(value, line.number);
    if (found !== null) return found;
  }
  return null;
}
