import type { LogEvent } from "../../events/event.js";
import { withoutEditorContext } from "../../codex-strings.js";
import { callName } from "../../events/calls.js";
import { agentMessageTexts } from "../../events/item-class.js";
import type {
  InputImage,
  Item,
  MessagePart,
  OutputPart,
  ReasoningItem,
  RecordedItem,
  ToolOutput,
} from "../../events/item.js";
import { isJsonObject, ownMember } from "../../events/json.js";
import { isFactType } from "../../events/known-event.js";
import type { ItemRef } from "../../events/primitives.js";
import {
  commandWords,
  readCallArguments,
  readOutput,
  valueWords,
} from "../../projections/call-words.js";
import { neutraliseLine } from "../../projections/display-text.js";
import { byteFigure, counted, shortFigure } from "../../projections/figures.js";
import { refKey } from "../../reducers/item-refs.js";
import { excerpt, filledLine, padEnd, padStart, paragraph } from "../output/layout.js";
import type { Output, Styles } from "../output/output.js";

/**
 * What people see of an item: words of the user and the model at length, a tool call with its size
 * and a short look at what came back, context by its first line.
 * @param at the item's ref, as it is shown
 */
export function itemRows(at: string, recorded: RecordedItem, styles: Styles): readonly Row[] {
  const { item } = recorded;
  const text = itemWords(item);
  switch (item.type) {
    case "function_call_output":
    case "custom_tool_call_output":
    case "tool_search_output":
      return outputRows({ at, text }, recorded, styles);
    case "message":
      return [{ at, ...messageLook(recorded, text, styles) }];
    case "reasoning":
      return [{ at, label: "thinks", text, paintText: styles.dim, maxLines: 3 }];
    case "other": {
      const isAgent = item.original.type === "agent_message";
      return [{ at, label: isAgent ? "agent" : "context", text, maxLines: isAgent ? 4 : 1 }];
    }
    case "ghost_snapshot":
      return [{ at, label: "snapshot", text: `git ${text}`, maxLines: 1 }];
    case "compaction":
    case "compaction_summary":
      return [{ at, label: "summary", text, maxLines: 1 }];
    default: {
      const name = neutraliseLine(callName(item) ?? item.type);
      const words = text === "" ? name : `${name}  ${text}`;
      return [{ at, label: "tool", text: words, paint: styles.yellow, maxLines: 4 }];
    }
  }
}

function messageLook(
  { origin, countedBytes }: RecordedItem,
  text: string,
  { bold, cyan, magenta, green, dim }: Styles,
): Omit<Row, "at"> {
  switch (origin) {
    case "user":
      return { label: origin, text: userWords(text), paint: (it) => bold(cyan(it)), maxLines: 12 };
    case "agent":
      return { label: origin, text, paint: (it) => bold(magenta(it)), maxLines: 12 };
    case "model":
      return { label: origin, text, paint: (it) => bold(green(it)), maxLines: 16 };
    default: {
      const words = `${byteFigure(countedBytes)}: ${neutraliseLine(text.slice(0, 200))}`;
      return { label: "context", text: words, paintText: dim, maxLines: 1 };
    }
  }
}

function userWords(text: string): string {
  const request = withoutEditorContext(text);
  return request === text ? text : `${request}\n[and what was open in the editor]`;
}

function outputRows(
  { at, text }: Pick<Row, "at" | "text">,
  { item, failed, bounded }: RecordedItem,
  styles: Styles,
): readonly Row[] {
  const exitCode = exitCodeOf(item);
  const size = Buffer.byteLength(text);
  const facts = [
    size === 0 ? "nothing" : byteFigure(size),
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
    ...(failed === true ? [styles.red("failed")] : []),
    ...(bounded === undefined ? [] : [boundedWords(bounded)]),
  ];
  const look = { at: "", label: "", text, paintText: styles.dim, mark: "│ ", maxLines: 3 };
  return [{ at, label: "", text: `↳ ${facts.join(", ")}` }, ...(text.trim() === "" ? [] : [look])];
}

function boundedWords(bounded: NonNullable<RecordedItem["bounded"]>): string {
  const { originalBytes, removedTokens } = bounded;
  return `cut from ${byteFigure(originalBytes)} (${shortFigure(removedTokens)} tokens went)`;
}

type ListedItem = Pick<RecordedItem, "item" | "origin" | "countedBytes">;

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

/** The line of an item in a list of items: its ref, then what `itemLine` says. */
export function itemRow(
  recorded: ListedItem & { readonly ref: ItemRef },
  output: Pick<Output, "columns">,
  mark = "",
): string {
  const { kind, size, words } = itemLine(recorded);
  const at = padStart(`#${refKey(recorded.ref)}`, 8);
  const start = `${mark}${at} ${padEnd(neutraliseLine(kind), 25)}${padStart(size, 8)}  `;
  return filledLine(start, words, output);
}

const OFFSET_COLUMNS = 7;
const LABEL_COLUMNS = 10;
const TEXT_INDENT = " ".repeat(OFFSET_COLUMNS + 1 + LABEL_COLUMNS);

/** One thing that happened: where, what kind of thing, and what there is to read. */
export interface Row {
  /** `12` or `12.3`; empty: the row belongs to the one above. */
  readonly at: string;
  readonly label: string;
  readonly text: string;
  readonly paint?: (label: string) => string;
  readonly paintText?: (text: string) => string;
  /** Stands before each line of the text. */
  readonly mark?: string;
  readonly maxLines?: number;
}

/** Lines of a row: offset and label once, then the text in a column of its own. */
export function renderRow(row: Row, output: Output): readonly string[] {
  const { text, mark = "", paintText = (same: string) => same, maxLines } = row;
  const { columns } = output;
  const indent = `${TEXT_INDENT}${mark}`;
  const lines =
    maxLines === 1
      ? [`${indent}${excerpt(text, columns - indent.length)}`]
      : paragraph(text, { columns, indent, maxLines });
  return lines.map((line, index) => {
    const painted = paintText(line.slice(TEXT_INDENT.length));
    return index === 0
      ? `${rowStart(row, output)}${painted}`
      : `${TEXT_INDENT}${painted}`.trimEnd();
  });
}

function rowStart({ at, label, paint }: Row, output: Output): string {
  const { dim } = output.styles;
  const offset = padStart(at === "" ? "" : `#${at}`, OFFSET_COLUMNS);
  return `${dim(offset)} ${(paint ?? dim)(padEnd(label, LABEL_COLUMNS))}`;
}

/** What people read of an item: its text, with a word for each picture. */
export function itemWords(item: Item): string {
  switch (item.type) {
    case "message":
      return partsWords(item.content);
    case "reasoning":
      return reasoningWords(item);
    case "local_shell_call":
      return commandWords(item.action.command);
    case "function_call":
      return argumentWords(item.arguments);
    case "custom_tool_call":
      return item.input;
    case "function_call_output":
    case "custom_tool_call_output":
      return outputWords(item.output);
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

/** A call's arguments: the command for a shell tool, `name: value` pairs otherwise. */
function argumentWords(text: string): string {
  const { command, others } = readCallArguments(text);
  return command ?? memberWords(others);
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

function outputWords(output: ToolOutput): string {
  return typeof output === "string" ? readOutput(output).text : partsWords(output);
}

/** The exit code that a tool's output names; null: none. */
function exitCodeOf(item: Item): number | null {
  if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") return null;
  return typeof item.output === "string" ? readOutput(item.output).exitCode : null;
}

function textField(value: object | null | undefined, name: string): string {
  const found = isJsonObject(value) ? ownMember(value, name) : undefined;
  return typeof found === "string" ? found : "";
}
