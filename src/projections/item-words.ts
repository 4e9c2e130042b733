import { withoutEditorContext } from "../codex-strings.js";
import { callName } from "../events/calls.js";
import type { LogEvent } from "../events/event.js";
import { agentMessageTexts } from "../events/item-class.js";
import { isPartsOutput } from "../events/item-images.js";
import type {
  InputImage,
  Item,
  MessagePart,
  OutputPart,
  ReasoningItem,
  RecordedItem,
} from "../events/item.js";
import { isJsonObject, ownMember, parseJson } from "../events/json.js";
import { isFactType } from "../events/known-event.js";
import { byteFigure, counted } from "./figures.js";

/** What people read of an item: its text, with a word for each picture. */
export function itemWords(item: Item): string {
  switch (item.type) {
    case "message":
      return partsWords(item.content);
    case "reasoning":
      return reasoningWords(item);
    case "local_shell_call":
      return commandWords(item.action.command);
    case "function_call": {
      const { command, others } = readCallArguments(item.arguments);
      return command ?? memberWords(others);
    }
    case "custom_tool_call":
      return item.input;
    case "function_call_output":
    case "custom_tool_call_output":
      return typeof item.output === "string"
        ? readOutput(item.output).text
        : partsWords(item.output);
    case "tool_search_call":
      return JSON.stringify(item.arguments ?? null);
    case "tool_search_output":
      return `${counted(item.tools.length, "tool")} found`;
    case "web_search_call":
      return (
        textField(item.action, "query") ||
        textField(item.action, "url") ||
        (item.action?.type ?? "")
      );
    case "image_generation_call":
      return item.revised_prompt ?? "";
    case "ghost_snapshot":
      return textField(item.ghost_commit, "id");
    case "compaction":
    case "compaction_summary":
      if (item["provider"] !== undefined) return "(compaction block; its text follows)";
      return `(encrypted summary, ${byteFigure(item.encrypted_content.length)})`;
    case "other":
      return agentMessageTexts(item)?.join("\n") ?? `(an item of type ${item.original.type})`;
  }
}

function partsWords(parts: readonly (MessagePart | OutputPart)[]): string {
  return parts
    .map((part) => (part.type === "input_image" ? imageWords(part) : part.text))
    .join("\n");
}

function imageWords({ image_url: url, blob }: InputImage): string {
  if (blob !== undefined) {
    const { width, height, payloadBytes } = blob;
    const size = width !== null && height !== null ? `${width}×${height}, ` : "";
    return `[image: ${size}${byteFigure(payloadBytes)} as text]`;
  }
  const isInline = url.startsWith("data:");
  return isInline ? `[image: ${byteFigure(url.length)} inline]` : `[image: ${url.slice(0, 120)}]`;
}

function reasoningWords({ summary, content, encrypted_content: sealed }: ReasoningItem): string {
  const texts = [...summary, ...(content ?? [])].map(({ text }) => text);
  const said = texts.filter((text) => text !== "").join("\n");
  if (said !== "") return said;
  return typeof sealed === "string"
    ? `(encrypted, ${byteFigure(sealed.length)})`
    : "(nothing said)";
}

function memberWords(members: readonly (readonly [name: string, value: string])[]): string {
  return members.map(([name, value]) => `${name}: ${value}`).join(", ");
}

const UNKNOWN_CHARACTERS = 2_000;

/** The beginning of what an event says whose type or version has no meaning here, as an application's own. */
export function unknownWords({ type, data, v }: LogEvent): string {
  const words = isJsonObject(data)
    ? memberWords(Object.entries(data).map(([name, value]) => [name, valueWords(value)]))
    : JSON.stringify(data ?? null);
  const told = words.slice(0, UNKNOWN_CHARACTERS);
  return isFactType(type) ? `(version ${v ?? 1}, not known here) ${told}` : told;
}

/** The exit code that a tool's output names; null: none. */
export function exitCodeOf(item: Item): number | null {
  if (!isPartsOutput(item)) return null;
  return typeof item.output === "string" ? readOutput(item.output).exitCode : null;
}

function textField(value: object | null | undefined, name: string): string {
  const found = isJsonObject(value) ? ownMember(value, name) : undefined;
  return typeof found === "string" ? found : "";
}

/** What a person said, with a note in place of what an editor added. */
export function userWords(text: string): string {
  const request = withoutEditorContext(text);
  return request === text ? text : `${request}\n[and what was open in the editor]`;
}

export type ListedItem = Pick<RecordedItem, "item" | "origin" | "countedBytes">;

/** What a list of items says of one, on a single line: who, which kind, how large, the first words. */
export function itemLine({ item, origin, countedBytes }: ListedItem) {
  const name = callName(item);
  const words = itemWords(item);
  return {
    kind: item.type === "message" ? `${origin} message` : item.type.replaceAll("_", " "),
    size: byteFigure(countedBytes),
    words: name === null ? words : `${name} ${words}`,
  };
}

/** `["bash", "-lc", "ls"]` is what the shell was told: `ls`. */
function commandWords(command: readonly string[]): string {
  const [program = "", flag = "", script] = command;
  const isShell = /(^|\/)(ba|z|da|k)?sh$/.test(program) && /^-\w*c$/.test(flag);
  return isShell && script !== undefined && command.length === 3 ? script : command.join(" ");
}

/** What a tool was called with, for people. */
export interface CallArguments {
  /** Of a shell tool, or a text that is no JSON object; null: the call has arguments only. */
  readonly command: string | null;
  /** The other arguments, by name; a value that is no text is JSON. */
  readonly others: readonly (readonly [name: string, value: string])[];
}

/** @param text as the call records it */
export function readCallArguments(text: string): CallArguments {
  const parsed = parseJson(text);
  if (!isJsonObject(parsed)) return { command: text, others: [] };
  const isShell = "command" in parsed ? "command" : "cmd";
  const command = commandIn(parsed[isShell]);
  const others = Object.entries(parsed).filter(([name]) => command === null || name !== isShell);
  return { command, others: others.map(([name, value]) => [name, valueWords(value)]) };
}

function commandIn(value: unknown): string | null {
  if (typeof value === "string") return value;
  return isStrings(value) ? commandWords(value) : null;
}

export function valueWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What a tool returned, for people. Codex wraps a shell's output in JSON, with its exit code. */
export interface OutputWords {
  readonly text: string;
  /** Null: the output names none. */
  readonly exitCode: number | null;
}

export function readOutput(text: string): OutputWords {
  const wrapped = text.startsWith("{") ? parseJson(text) : undefined;
  if (!isJsonObject(wrapped)) return { text, exitCode: namedExitCode(text) };
  const { output, metadata } = wrapped;
  const isNamed = isJsonObject(metadata) && "exit_code" in metadata;
  const code = isNamed ? metadata["exit_code"] : namedExitCode(text);
  return {
    text: typeof output === "string" ? output : text,
    exitCode: typeof code === "number" ? code : null,
  };
}

/** Codex and Claude Code name it first, pi last. */
function namedExitCode(text: string): number | null {
  const named =
    /^(?:Exit code|Process exited with code):? (-?\d+)/m.exec(text.slice(0, 400)) ??
    /^Command exited with code (-?\d+)$/m.exec(text.slice(-100));
  return named?.[1] === undefined ? null : Number(named[1]);
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((part) => typeof part === "string");
}
