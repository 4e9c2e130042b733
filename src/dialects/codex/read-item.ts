import { isKnownItemType } from "../../events/calls.js";
import { countItemBytes } from "../../events/item-bytes.js";
import {
  AGENT_MESSAGE,
  isAgentCommunication,
  isPassedOn,
  isSummaryMessage,
  originOf,
  unreadPartText,
} from "../../events/item-class.js";
import { imagesOf } from "../../events/item-images.js";
import {
  isItem,
  type Item,
  type KnownItem,
  type OtherItem,
  type RecordedItem,
  type ReplacementItem,
} from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { type KeepEvidence, recordAs } from "../shared/evidence.js";

/** The item that a payload is, one that is passed on as it is included; null: it has no meaning here. */
export function itemOf(payload: JsonObject): Item | null {
  const { type } = payload;
  const known = knownItemOf(payload);
  if (known !== null || typeof type !== "string" || !isPassedOn(type)) return known;
  return { type: "other", original: { ...payload, type } };
}

/** The line of versions between those that tell agents by a text and those that do by an item. */
export const COMMUNICATION = "inter_agent_communication";

/** The item that Codex makes of such a line's payload (docs/semantics.md §15.13); null: of none. */
export function communicationOf(payload: JsonObject): OtherItem | null {
  const { encrypted_content: sealed = null } = payload;
  if (!isAgentCommunication(payload)) return null;
  if (sealed !== null && typeof sealed !== "string") return null;
  const { author, recipient, content: text, trigger_turn: isTask } = payload;
  const head = `Message Type: ${isTask ? "NEW_TASK" : "MESSAGE"}\nTask name: ${recipient}\nSender: ${author}\nPayload:\n`;
  const content =
    sealed === null
      ? [{ type: "input_text", text }]
      : [
          { type: "input_text", text: head },
          { type: "encrypted_content", encrypted_content: sealed },
        ];
  return { type: "other", original: { type: AGENT_MESSAGE, author, recipient, content } };
}

/**
 * The item that a payload is: the payload itself, or a copy with a text in the place of each part
 * that cannot be read. Null: it is of a kind, or of a form, that has no meaning here.
 */
function knownItemOf(payload: unknown): KnownItem | null {
  if (isForeignItem(payload)) return payload;
  return isJsonObject(payload) ? withReadableParts(payload) : null;
}

/**
 * True if a payload is an item of a kind that has a meaning here. An image that brings a `blob` of
 * its own is refused: that member is Refold's.
 */
function isForeignItem(payload: unknown): payload is KnownItem {
  if (!isItem(payload) || payload.type === "other") return false;
  return !imagesOf(payload).some((image) => "blob" in image);
}

/**
 * A message, or a tool's output, with a text in the place of each part that cannot be read. Without
 * it the call of an output would be unanswered, and a user's message would begin no turn.
 * @returns null if something else is not of its form
 */
function withReadableParts(payload: JsonObject): KnownItem | null {
  const member = payload.type === "message" ? "content" : "output";
  const parts = payload[member];
  if (!Array.isArray(parts)) return null;
  const type = payload.role === "assistant" ? "output_text" : "input_text";
  const readable = parts.map((part: unknown) => {
    const text = unreadPartText(part);
    return text === null ? part : { type, text };
  });
  const shown = { ...payload, [member]: readable };
  return isForeignItem(shown) ? shown : null;
}

/** An item of a kind without a form of its own, as it is. */
export function recordOther(item: OtherItem): RecordedItem {
  return { item, origin: originOf(item), countedBytes: countItemBytes(item) };
}

/** The list of a compaction; `isWhole`: its entries hold all that the line's list says. */
export interface ReplacementList {
  readonly entries: ReplacementItem[];
  readonly isWhole: boolean;
}

/**
 * Taken over verbatim and counted, never bounded (docs/semantics.md §12.6).
 * @returns null if an entry is of a known kind but not of its form, or no item: Codex skips the line
 */
export function readReplacement(
  list: readonly unknown[],
  keep: KeepEvidence,
): ReplacementList | null {
  const entries: ReplacementItem[] = [];
  let isWhole = true;
  for (const entry of list) {
    const item = knownItemOf(entry);
    const read = item === null ? readOther(entry) : readKnown(item, keep);
    if (read === null) return null;
    entries.push(read);
    isWhole &&= item === null || item === entry;
  }
  return { entries, isWhole };
}

function readKnown(item: KnownItem, keep: KeepEvidence): ReplacementItem {
  const recorded = recordAs(item, originOf, { policy: null, keep });
  return isSummaryMessage(recorded.item) ? { ...recorded, summary: true } : recorded;
}

function readOther(entry: unknown): ReplacementItem | null {
  if (!isJsonObject(entry) || typeof entry.type !== "string") return null;
  if (isKnownItemType(entry.type)) return null;
  return recordOther({ type: "other", original: { ...entry, type: entry.type } });
}
