import { tokensOfBytes } from "../../events/bytes.js";
import type { Fact } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import { isJsonObject, parseJson } from "../../events/json.js";
import { isKnownEvent } from "../../events/known-event.js";
import { callIdOf } from "../../events/pairing.js";
import { neutraliseLine, visibleLine } from "../../projections/display-text.js";
import { byteFigure, counted, figure, shortFigure } from "../../projections/figures.js";
import { itemLine, itemWords } from "../../projections/item-words.js";
import type { ItemChange, ItemFate } from "../../projections/views/fate.js";
import { factHappenings } from "../../projections/views/happenings.js";
import { refKey } from "../../reducers/item-refs.js";
import { fieldLines, paragraph } from "../output/layout.js";
import type { Output } from "../output/output.js";
import type { EventView, ShownItem, Payload } from "./event-view.js";
import { splitDataUrl } from "../../events/inline-image.js";

/** An event for people: what it is, all that it says, and what came of it. */
export function* eventLines(view: EventView, name: string, output: Output): Generator<string> {
  const { event, facts, items, origin } = view;
  yield output.styles.bold(`${visibleLine(name)} #${event.offset}`);
  yield* fieldLines(eventFields(view, output), output);
  // A path is not shortened, to be copied.
  if (origin !== null && origin.file !== name) yield `  file      ${visibleLine(origin.file)}`;
  for (const item of items) yield* itemLines(item, view, output);
  for (const { fact } of facts) yield* factLines(fact, output);
  if (!isKnownEvent(event)) {
    yield* ["", ...dataLines(event.data, output)];
  } else if (facts.every(({ fact }) => fact.type === "foreign.kept") && items.length === 0) {
    // A line without a meaning here is all that there is to read.
    yield* ["", ...dataLines(origin?.recorded?.object ?? event.data, output)];
  }
  yield* payloadLines(view.payloads, output);
}

function eventFields(view: EventView, output: Output) {
  const { event, origin, turn, rolledBackAt, setting } = view;
  const { times } = output;
  const derived = (event.derived ?? []).map(({ type }) => type);
  return {
    event: [event.type, ...derived].join(" + "),
    time: `${times.time(event.at)} ${times.zone}`,
    turn: turn && `${turn.number ?? "without the user"}, #${turn.offset} to #${turn.endOffset}`,
    origin: origin && originWords(origin),
    ...(rolledBackAt === null ? {} : { gone: `rolled back by #${rolledBackAt}` }),
    ...(setting && fateFields(setting, view)),
    ...(isKnownEvent(event) ? {} : { unknown: "a type that this version does not know" }),
  };
}

function originWords({ line, byte, bytes, recorded }: NonNullable<EventView["origin"]>): string {
  const what = recorded === null ? "" : `: ${recorded.lineType}`;
  return `line ${figure(line)}, byte ${figure(byte)}, ${byteFigure(bytes)}${what}`;
}

function* itemLines(shown: ShownItem, view: EventView, output: Output): Generator<string> {
  const { ref, recorded, fate } = shown;
  const { kind, size } = itemLine(recorded);
  const tokens = `about ${counted(tokensOfBytes(recorded.countedBytes), "token")}`;
  const heading = `#${refKey(ref)} ${neutraliseLine(kind)}, ${size}, ${tokens}`;
  yield `\n${output.styles.bold(heading)}`;
  yield* fieldLines({ ...itemFields(recorded, view), ...fateFields(fate, view) }, output);
  yield* ["", ...itemText(recorded, output)];
}

function itemFields({ item, origin, failed, bounded }: RecordedItem, { payloads }: EventView) {
  const blob = payloads.findIndex(({ hash }) => hash === bounded?.original) + 1;
  const limit = bounded && `${figure(bounded.policy.limit)} ${bounded.policy.mode}`;
  return {
    role: item.type === "message" ? `${item.role}, from ${origin}` : `from ${origin}`,
    call: callIdOf(item),
    result: failed === true ? "failed" : null,
    cut: bounded
      ? `when it was recorded, from ${byteFigure(bounded.originalBytes)}, to ${limit ?? ""}: ` +
        `${shortFigure(bounded.removedTokens)} tokens went; the original is blob ${blob}`
      : null,
  };
}

/** Whether the prompt has it, and what later events did to it. */
function fateFields({ heldAs, prompt, repairs, changes }: ItemFate, { head }: EventView) {
  const owner = prompt && [prompt.owner, prompt.lifetime ?? ""].filter(Boolean).join(", ");
  const held = heldAs === null ? "not in the history" : "in the history, not in the prompt";
  return {
    prompt: prompt ? `part ${prompt.part} of the next one at #${head - 1}: ${owner}` : held,
    changed: changes.map(changeWords).join("; "),
    shown: repairs.map(({ kind, reason }) => `${kind}: ${reason}`).join("; "),
  };
}

function changeWords({ offset, kind, reason, tokens }: ItemChange): string {
  const change =
    tokens === 0
      ? ""
      : `, ${shortFigure(Math.abs(tokens))} tokens ${tokens > 0 ? "went" : "came back"}`;
  return `${kind.replace("-", " ")} by #${offset}${reason === "" ? "" : ` (${reason})`}${change}`;
}

/** All that an item says, without its signatures and sealed parts. */
function itemText({ item }: RecordedItem, output: Output): readonly string[] {
  switch (item.type) {
    case "function_call": {
      const parsed = parseJson(item.arguments);
      const isObject = isJsonObject(parsed);
      const words = isObject ? dataLines(parsed, output) : textLines(item.arguments, output);
      return [...textLines(item.name, output), ...words];
    }
    case "custom_tool_call":
      return textLines(`${item.name}\n${item.input}`, output);
    case "local_shell_call":
    case "tool_search_call":
    case "tool_search_output":
    case "web_search_call":
      return dataLines(item, output);
    case "other":
      return dataLines(item.original, output);
    default:
      return textLines(itemWords(item), output);
  }
}

/** What a fact without items says: in the words of `replay`, then its data. */
function* factLines(fact: Fact, output: Output): Generator<string> {
  if (fact.type === "item.recorded" || fact.type === "foreign.kept") return;
  const words = factHappenings({ fact, refAt: () => 0 }, 0).filter(
    ({ at }) => fact.type !== "context.injected" && at === "0",
  );
  const label = words.map(({ label: kind, text }) => `${kind} ${text}`.trim()).join("; ");
  yield `\n${output.styles.bold(neutraliseLine(label === "" ? fact.type : `${fact.type}: ${label}`))}`;
  const data = Object.entries(fact.data).filter(([name]) => !CARRIED.has(name));
  yield* dataLines(Object.fromEntries(data), output);
}

/** Items, which are shown by themselves, and the state that a checkpoint carries. */
const CARRIED: ReadonlySet<string> = new Set(["items", "replacement", "rest"]);

function* payloadLines(payloads: readonly Payload[], output: Output): Generator<string> {
  if (payloads.length === 0) return;
  yield `\n${output.styles.bold("blobs")} ${output.styles.dim("(--blob N -o FILE)")}`;
  for (const [index, { what, hash, mediaType, width, height }] of payloads.entries()) {
    const size = width !== null && height !== null ? ` ${width}×${height}` : "";
    const type = mediaType === null ? "" : `, ${neutraliseLine(mediaType)}${size}`;
    yield `  ${index + 1}  ${what}${type}${hash === null ? ", in the event" : `, ${hash}`}`;
  }
}

function dataLines(value: unknown, { columns }: Output): readonly string[] {
  return valueLines(value, { columns, indent: "  " });
}

function textLines(text: string, { columns }: Output): readonly string[] {
  return text === "" ? [] : paragraph(text, { columns, indent: "  " });
}

/**
 * A value as people read it: a member a line, texts of several lines as they are, below their name.
 * What is continued on the next line stays below its beginning.
 */
function valueLines(
  value: unknown,
  { columns, indent }: { readonly columns: number; readonly indent: string },
): readonly string[] {
  return [...membersOf(value)].flatMap((line) => {
    const [lead = ""] = /^(?: |│ )*/.exec(line) ?? [];
    return paragraph(line.slice(lead.length), { columns, indent: `${indent}${lead}` });
  });
}

function* membersOf(value: unknown, indent = ""): Generator<string> {
  if (Array.isArray(value) || isJsonObject(value)) {
    const isList = Array.isArray(value);
    for (const [name, member] of Object.entries(value)) {
      yield* memberLines(isList ? "-" : `${name}:`, member, indent);
    }
  } else {
    for (const line of wordOf(value).split("\n")) yield `${indent}${line}`;
  }
}

function* memberLines(name: string, value: unknown, indent: string): Generator<string> {
  const isNested = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  const text = isNested ? null : wordOf(value);
  if (text !== null && !text.includes("\n")) {
    yield `${indent}${name} ${text}`.trimEnd();
    return;
  }
  yield `${indent}${name}`;
  yield* membersOf(text ?? value, `${indent}${text === null ? "  " : "  │ "}`);
}

function wordOf(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value ?? null);
  const { prefix = "", payload = "" } = splitDataUrl(value) ?? {};
  return payload.length < 100 ? value : `${prefix}… (${byteFigure(payload.length)})`;
}
