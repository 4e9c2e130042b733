import { isJsonObject, parseJson } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { LineForm } from "./damage.js";
import { type Line, LineSplitter } from "./line-splitter.js";
import { readLine } from "./object-reader.js";
import { otherProgram } from "./other-programs.js";

/** What a file was recognised as, and by what. */
export interface Recognition {
  readonly dialect: string;
  /** For people: `Codex rollout (envelope form): line 1 is a session_meta line`. */
  readonly reason: string;
}

/** How a dialect knows its lines; null: it may be another tool's. */
export interface LineMarks {
  ofObject(value: JsonObject): LineMark | null;
  /** The same for the beginning of a line that is longer than what was read. */
  ofBeginning(text: string): LineMark | null;
}

/** For people: `Codex rollout (envelope form)` and `is a session_meta line`. */
interface LineMark {
  readonly file: string;
  readonly line: string;
}

/** So much of a cut line is looked at. */
const BEGINNING_BYTES = 4096;

/**
 * The first lines of a content. What is whole of them is parsed once, however many dialects are tried:
 * each of them looks for a line of its own to the end.
 */
export class FirstLines {
  readonly whole: readonly Line[];
  /** The last line, which may be cut. */
  readonly cut: readonly Line[];
  readonly #objects = new Map<Line, LineObjects>();

  /** @param bytes of the (unpacked) content */
  constructor(bytes: Uint8Array) {
    const splitter = new LineSplitter();
    this.whole = linesWithWords(splitter.push(bytes));
    this.cut = [...splitter.end()];
  }

  objectsOf(line: Line, form: LineForm): LineObjects {
    const known = this.#objects.get(line);
    if (known !== undefined) return known;
    const { objects, damage } = readLine(line, form);
    if (damage.length === 0) this.#objects.set(line, objects); // else it depends on the dialect
    return objects;
  }
}

/** Of a file of line feeds nearly nothing is kept. */
function linesWithWords(lines: Iterable<Line>): readonly Line[] {
  const kept: Line[] = [];
  for (const line of lines) if (line.to - line.from > 2) kept.push(line);
  return kept;
}

type LineObjects = readonly { readonly value: JsonObject }[];

/**
 * Recognises a session by its content, never by its name: the first line that can only be a line of
 * a dialect decides. Damage before it is passed over, and so are lines that many programs write.
 * @param forms tried on each line in this order
 * @returns null if none of the lines is one, or one of another program precedes it
 */
export function recognise<Form extends RecognisableForm>(
  firstLines: FirstLines,
  forms: readonly Form[],
): { readonly form: Form; readonly recognition: Recognition } | null {
  for (const line of firstLines.whole) {
    for (const form of forms) {
      const objects = firstLines.objectsOf(line, form.lines);
      if (objects.some(({ value }) => otherProgram(value) !== null)) return null;
      const mark = markOf(objects, form.marks);
      if (mark !== null) return { form, recognition: recognition(form, line, mark) };
    }
  }
  for (const line of firstLines.cut) {
    const beginning = line.bytes.toString("utf8", 0, BEGINNING_BYTES);
    for (const form of forms) {
      const { lines, marks } = form;
      const mark = markOf(firstLines.objectsOf(line, lines), marks) ?? marks.ofBeginning(beginning);
      if (mark !== null) return { form, recognition: recognition(form, line, mark) };
    }
  }
  return null;
}

function recognition(
  { name }: RecognisableForm,
  { number }: Line,
  { file, line }: LineMark,
): Recognition {
  return { dialect: name, reason: `${file}: line ${number} ${line}` };
}

interface RecognisableForm {
  readonly name: string;
  readonly lines: LineForm;
  readonly marks: LineMarks;
}

function markOf(objects: LineObjects, marks: LineMarks): LineMark | null {
  for (const { value } of objects) {
    const mark = marks.ofObject(value);
    if (mark !== null) return mark;
  }
  return null;
}

/** The types of a rollout's lines. */
export const CODEX_TYPES: ReadonlySet<unknown> = new Set([
  ...["session_meta", "response_item", "event_msg", "turn_context", "compacted"],
]);

/**
 * The dialect that an object by itself can only be a line of, by marks that no other has.
 * @returns null: it could be anything
 */
export function dialectOf(object: JsonObject): "codex" | "claude-code" | "pi" | null {
  if (CODEX_TYPES.has(object.type) && isJsonObject(object.payload)) return "codex";
  if (isClaudeCodeLine(object)) return "claude-code";
  return isPiLine(object) ? "pi" : null;
}

/** A message with its place in the tree, or one of the lines that only Claude Code writes. */
export function isClaudeCodeLine(object: JsonObject): boolean {
  const { type, sessionId } = object;
  if (typeof type !== "string" || "payload" in object) return false;
  if (typeof object.uuid === "string" && "parentUuid" in object) return true;
  if (type === "file-history-snapshot") return typeof object.messageId === "string";
  if (type === "summary") return typeof object.leafUuid === "string";
  return typeof sessionId === "string" && !("cwd" in object && type === "session");
}

/** The header of a session, an entry with the message inside, or one with its place in the tree. */
export function isPiLine(object: JsonObject): boolean {
  const { type, message, id, cwd, timestamp } = object;
  if (typeof type !== "string" || "payload" in object) return false;
  if (type === "session") {
    return typeof cwd === "string" || (typeof id === "string" && typeof timestamp === "string");
  }
  if (type === "message" && isJsonObject(message)) return typeof message.role === "string";
  return "parentId" in object && typeof id === "string";
}

const DIALECT_FILES = {
  codex: "a Codex rollout",
  "claude-code": "a Claude Code transcript",
  pi: "a pi session",
} as const;

/** What a file that is no session looks like, for people. @param firstBytes of its content */
export function describeContent(firstBytes: Uint8Array): string {
  const [a, b] = firstBytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    return "text in UTF-16 (a rollout is UTF-8)";
  }
  if (firstBytes.subarray(0, 512).some(isControl)) return "binary data";
  const text = Buffer.from(firstBytes).toString("utf8");
  return describeText(text.replace(/^\ufeff/, "").trimStart());
}

/** Bytes that are in no text: control characters but tab, line ends, form feed and escape. */
function isControl(byte: number): boolean {
  return byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte);
}

function describeText(text: string): string {
  if (/^<(?:!doctype html|html)/i.test(text)) return "an HTML page";
  if (text.startsWith("[")) return "a JSON array (a rollout has one object on each line)";
  if (!text.startsWith("{")) return "plain text";
  for (const line of text.split("\n").slice(0, 20)) {
    const object = parseJson(line);
    const name = isJsonObject(object) ? describeObject(object, line) : null;
    if (name !== null) return name;
  }
  return /^\{\s*\n/.test(text)
    ? "a JSON document over several lines (a rollout has one object on each line)"
    : "JSON lines of another kind";
}

/** What an editor, or a program that copies text, did to a rollout. */
const RETURNS = "its lines got carriage returns: take them out";

function describeObject(object: JsonObject, line: string): string | null {
  if ("offset" in object && "sum" in object && "data" in object) {
    return `a rollout of Refold's own (${line.endsWith("\r") ? RETURNS : "open it as a thread"})`;
  }
  const other = otherProgram(object);
  if (other !== null) return other;
  const dialect = dialectOf(object);
  if (dialect !== null) return DIALECT_FILES[dialect];
  return Array.isArray(object.messages) ? "a list of chat completions" : null;
}
