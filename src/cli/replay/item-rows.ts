import { withoutEditorContext } from "../../codex-strings.js";
import { callName } from "../../events/calls.js";
import type {
  InputImage,
  Item,
  MessagePart,
  OutputPart,
  RecordedItem,
  ToolOutput,
} from "../../events/item.js";
import { neutraliseLine } from "../../projections/display-text.js";
import { byteFigure, counted, shortFigure } from "../output/figures.js";
import { excerpt, padEnd, padStart, paragraph } from "../output/layout.js";
import type { Output, Styles } from "../output/output.js";

/**
 * What people see of an item: words of the user and the model at length, a tool call with its size
 * and a short look at what came back, context by its first line.
 * @param at the item's ref, as it is shown
 */
export function itemRows(at: string, recorded: RecordedItem, styles: Styles): readonly Row[] {
  const { item } = recorded;
  switch (item.type) {
    case "function_call_output":
    case "custom_tool_call_output":
    case "tool_search_output":
      return outputRows(at, recorded, styles);
    case "message":
      return [messageRow(at, recorded, styles)];
    case "reasoning":
      return [
        {
          at,
          label: "thinks",
          text: itemWords(item),
          paintText: styles.dim,
          maxLines: 3,
        },
      ];
    case "ghost_snapshot":
      return [{ at, label: "snapshot", text: `git ${itemWords(item)}`, maxLines: 1 }];
    case "compaction":
    case "compaction_summary":
    case "other":
      return [{ at, label: "summary", text: itemWords(item), maxLines: 1 }];
    default:
      return [callRow(at, item, styles)];
  }
}

function messageRow(at: string, { item, origin, countedBytes }: RecordedItem, styles: Styles): Row {
  const text = itemWords(item);
  switch (origin) {
    case "user":
      return {
        ...{ at, label: "user", text: userWords(text) },
        ...{ paint: bold(styles, styles.cyan), maxLines: 12 },
      };
    case "agent":
      return { at, label: "agent", text, paint: bold(styles, styles.magenta), maxLines: 12 };
    case "model":
      return { at, label: "model", text, paint: bold(styles, styles.green), maxLines: 16 };
    default:
      return {
        at,
        label: "context",
        text: `${byteFigure(countedBytes)}: ${neutraliseLine(text.slice(0, 200))}`,
        paintText: styles.dim,
        maxLines: 1,
      };
  }
}

function userWords(text: string): string {
  const request = withoutEditorContext(text);
  return request === text ? text : `${request}\n[and what was open in the editor]`;
}

function callRow(at: string, item: Item, styles: Styles): Row {
  const name = neutraliseLine(callName(item) ?? item.type);
  const words = itemWords(item);
  return {
    at,
    label: "tool",
    text: words === "" ? name : `${name}  ${words}`,
    paint: styles.yellow,
    maxLines: 4,
  };
}

function outputRows(at: string, recorded: RecordedItem, styles: Styles): readonly Row[] {
  const { item, failed, bounded } = recorded;
  const words = itemWords(item);
  const exitCode = exitOf(item);
  const size = Buffer.byteLength(words);
  const facts = [
    size === 0 ? "nothing" : byteFigure(size),
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
    ...(failed === true ? [styles.red("failed")] : []),
    ...(bounded === undefined ? [] : [boundedWords(bounded)]),
  ];
  const look: Row = {
    at: "",
    label: "",
    text: words,
    paintText: styles.dim,
    mark: "│ ",
    maxLines: 3,
  };
  return [{ at, label: "", text: `↳ ${facts.join(", ")}` }, ...(words.trim() === "" ? [] : [look])];
}

function exitOf(item: Item): number | null {
  return item.type === "function_call_output" || item.type === "custom_tool_call_output"
    ? exitCodeOf(item.output)
    : null;
}

function boundedWords(bounded: NonNullable<RecordedItem["bounded"]>): string {
  const { originalBytes, removedTokens } = bounded;
  return `cut from ${byteFigure(originalBytes)} (${shortFigure(removedTokens)} tokens went)`;
}

/** What a list of items says of one, on a single line: who, which kind, how large, the first words. */
export function itemLine(recorded: Pick<RecordedItem, "item" | "origin" | "countedBytes">): {
  readonly kind: string;
  readonly size: string;
  readonly words: string;
} {
  const { item, origin, countedBytes } = recorded;
  const name = callName(item);
  return {
    kind: item.type === "message" ? `${origin} message` : item.type.replaceAll("_", " "),
    size: byteFigure(countedBytes),
    words: name === null ? itemWords(item) : `${name} ${itemWords(item)}`,
  };
}

function bold(styles: Styles, color: (text: string) => string): (text: string) => string {
  return (text) => styles.bold(color(text));
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
  const mark = row.mark ?? "";
  const paintText = row.paintText ?? ((text: string) => text);
  const indent = `${TEXT_INDENT}${mark}`;
  const lines =
    row.maxLines === 1
      ? [`${indent}${excerpt(row.text, output.columns - indent.length)}`]
      : paragraph(row.text, {
          ...{ columns: output.columns, indent },
          ...(row.maxLines !== undefined && { maxLines: row.maxLines }),
        });
  return lines.map((line, index) => {
    const text = paintText(line.slice(TEXT_INDENT.length));
    return index === 0 ? `${rowStart(row, output)}${text}` : `${TEXT_INDENT}${text}`.trimEnd();
  });
}

function rowStart({ at, label, paint }: Row, output: Output): string {
  const { dim } = output.styles;
  const offset = padStart(at === "" ? "" : `#${at}`, OFFSET_COLUMNS);
  return `${dim(offset)} ${(paint ?? dim)(padEnd(label, LABEL_COLUMNS))}`;
}

/** What people read of an item: its text, with a word for each picture. */
function itemWords(item: Item): string {
  switch (item.type) {
    case "message":
      return partsWords(item.content);
    case "reasoning":
      return reasoningWords(item.summary, item.content ?? [], item.encrypted_content ?? null);
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
      return searchWords(item.action);
    case "image_generation_call":
      return item.revised_prompt ?? "";
    case "ghost_snapshot":
      return textField(item.ghost_commit, "id");
    case "compaction":
    case "compaction_summary":
      return `(encrypted summary, ${byteFigure(item.encrypted_content.length)})`;
    case "other":
      return `(an item of type ${item.original.type})`;
  }
}

function partsWords(parts: readonly (MessagePart | OutputPart)[]): string {
  return parts
    .map((part) => (part.type === "input_image" ? imageWords(part) : part.text))
    .join("\n");
}

function imageWords({ image_url: url, blob }: InputImage): string {
  if (blob !== undefined) {
    const size =
      blob.width !== null && blob.height !== null ? `${blob.width}×${blob.height}, ` : "";
    return `[image: ${size}${byteFigure(blob.payloadBytes)} as text]`;
  }
  const isInline = url.startsWith("data:");
  return isInline ? `[image: ${byteFigure(url.length)} inline]` : `[image: ${url.slice(0, 120)}]`;
}

function reasoningWords(
  summary: readonly { readonly text: string }[],
  content: readonly { readonly text: string }[],
  encrypted: string | null,
): string {
  const texts = [...summary, ...content].map((part) => part.text).filter((text) => text !== "");
  if (texts.length > 0) return texts.join("\n");
  return encrypted === null ? "(nothing said)" : `(encrypted, ${byteFigure(encrypted.length)})`;
}

/** `["bash", "-lc", "ls"]` is what the shell was told: `ls`. */
function commandWords(command: readonly string[]): string {
  const [program = "", flag = "", script] = command;
  const isShell = /(^|\/)(ba|z|da|k)?sh$/.test(program) && /^-\w*c$/.test(flag);
  return isShell && script !== undefined && command.length === 3 ? script : command.join(" ");
}

/** A call's arguments: the command for a shell tool, `name: value` pairs otherwise. */
function argumentWords(text: string): string {
  const parsed = parsedObject(text);
  if (parsed === null) return text;
  const command = parsed["command"] ?? parsed["cmd"];
  if (typeof command === "string") return command;
  if (isStrings(command)) return commandWords(command);
  return Object.entries(parsed)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}

/** A tool's words. Codex wraps a shell's output in JSON, with its exit code beside it. */
function outputWords(output: ToolOutput): string {
  if (typeof output !== "string") return partsWords(output);
  const parsed = output.startsWith("{") ? parsedObject(output) : null;
  const inner = parsed?.["output"];
  return typeof inner === "string" ? inner : output;
}

/** The exit code that an output names; null: none. */
function exitCodeOf(output: ToolOutput): number | null {
  if (typeof output !== "string") return null;
  const metadata = output.startsWith("{") ? parsedObject(output)?.["metadata"] : undefined;
  if (typeof metadata === "object" && metadata !== null && "exit_code" in metadata) {
    return typeof metadata.exit_code === "number" ? metadata.exit_code : null;
  }
  const named = /^(?:Exit code|Process exited with code):? (-?\d+)/m.exec(output.slice(0, 400));
  return named?.[1] === undefined ? null : Number(named[1]);
}

function searchWords(action: { readonly type: string } | null | undefined): string {
  if (action === null || action === undefined) return "";
  return textField(action, "query") || textField(action, "url") || action.type;
}

function textField(value: object, name: string): string {
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof found === "string" ? found : "";
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((part) => typeof part === "string");
}

function parsedObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? { ...parsed }
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // free-form text: it is shown as it is
    throw error;
  }
}
