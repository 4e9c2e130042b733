import type { Fact } from "../../events/event.js";
import { isKnownItemType } from "../../events/calls.js";
import { isUserMessage, originOf, userMessageText } from "../../events/item-class.js";
import type { RecordedItem } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import { UNKNOWN_KIND } from "../../events/known-event.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import { isBoundaryOrigin } from "../../reducers/turns.js";
import { type KeepEvidence, recordAs } from "../shared/evidence.js";
import { IN_ITEM } from "../shared/event-facts.js";
import { type ForeignHole, NO_HOLES, NO_PATH, Path } from "../shared/foreign-form.js";
import { textAt } from "../shared/json.js";
import { sha256 } from "../shared/derived-ids.js";
import { readEventMessage } from "./event-messages.js";
import {
  factLine,
  INERT,
  keptLine,
  type LineMeaning,
  type LineRole,
  UNFIT,
} from "./line-meaning.js";
import {
  COMMUNICATION,
  communicationOf,
  itemOf,
  readReplacement,
  recordOther,
} from "./read-item.js";
import { instructionsOf, toolsFact } from "./session-meta.js";
import { readTurnContext } from "./turn-context.js";

/** What a line is read with. */
export interface LineOptions {
  /** The bare form of 2025: items are on their lines without an envelope. */
  readonly isBare: boolean;
  /** How tool outputs of this line are bounded; null: not at all. */
  readonly policy: TruncationPolicy | null;
  readonly keep: KeepEvidence;
}

/** What a line of a rollout means (docs/codex.md lists all of it). @param line its offset */
export function readLineMeaning(
  object: JsonObject,
  line: number,
  options: LineOptions,
): LineMeaning {
  const { type, payload, record_type: recordType } = object;
  if (typeof type === "string" && payload !== undefined) {
    if (!isJsonObject(payload)) return keptLine(type, "its payload is no object");
    return readPayload(type, payload, { line, ordinal: object.ordinal }, options);
  }
  if (typeof recordType === "string") {
    return keptLine(recordType, recordType === "state" ? null : UNKNOWN_KIND);
  }
  if (typeof type !== "string") return keptLine("unknown", UNKNOWN_KIND);
  return options.isBare
    ? readItem(object, BARE_HOLES, options)
    : keptLine(type, "it has no payload");
}

function readPayload(
  type: string,
  payload: JsonObject,
  { line, ordinal }: { readonly line: number; readonly ordinal: unknown },
  options: LineOptions,
): LineMeaning {
  switch (type) {
    case "response_item":
      return readItem(payload, ENVELOPE_HOLES, options);
    case COMMUNICATION:
      return readCommunication(payload);
    case "event_msg":
      return readEventMessage(payload);
    case "compacted":
      return readCompaction(payload, options.keep);
    case "turn_context":
      return readContext(payload, line);
    case "session_meta":
      return line === 0 ? keptLine(type) : readLaterMeta(payload, ordinal);
    case "dynamic_tools_updated":
      return Array.isArray(payload.tools)
        ? factLine(type, INERT, toolsFact(payload.tools))
        : keptLine(type, UNFIT);
    default:
      return keptLine(type, STATE_LINES.has(type) ? null : UNKNOWN_KIND);
  }
}

/** Lines that Codex keeps beside the history (0.146, 0.169); no request holds what was spoken in real time. */
const STATE_LINES: ReadonlySet<string> = new Set([
  ...["world_state", "token_usage_record", "security_risk_score", "realtime_item"],
  "inter_agent_communication_metadata", // the message itself is the item after it
]);

/** The line with which a history goes on in another file says the instructions from there on. */
function readLaterMeta(payload: JsonObject, ordinal: unknown): LineMeaning {
  const { history_base: base } = payload;
  const goesOn = ordinal === (isJsonObject(base) ? base.end_ordinal_exclusive : 0);
  const instructions = goesOn ? instructionsOf(payload) : null;
  if (instructions === null) return keptLine("session_meta", "the thread has started already");
  const { text, at } = instructions;
  const fact = { type: "instructions.set" as const, data: { text, hash: sha256(text) } };
  const holes = [Path.of("payload", ...at).into(TEXT)];
  return factLine("session_meta", INERT, fact, holes);
}

/** Where an item is in its object, and in the fact. */
const BARE_HOLES = [NO_PATH.into(IN_ITEM)];
const ENVELOPE_HOLES = [Path.of("payload").into(IN_ITEM)];
const TEXT = Path.of("data", "text");
/** An item that opens a segment but never enters the history. */
const DROPPED_ITEM: LineRole = { kind: "item", boundary: false, item: null };

function readItem(
  payload: JsonObject,
  holes: readonly ForeignHole[],
  options: LineOptions,
): LineMeaning {
  if (typeof payload.type !== "string") return keptLine("response_item", "it has no type");
  const kind = `response_item.${payload.type}`;
  const item = itemOf(payload);
  if (item === null) {
    const role = isKnownItemType(payload.type) ? INERT : DROPPED_ITEM;
    const message = `a line ${kind} is of a kind or a form that is not read`;
    return factLine(kind, role, unread("item-unread", message));
  }
  if (item.type === "other") return recordedLine(kind, recordOther(item), holes);
  if (item.type === "message" && item.role === "system") {
    const reason = "a system message never enters the history";
    return { ...keptLine(kind, reason), role: DROPPED_ITEM };
  }
  const recorded = recordAs(item, originOf, options);
  return recordedLine(kind, recorded, item === payload ? holes : NO_HOLES);
}

function readCommunication(payload: JsonObject): LineMeaning {
  const item = communicationOf(payload);
  if (item !== null) return recordedLine(COMMUNICATION, recordOther(item), NO_HOLES);
  const message = `a line ${COMMUNICATION} is of a form that is not read`;
  return factLine(COMMUNICATION, INERT, unread("item-unread", message));
}

/** What a later version wrote, or a damaged line: its model may have seen what is in no history here. */
function unread(kind: string, message: string): Fact {
  return { type: "notice.logged", data: { level: "warning", kind, message } };
}

/** The item's origin is told from its content once (docs/semantics.md §4.3). */
function recordedLine(
  kind: string,
  recorded: RecordedItem,
  holes: readonly ForeignHole[],
): LineMeaning {
  const boundary = isBoundaryOrigin(recorded.origin);
  const role: LineRole = { kind: "item", boundary, item: recorded.item };
  return factLine(kind, role, { type: "item.recorded", data: recorded }, holes);
}

function readContext(payload: JsonObject, line: number): LineMeaning {
  const context = readTurnContext(payload);
  if (context === null) return keptLine("turn_context", UNFIT);
  const { turnId, model, realtimeActive } = context;
  const record = { line, turnId, model, realtimeActive };
  return factLine("turn_context", { kind: "context", context: record }, null);
}

const COMPACTED = "compacted";
/** Codex skips the line, too: the history goes on as if nothing had been compacted. */
const NOT_FOLLOWED = "a compaction is not followed: its line is of a form that is not read";
const UNREAD_COMPACTION = factLine(COMPACTED, INERT, unread("compaction-unread", NOT_FOLLOWED));
const REPLACEMENT_HOLES = [
  Path.of("payload", "replacement_history").into(Path.of("data", "replacement")),
];

/**
 * A compaction: with its list, taken over verbatim and counted, never bounded
 * (docs/semantics.md §12.6); or a legacy one, whose list is rebuilt from the history before it
 * (§12.7).
 */
function readCompaction(payload: JsonObject, keep: KeepEvidence): LineMeaning {
  const { replacement_history: list = null } = payload;
  if (list === null) return readLegacyCompaction(payload);
  const read = Array.isArray(list) ? readReplacement(list, keep) : null;
  if (read === null) return UNREAD_COMPACTION;
  const { entries: replacement, isWhole } = read;
  const last = replacement.findLast((entry) => entry.summary === true)?.item;
  const summary = last !== undefined && isUserMessage(last) ? userMessageText(last) : null;
  const items = replacement.map(({ item }) => item);
  const line = factLine(COMPACTED, { kind: "compacted", items, summary }, null);
  const holes = isWhole ? REPLACEMENT_HOLES : NO_HOLES;
  return { ...line, compaction: { summary, replacement }, holes };
}

function readLegacyCompaction(payload: JsonObject): LineMeaning {
  const summary = textAt(payload, "message");
  if (summary === null) return UNREAD_COMPACTION;
  const line = factLine(COMPACTED, { kind: "compacted", items: null, summary }, null);
  return { ...line, compaction: { summary, replacement: null } };
}
