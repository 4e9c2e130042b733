import type { Fact } from "../../events/event.js";
import type { KnownItem } from "../../events/item.js";
import { isKnownItemType } from "../../events/known-item-type.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import type { KeepEvidence } from "../keeping/evidence.js";
import type { ForeignHole } from "../keeping/foreign-form.js";
import { isForeignItem, withoutSealedParts } from "./item-form.js";
import { factLine, keptLine, type LineMeaning } from "./line-meaning.js";
import { readCompaction } from "./read-compaction.js";
import { readEventMessage } from "./read-event-message.js";
import { isBoundaryOrigin } from "../../reducers/items/turn-boundary.js";
import { recordItem } from "./record-item.js";
import type { LineRole } from "./reconstruction/line-role.js";
import { readTurnContext } from "./turn-context.js";

/** What a line is read with. */
export interface ReadingOptions {
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
