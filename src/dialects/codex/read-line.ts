import { isKnownItemType } from "../../events/calls.js";
import { isItem } from "../../events/checks/item-check.js";
import type { Fact } from "../../events/event.js";
import { countItemBytes } from "../../events/item-bytes.js";
import {
  isSummaryMessage,
  isUserMessage,
  originOf,
  userMessageText,
} from "../../events/item-class.js";
import type {
  KnownItem,
  MessagePart,
  OtherItem,
  RecordedItem,
  ReplacementItem,
} from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import { isBoundaryOrigin } from "../../reducers/turns.js";
import { type KeepEvidence, recordAs } from "../shared/evidence.js";
import type { ForeignHole } from "../shared/foreign-form.js";
import { readEventMessage } from "./event-messages.js";
import { factLine, keptLine, type LineMeaning, type LineRole, textIn } from "./line-meaning.js";
import { readTurnContext } from "./turn-context.js";

/** What a line is read with. */
interface ReadingOptions {
  /** The bare form of 2025: items stand on their lines without an envelope. */
  readonly isBare: boolean;
  /** How tool outputs of this line are bounded. */
  readonly policy: TruncationPolicy;
  readonly keep: KeepEvidence;
}

/** What a line of a rollout means (docs/codex.md lists all of it). @param line its offset */
export function readLineMeaning(
  object: JsonObject,
  line: number,
  options: ReadingOptions,
): LineMeaning {
  const { type, payload, record_type: recordType } = object;
  if (typeof type === "string" && payload !== undefined) {
    return readEnvelope({ type, payload }, line, options);
  }
  if (typeof recordType === "string") return keptLine(recordType);
  if (typeof type !== "string") return keptLine("unknown");
  return options.isBare
    ? readItem(object, BARE_HOLES, options)
    : keptLine(type, "it has no payload");
}

function readEnvelope(
  { type, payload }: { readonly type: string; readonly payload: unknown },
  line: number,
  options: ReadingOptions,
): LineMeaning {
  if (!isJsonObject(payload)) return keptLine(type, "its payload is no object");
  switch (type) {
    case "response_item":
      return readItem(payload, ENVELOPE_HOLES, options);
    case "event_msg":
      return readEventMessage(payload);
    case "compacted":
      return readCompaction(payload, options.keep);
    case "turn_context":
      return readContext(payload, line);
    case "session_meta":
      return keptLine(type, line === 0 ? null : "the thread has started already");
    default:
      return keptLine(type);
  }
}

/** Where an item stands in its object, and in the fact. */
const BARE_HOLES: readonly ForeignHole[] = [[[], ["data", "item"]]];
const ENVELOPE_HOLES: readonly ForeignHole[] = [[["payload"], ["data", "item"]]];
const NO_HOLES: readonly ForeignHole[] = [];
/** An item that opens a segment but never enters the history. */
const DROPPED_ITEM: LineRole = { kind: "item", boundary: false, item: null };

function readItem(
  payload: JsonObject,
  holes: readonly ForeignHole[],
  options: ReadingOptions,
): LineMeaning {
  if (typeof payload.type !== "string") return keptLine("response_item", "it has no type");
  if (!isForeignItem(payload)) return readStrangeItem(payload, payload.type, options);
  if (payload.type === "message" && payload.role === "system") {
    const reason = "a system message never enters the history";
    return { ...keptLine("response_item.message", reason), role: DROPPED_ITEM };
  }
  return recordedLine(payload, holes, options);
}

/** One of a kind without a meaning here, or not of the form of its kind. */
function readStrangeItem(payload: JsonObject, type: string, options: ReadingOptions): LineMeaning {
  const shown = withoutSealedParts(payload);
  if (shown !== null) return recordedLine(shown, NO_HOLES, options);
  const kind = `response_item.${type}`;
  if (isKnownItemType(type)) return keptLine(kind, "it is not of the form of its kind");
  return factLine(kind, DROPPED_ITEM, null);
}

function recordedLine(
  item: KnownItem,
  holes: readonly ForeignHole[],
  { policy, keep }: ReadingOptions,
): LineMeaning {
  const recorded = recordItem(item, policy, keep);
  const boundary = item.type === "message" && isBoundaryOrigin(recorded.origin);
  const fact: Fact = { type: "item.recorded", data: recorded };
  const role: LineRole = { kind: "item", boundary, item: recorded.item };
  const kind = `response_item.${item.type}`;
  return { kind, role, fact, compaction: null, reason: null, holes };
}

function readContext(payload: JsonObject, line: number): LineMeaning {
  const context = readTurnContext(payload);
  if (context === null) return keptLine("turn_context", "it is not of the form of its kind");
  const { turnId, model, realtimeActive } = context;
  const record = { line, turnId, model, realtimeActive };
  return factLine("turn_context", { kind: "context", context: record }, null);
}

/**
 * True when a payload is an item of a kind that has a meaning here. An image that brings a `blob` of
 * its own is refused: that member is Refold's.
 */
function isForeignItem(payload: unknown): payload is KnownItem {
  return isItem(payload) && payload.type !== "other" && !partsOf(payload).some(bringsBlob);
}

/**
 * A tool's output with a text in the place of each part that is sealed: later versions than
 * docs/semantics.md know such parts, of which nobody but the provider can read anything. Without
 * the output its call would stand unanswered. Null: nothing is sealed, or it is no such output.
 */
function withoutSealedParts(payload: JsonObject): KnownItem | null {
  const { output } = payload;
  if (!Array.isArray(output) || !output.some(isSealed)) return null;
  const parts = output.map((part: unknown) =>
    isSealed(part) ? { type: "input_text", text: SEALED_TEXT } : part,
  );
  const shown = { ...payload, output: parts };
  return isForeignItem(shown) ? shown : null;
}

const SEALED_TEXT = "[encrypted content]";

function isSealed(part: unknown): boolean {
  return isJsonObject(part) && part["type"] === "encrypted_content";
}

function partsOf(item: KnownItem): readonly MessagePart[] {
  switch (item.type) {
    case "message":
      return item.content;
    case "function_call_output":
    case "custom_tool_call_output":
      return typeof item.output === "string" ? [] : item.output;
    default:
      return [];
  }
}

function bringsBlob(part: MessagePart): boolean {
  return part.type === "input_image" && "blob" in part;
}

/**
 * An item as it enters the ledger, its origin told from its content once (docs/semantics.md §4.3).
 * @param policy of its turn; null: nothing is bounded (an entry of a checkpoint)
 */
function recordItem(
  original: KnownItem,
  policy: TruncationPolicy | null,
  keep: KeepEvidence,
): RecordedItem {
  return recordAs(original, originOf, { policy, keep });
}

const KIND = "compacted";
const UNFIT = "it is not of the form of its kind";

/**
 * A compaction: with its list, taken over verbatim and counted, never bounded
 * (docs/semantics.md §12.6); or a legacy one, whose list is rebuilt from the history before it
 * (§12.7).
 */
function readCompaction(payload: JsonObject, keep: KeepEvidence): LineMeaning {
  const { replacement_history: list = null } = payload;
  const message = textIn(payload, "message");
  if (list === null) {
    return message === null ? keptLine(KIND, UNFIT) : legacyCompaction(message);
  }
  const replacement = Array.isArray(list) ? readReplacement(list, keep) : null;
  if (replacement === null) return keptLine(KIND, UNFIT);
  const summary = replacement.findLast((entry) => entry.summary === true);
  const text = summary === undefined ? null : textOf(summary);
  const items = replacement.map(({ item }) => item);
  const role: LineRole = { kind: "compacted", items, summary: text };
  const holes: readonly ForeignHole[] = [
    [
      ["payload", "replacement_history"],
      ["data", "replacement"],
    ],
  ];
  const compaction = { summary: text, replacement };
  return { kind: KIND, role, fact: null, compaction, reason: null, holes };
}

function legacyCompaction(message: string): LineMeaning {
  const role: LineRole = { kind: "compacted", items: null, summary: message };
  const compaction = { summary: message, replacement: null };
  return { ...factLine(KIND, role, null), compaction };
}

/** @returns null when an entry is of a known kind but not of its form: Codex skips such a line */
function readReplacement(list: readonly unknown[], keep: KeepEvidence): ReplacementItem[] | null {
  const entries = list.map((entry) => readEntry(entry, keep));
  return entries.every((entry) => entry !== null) ? entries : null;
}

function readEntry(entry: unknown, keep: KeepEvidence): ReplacementItem | null {
  if (isForeignItem(entry)) {
    const recorded = recordItem(entry, null, keep);
    return isSummaryMessage(recorded.item) ? { ...recorded, summary: true } : recorded;
  }
  if (!isTyped(entry) || isKnownItemType(entry.type)) return null;
  const item: OtherItem = { type: "other", original: entry };
  return { item, origin: "runtime", countedBytes: countItemBytes(item) };
}

function isTyped(value: unknown): value is JsonObject & { readonly type: string } {
  return isJsonObject(value) && typeof value.type === "string";
}

function textOf({ item }: ReplacementItem): string | null {
  return isUserMessage(item) ? userMessageText(item) : null;
}
