import type { EventAccount, Fact, LogEvent } from "../events/event.js";
import type { Item, RecordedItem } from "../events/item.js";
import { isJsonObject, parseJson } from "../events/json.js";
import { isKnownEvent } from "../events/known-event.js";
import { factsOf, itemsOf } from "../reducers/reduce.js";
import { withoutEscapes } from "./display-text.js";
import { describeFact, describeItem, type TranscriptSpeaker } from "./transcript/transcript.js";

/** Something that an event says, as people read it. */
export interface EventText {
  readonly speaker: TranscriptSpeaker;
  /** The tool of a call; of an output only what its call says, by `callId`. */
  readonly tool: string | null;
  readonly callId: string | null;
  readonly text: string;
}

/**
 * What an event says: messages, reasoning that is not sealed, calls with their arguments, outputs,
 * summaries and notices, without escape sequences. Images are left out, and so is what the event only
 * repeats: the messages that a compaction kept, for instance. What a line says that is folded nowhere,
 * as a sub-agent's does, is there too.
 */
export function eventTexts(
  event: LogEvent,
  { repeated, worded = [], aside }: Pick<EventAccount, "repeated" | "worded" | "aside">,
  wholeOf: WholeOf,
): readonly EventText[] {
  const texts: EventText[] = [];
  if (isKnownEvent(event)) {
    for (const fact of factsOf(event)) {
      if (!repeated.includes(fact) || worded.includes(fact)) addTexts(texts, fact, wholeOf);
    }
  }
  for (const { fact } of aside) addTexts(texts, fact, wholeOf);
  return texts;
}

/** Gives an item as it was before it was bounded; the item as it is, where that is not known. */
export type WholeOf = (recorded: RecordedItem) => Item;

function addTexts(texts: EventText[], fact: Fact, wholeOf: WholeOf): void {
  const add = ({ text: said, ...text }: EventText): void => {
    if (said !== "") texts.push({ ...text, text: withoutEscapes(said) });
  };
  if (fact.type === "history.compacted" || fact.type === "notice.logged") {
    const said = fact.type === "notice.logged" ? fact.data.message : fact.data.summary;
    const speaker = describeFact(fact)?.speaker ?? "note";
    if (said !== null) add({ speaker, tool: null, callId: null, text: said });
    return;
  }
  for (const recorded of itemsOf(fact)) {
    const [item, { origin }] = [wholeOf(recorded), recorded];
    const described = describeItem(item, origin);
    if (described === null) continue;
    const { speaker, name, callId, text } = described;
    add({ speaker, tool: name, callId, text: readable(item, text) });
  }
}

/** A tool's words are often JSON, in which line feeds and quotes stand as escapes. */
function readable(item: Item, text: string): string {
  switch (item.type) {
    case "function_call":
    case "tool_search_call":
    case "web_search_call": {
      const parsed = parseJson(text);
      return isPlain(parsed, DEEPEST) ? wordsOf(parsed) : text;
    }
    case "function_call_output":
    case "custom_tool_call_output": {
      // Codex wraps a shell's output, with its exit code next to it.
      const wrapped = text.startsWith('{"') ? parseJson(text) : undefined;
      const inner = isJsonObject(wrapped) ? wrapped["output"] : undefined;
      return typeof inner === "string" ? inner : text;
    }
    default:
      return text;
  }
}

/** Deeper than any tool's arguments; what is deeper is read as it stands. */
const DEEPEST = 64;

/** Whether a value is an object or a list of no more levels than these. */
function isPlain(value: unknown, levels: number): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every(
    (part) =>
      typeof part !== "object" || part === null || (levels > 1 && isPlain(part, levels - 1)),
  );
}

/** `name: value` for each member, one a line; a list's parts with a space between. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(" ");
  if (!isJsonObject(value)) return typeof value === "string" ? value : String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${wordsOf(part)}`)
    .join("\n");
}
