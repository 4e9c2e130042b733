import { isKnownItemType } from "../../events/known-item-type.js";
import type { JsonObject } from "../../events/primitives.js";
import { CODEX_LINES } from "./codex-lines.js";
import { recogniseLines } from "../reading/recognise-lines.js";
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

/** @returns null when none of the lines can only be one of a Codex rollout */
export function recogniseCodex(firstBytes: Uint8Array): CodexRecognition | null {
  return recogniseLines(firstBytes, {
    lines: CODEX_LINES,
    ofObject: (value, line) => {
      const found = recogniseObject(value);
      return found === null ? null : recognition(found.form, `line ${line} is ${found.name}`);
    },
    ofBeginning: (text, line) => {
      const type = CUT_LINE.exec(text)?.[1];
      if (type === undefined) return null;
      return recognition("envelope", `line ${line} begins as a ${type} line`);
    },
  });
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

function recognition(form: CodexRecognition["form"], reason: string): CodexRecognition {
  return { dialect: "codex", form, reason: `Codex rollout (${form} form): ${reason}` };
}
