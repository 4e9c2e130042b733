import { isKnownItemType } from "../../events/known-item-type.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Line } from "../line-splitter.js";
import { LineSplitter } from "../line-splitter.js";
import { CODEX_LINES } from "./codex-lines.js";
import { readLine } from "../reading/object-reader.js";
import { isBareMetadata } from "./session-meta.js";

/** What a file was recognised as, and by what. */
export interface CodexRecognition {
  readonly dialect: "codex";
  /** `bare`: the form of 2025 without envelopes; `envelope`: `{timestamp, type, payload}`. */
  readonly form: "bare" | "envelope";
  /** For people: `Codex rollout (envelope form): line 1 is a session_meta line`. */
  readonly reason: string;
}

const ENVELOPE_TYPES: ReadonlySet<string> = new Set([
  ...["session_meta", "response_item", "event_msg", "turn_context", "compacted"],
]);
/** The start of a line that is longer than what was read. */
const CUT_LINE =
  /^\s*\{\s*(?:"(?:timestamp|ordinal)"\s*:\s*(?:"[^"]*"|\d+)\s*,\s*)*"type"\s*:\s*"(session_meta|response_item|event_msg|turn_context|compacted)"/;

/**
 * Recognises a Codex rollout by its content, never by its name: the first line that can be read as
 * a line of one decides. Damage before it is passed over.
 * @param firstBytes of the (unpacked) content; the last line may be cut
 * @returns null when none of the lines is one
 */
export function recogniseCodex(firstBytes: Uint8Array): CodexRecognition | null {
  const splitter = new LineSplitter();
  for (const line of splitter.push(firstBytes)) {
    const found = recogniseLine(line);
    if (found !== null) return found;
  }
  for (const line of splitter.end()) {
    const found = recogniseLine(line) ?? recogniseCutLine(line);
    if (found !== null) return found;
  }
  return null;
}

function recogniseLine(line: Line): CodexRecognition | null {
  for (const { value } of readLine(line, CODEX_LINES).objects) {
    const found = recogniseObject(value);
    if (found !== null) return recognition(found.form, `line ${line.number} is ${found.name}`);
  }
  return null;
}

function recogniseObject(
  value: JsonObject,
): { readonly form: CodexRecognition["form"]; readonly name: string } | null {
  const { type, payload, record_type: recordType } = value;
  if (typeof type === "string" && payload !== undefined) {
    if (!ENVELOPE_TYPES.has(type) && typeof value.timestamp !== "string") return null;
    return { form: "envelope", name: `a ${type} line` };
  }
  if (recordType === "state") return { form: "bare", name: "a state line" };
  if (isBareMetadata(value)) return { form: "bare", name: "a bare metadata line" };
  const isItem = typeof type === "string" && isKnownItemType(type) && isBareItem(value);
  return isItem ? { form: "bare", name: `a bare ${type} item` } : null;
}

/** Other tools have lines of these types too: with the message inside, or with a summary. */
function isBareItem({ type, content, encrypted_content: encrypted }: JsonObject): boolean {
  if (type === "message") return Array.isArray(content);
  return type !== "compaction" || typeof encrypted === "string";
}

function recogniseCutLine(line: Line): CodexRecognition | null {
  const type = CUT_LINE.exec(line.bytes.toString("utf8", 0, 4096))?.[1];
  if (type === undefined) return null;
  return recognition("envelope", `line ${line.number} begins as a ${type} line`);
}

function recognition(form: CodexRecognition["form"], reason: string): CodexRecognition {
  return { dialect: "codex", form, reason: `Codex rollout (${form} form): ${reason}` };
}
