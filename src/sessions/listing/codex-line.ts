import { isUtf8 } from "node:buffer";
import { COMMUNICATION } from "../../dialects/codex/read-item.js";
import type { JsonObject } from "../../events/primitives.js";
import { parseLine } from "./listed-lines.js";

/** How a line begins that Codex wrote: its time, number, type, and the type of its payload. */
const HEAD =
  /^\{"timestamp":"(\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z)",(?:"ordinal":(\d+),)?"type":"(\w+)","payload":\{(?:"type":"(\w+)")?/;
const HEAD_BYTES = 160;

/** Of a message: it begins no turn, and says nothing that a title is made of. */
const OTHERS_MESSAGE =
  /"role":"(?:developer|system)"|"role":"assistant","content":\[\{"type":"output_text","text":"[^\s{\\"]/;
const MESSAGE_BYTES = 320;

export interface LineHead {
  /** RFC 3339. */
  readonly at: string;
  readonly ordinal: string | undefined;
  readonly type: string;
  /** The type of what is in it. */
  readonly inner: string | undefined;
}

/** @returns null: the line does not begin, or not end, as Codex writes it */
export function readHead(line: Buffer): LineHead | null {
  const found = HEAD.exec(line.toString("latin1", 0, HEAD_BYTES));
  const at = found?.[1];
  const type = found?.[3];
  if (found === null || at === undefined || type === undefined || !isClosed(line)) return null;
  return { at, ordinal: found[2], type, inner: found[4] };
}

/** Lines that are parsed, for what they say. */
const LINES: ReadonlySet<string> = new Set(["session_meta", "turn_context", COMMUNICATION]);
const EVENTS: ReadonlySet<string> = new Set([
  ...["token_count", "task_started", "turn_started", "thread_name_updated"],
]);

/** Null: it is in a form, or has a meaning, that is not read here. */
export function isLookedInto(line: Buffer, { type, inner }: LineHead): boolean | null {
  if (type === "response_item") {
    if (inner === undefined) return null;
    if (inner !== "message") return inner === "agent_message";
    return !OTHERS_MESSAGE.test(line.toString("latin1", 0, MESSAGE_BYTES));
  }
  if (type !== "event_msg") return LINES.has(type);
  return inner === undefined || inner === "thread_rolled_back" ? null : EVENTS.has(inner);
}

/** @returns undefined: it is damaged */
export function parseWhole(line: Buffer): JsonObject | undefined {
  const text = line.toString("utf8");
  return text.includes("\ufffd") && !isUtf8(line) ? undefined : parseLine(text);
}

const END_OF_OBJECT = 0x7d;
const END_OF_LIST = 0x5d;

/** Whether a line ends with its payload. */
function isClosed(line: Buffer): boolean {
  const { length } = line;
  return line[length - 1] === END_OF_OBJECT && line[length - 2] === END_OF_OBJECT;
}

/** In a line that is whole it stands nowhere but at the beginning. */
const LINE_START = Buffer.from('{"timestamp":"20');
/** Lists and objects that end together in a larger number may nest too deeply to be read. */
const MOST_ENDS = 12;

/** Whether a line that is not parsed looks like one that can be. */
export function isWhole(line: Buffer): boolean {
  let at = line.length - 1;
  while (line[at] === END_OF_OBJECT || line[at] === END_OF_LIST) at -= 1;
  const isFlat = line.length - 1 - at <= MOST_ENDS;
  return isFlat && isUtf8(line) && !line.includes(0) && line.indexOf(LINE_START, 1) === -1;
}
