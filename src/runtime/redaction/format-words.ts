import { decodeText } from "../../projections/redaction/encoded-texts.js";

/** Members whose value may be a word of the format itself, which no reader could do without. */
const MEMBERS: ReadonlySet<string> = new Set(
  "type role origin trigger placement mode lifetime level kind dialect".split(" "),
);

const WORDS: ReadonlySet<string> = new Set(
  (
    "message reasoning local_shell_call function_call function_call_output custom_tool_call " +
    "custom_tool_call_output tool_search_call tool_search_output web_search_call " +
    "image_generation_call ghost_snapshot compaction compaction_summary other " +
    "input_text output_text input_image summary_text reasoning_text text exec " +
    "user assistant developer system tool agent model runtime " +
    "pre-turn mid-turn manual model-downshift foreign none before-last-user " +
    "full diff observed told bytes tokens session turn checkpoint prompt client " +
    "info warning error function custom refold codex claude-code"
  ).split(" "),
);

/** True for a word of the format: never redacted, whatever pattern it matches. */
export function isFormatWord(member: string, value: string): boolean {
  return MEMBERS.has(member) && (WORDS.has(value) || /^[a-z]+\.[a-z-]+$/.test(value));
}

const HASH = /^(blob:)?sha256-[0-9a-f]{64}$/;

export function isHash(value: string): boolean {
  return HASH.test(value);
}

const PAYLOAD_LENGTH = 512;

/** Bytes in base 64 that are no text: an image, sealed reasoning. */
export function isPayload(value: string): boolean {
  if (value.length < PAYLOAD_LENGTH) return false;
  const base64 = value.replace(/^data:[^,]{0,200};base64,/i, "");
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(base64) && decodeText(base64) === null;
}
