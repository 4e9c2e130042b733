import { diffArrays } from "diff";
import { isJsonObject, ownMember, parseJson } from "../../events/json.js";
import { valueWords } from "../item-words.js";

/** What a call does to files, as people read it. */
export interface CallEdits {
  readonly edits: readonly Edit[];
  /** The call's other arguments. */
  readonly others: readonly (readonly [name: string, value: string])[];
}

export interface Edit {
  /** Null: the lines name the files. */
  readonly path: string | null;
  readonly lines: readonly DiffLine[];
}

/** A line of a diff: added, removed, kept, or about the patch. */
export interface DiffLine {
  readonly sign: "+" | "-" | " " | "";
  readonly text: string;
}

/**
 * The edits of a call to one of the tools that edit files: Codex's patches (also inside a shell's
 * command), Claude Code's and pi's replacements and new files.
 * @param text the call's arguments, as recorded
 * @returns null: the call edits nothing, as far as its arguments say
 */
export function readEdits(name: string | null, text: string): CallEdits | null {
  const parsed = parseJson(text);
  if (!isJsonObject(parsed)) return patchEdits(text, []);
  const path = PATHS.find((member) => typeof parsed[member] === "string");
  if (path !== undefined) return fileEdits(name, path, parsed);
  for (const [member, value] of Object.entries(parsed)) {
    const command = Array.isArray(value) ? value.findLast(isPatch) : value;
    if (isPatch(command)) return patchEdits(command, othersOf(parsed, [member]));
  }
  return null;
}

const PATHS = ["file_path", "path", "filePath"];
const OLD = ["old_string", "oldText", "old_str"];
const NEW = ["new_string", "newText", "new_str"];

type JsonObject = Readonly<Record<string, unknown>>;

function fileEdits(name: string | null, pathName: string, call: JsonObject): CallEdits | null {
  const path = valueWords(call[pathName]);
  const replaced = replacement(call);
  if (replaced !== null) {
    const others = othersOf(call, [pathName, ...OLD, ...NEW]);
    return { edits: [{ path, lines: replaced }], others };
  }
  const list = ownMember(call, "edits");
  if (Array.isArray(list)) {
    const lines = list.map((one: unknown) => (isJsonObject(one) ? replacement(one) : null));
    const known = lines.filter((one) => one !== null);
    if (known.length !== lines.length || lines.length === 0) return null;
    const rest = list.flatMap((one: unknown) =>
      isJsonObject(one) ? othersOf(one, [...OLD, ...NEW]) : [],
    );
    const others = [...othersOf(call, [pathName, "edits"]), ...rest];
    return { edits: known.map((one) => ({ path, lines: one })), others };
  }
  const content = ownMember(call, "content");
  if (typeof content !== "string" || !/write|create/i.test(name ?? "")) return null;
  const lines = linesOf(content).map((line) => ({ sign: "+" as const, text: line }));
  return { edits: [{ path, lines }], others: othersOf(call, [pathName, "content"]) };
}

function othersOf(object: JsonObject, told: readonly string[]): CallEdits["others"] {
  return Object.entries(object)
    .filter(([member]) => !told.includes(member))
    .map(([member, value]) => [member, valueWords(value)]);
}

/** The lines of a text that takes the place of another; null: the members name no two texts. */
function replacement(edit: JsonObject): readonly DiffLine[] | null {
  const from = OLD.map((member) => ownMember(edit, member)).find((text) => text !== undefined);
  const to = NEW.map((member) => ownMember(edit, member)).find((text) => text !== undefined);
  return typeof from === "string" && typeof to === "string" ? diffLines(from, to) : null;
}

/** Texts that differ in more lines are shown one after the other: to align them takes too long. */
const MAX_CHANGED_LINES = 1_000;

function diffLines(from: string, to: string): readonly DiffLine[] {
  // Where only one of them ends with a line feed, that is a difference.
  const isEnded = [from, to].every((text) => text === "" || text.endsWith("\n"));
  const split = (text: string): string[] =>
    isEnded || text === "" ? linesOf(text) : text.split("\n");
  const [old, fresh] = [split(from), split(to)];
  const changes = diffArrays(old, fresh, { maxEditLength: MAX_CHANGED_LINES }) ?? [
    { value: old, removed: true, added: false },
    { value: fresh, removed: false, added: true },
  ];
  return changes.flatMap(({ value, added, removed }) => {
    const sign = added ? "+" : removed ? "-" : " ";
    return value.map((text) => ({ sign, text }) as const);
  });
}

/** The line feed that ends a text begins no line. */
function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

const BEGIN = /^\*\*\* Begin Patch\s*$/m;

function isPatch(value: unknown): value is string {
  return typeof value === "string" && BEGIN.test(value);
}

/** A patch of Codex, with what stands before and after it. */
function patchEdits(text: string, others: CallEdits["others"]): CallEdits | null {
  if (!BEGIN.test(text)) return null;
  let isInside = false;
  const lines = linesOf(text).map((line): DiffLine => {
    if (BEGIN.test(line)) isInside = true;
    else if (/^\*\*\* End Patch\s*$/.test(line)) isInside = false;
    else if (isInside) {
      const [sign] = line;
      if (sign === "+" || sign === "-" || sign === " ") return { sign, text: line.slice(1) };
    }
    return { sign: "", text: line };
  });
  return { edits: [{ path: null, lines }], others };
}
