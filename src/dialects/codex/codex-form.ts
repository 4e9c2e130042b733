import { isKnownItemType } from "../../events/calls.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { LineForm } from "../shared/damage.js";
import { evidenceOf, restoreItem } from "../shared/evidence.js";
import { CODEX_TYPES, type LineMarks } from "../shared/recognition.js";
import type { SessionForm } from "../shared/session-form.js";
import type { GoneParts, SlimPlace } from "../shared/slimming.js";
import { CodexAccounts } from "./accounts.js";
import { CodexDecoder } from "./codex-decoder.js";
import { joinLineage, joinThread } from "./lineage.js";
import { readLineMeaning } from "./read-line.js";
import { isBareMetadata } from "./session-meta.js";

/** How the lines of a rollout look. Codex writes one object on each; glued ones are damage. */
const LINES: LineForm = {
  start: /\{\s*"(?:timestamp|record_type|ordinal)"\s*:/g,
  isLine: ({ type, payload, record_type: recordType }) =>
    (typeof type === "string" && payload !== undefined) || typeof recordType === "string",
  gluedIsDamage: true,
};

/** The start of a line that is longer than what was read. */
const CUT_LINE =
  /^\s*\{\s*(?:"(?:timestamp|ordinal)"\s*:\s*(?:"[^"]*"|\d+)\s*,\s*)*"type"\s*:\s*"(session_meta|response_item|event_msg|turn_context|compacted)"/;

const ENVELOPE = "Codex rollout (envelope form)";
/** The form of 2025. */
const BARE = "Codex rollout (bare form)";

const MARKS: LineMarks = {
  ofObject: (value) => {
    const { type, payload, record_type: recordType } = value;
    if (typeof type === "string" && payload !== undefined) {
      return CODEX_TYPES.has(type) ? { file: ENVELOPE, line: `is a ${type} line` } : null;
    }
    if (recordType === "state") return { file: BARE, line: "is a state line" };
    if (isBareMetadata(value)) return { file: BARE, line: "is a bare metadata line" };
    const isItem = typeof type === "string" && isKnownItemType(type) && isBareItem(value);
    return isItem ? { file: BARE, line: `is a bare ${type} item` } : null;
  },
  ofBeginning: (text) => {
    const type = CUT_LINE.exec(text)?.[1];
    return type === undefined ? null : { file: ENVELOPE, line: `begins as a ${type} line` };
  },
};

/** Other tools have lines of these types too: with the message inside, a summary, or thoughts alone. */
function isBareItem({ type, content, encrypted_content: encrypted }: JsonObject): boolean {
  if (type === "message") return Array.isArray(content);
  if (type === "reasoning") return false;
  return type !== "compaction" || typeof encrypted === "string";
}

/** Codex rollouts of every era (docs/codex.md). */
export const codexForm: SessionForm = {
  name: "codex",
  lines: LINES,
  marks: MARKS,
  looksAhead: false,
  isOwn: (object) => object.payload !== undefined,
  joinHistory: (content, reach) =>
    reach === "thread" ? joinThread(content, LINES) : joinLineage(content, LINES),
  decoder: (options) => new CodexDecoder(options),
  evidenceIn: (object) =>
    evidenceOf((options) => {
      readLineMeaning(object, 1, { isBare: object.payload === undefined, ...options });
    }),
  accountant: () => new CodexAccounts(),
  slim: slimCodexObject,
  plainObject: async (event, blobs) => {
    if (event.type !== "item.recorded") return null;
    const payload = await restoreItem(event.data, blobs);
    return { timestamp: event.at, type: "response_item", payload };
  },
};

/**
 * A line of a rollout without what gives way (docs/slim.md#codex). Lines that Codex shows (`event_msg`)
 * stay as they are.
 */
function slimCodexObject(object: JsonObject, place: SlimPlace, gone: GoneParts): JsonObject {
  const { payload } = object;
  if (place === "kept") return object;
  if (!isJsonObject(payload)) return slimItem(object, place, gone); // the bare form of 2025
  const slim = object.type === "compacted" ? slimCompaction(payload, place, gone) : null;
  const item = object.type === "response_item" ? slimItem(payload, place, gone) : null;
  const changed = slim ?? item ?? payload;
  return changed === payload ? object : { ...object, payload: changed };
}

/**
 * A checkpoint that no state is made from. Before all that stay its list is left out: going back that
 * far, Codex rebuilds it from the user's messages and the summary (docs/semantics.md §12.7). Between
 * them it is empty, because a later checkpoint replaces it and a rebuilt one would drop the baseline.
 */
function slimCompaction(payload: JsonObject, place: SlimPlace, gone: GoneParts): JsonObject {
  if (place === "rebuilt" || !Array.isArray(payload.replacement_history)) return payload;
  const isRebuilt = place === "older" && typeof payload.message === "string";
  return gone.members("checkpoint", payload, {
    replacement_history: isRebuilt ? undefined : [],
    replacement_history_metadata: undefined,
    retained_context: undefined,
  });
}

/** A checkpoint without a list is rebuilt from messages (docs/semantics.md §12.7). */
function slimItem(item: JsonObject, place: SlimPlace, gone: GoneParts): JsonObject {
  switch (item.type) {
    case "message":
      if (place === "rebuilt") return item;
      return gone.put(item, "content", gone.images(item.content));
    case "function_call_output":
    case "custom_tool_call_output":
      return gone.put(item, "output", gone.texts("output", item.output));
    case "image_generation_call":
      return gone.put(item, "result", gone.imageBytes(item.result));
    case "reasoning":
      return typeof item.encrypted_content === "string"
        ? gone.members("reasoning", item, { encrypted_content: null })
        : item;
    default:
      return item;
  }
}
