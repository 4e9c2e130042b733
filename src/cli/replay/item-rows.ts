import type { Item } from "../../events/item.js";
import type { RecordedItem } from "../../events/recorded-item.js";
import { byteFigure, shortFigure } from "../output/figures.js";
import { neutraliseLine } from "../output/neutralise.js";
import type { Styles } from "../output/output.js";
import { callName } from "../../events/call-name.js";
import { exitCodeOf, itemWords } from "./item-words.js";
import type { Row } from "./row.js";

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
        ...{ at, label: "user", text: withoutEditorContext(text) },
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

/** Codex's editor extensions put what is open in the editor before what the user asked. */
export function withoutEditorContext(text: string): string {
  const marker = "## My request for Codex:";
  if (!text.startsWith("# Context from my IDE setup:") || !text.includes(marker)) return text;
  const request = text.slice(text.indexOf(marker) + marker.length).trim();
  return `${request}\n[and what was open in the editor]`;
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
