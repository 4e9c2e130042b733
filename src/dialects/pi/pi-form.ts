import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { evidenceOf } from "../shared/evidence.js";
import { isPiLine, type LineMarks } from "../shared/recognition.js";
import { type SessionForm, accountOf, modelOfTurn } from "../shared/session-form.js";
import type { GoneParts, SlimPlace } from "../shared/slimming.js";
import { itemFacts } from "./entry-facts.js";
import { PiDecoder } from "./pi-decoder.js";
import { PI_LINES, versionOf } from "./session-start.js";
import type { Accountant, EventAccount, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { factsOf } from "../../reducers/reduce.js";
import { isAside } from "../../reducers/usage.js";
import { textAt } from "../shared/json.js";

const FILE = "pi session";
/** The start of a line that is longer than what was read. */
const CUT_LINE = /^\s*\{\s*"type"\s*:\s*"message"\s*,[^{]*"message"\s*:\s*\{\s*"role"\s*:/;

const MARKS: LineMarks = {
  ofObject: (value) => {
    if (!isPiLine(value) || !isDecisive(value)) return null;
    if (value.type === "session") {
      return { file: FILE, line: `is a session header of version ${versionOf(value)}` };
    }
    const isPlaced = "parentId" in value;
    const entry = `is a ${String(value.type)} entry with a place in the tree`;
    return { file: FILE, line: isPlaced ? entry : "is an entry with a message inside" };
  },
  ofBeginning: (text) =>
    CUT_LINE.test(text) ? { file: FILE, line: "begins as an entry with a message inside" } : null,
};

/** Other programs have entries with a message, and trees of them, too. */
function isDecisive({ type, message }: JsonObject): boolean {
  if (type !== "message") return typeof type === "string" && ENTRY_TYPES.has(type);
  if (!isJsonObject(message)) return false;
  return typeof message.timestamp === "number" || message.role === "toolResult";
}

const ENTRY_TYPES: ReadonlySet<string> = new Set([
  ...["session", "model_change", "thinking_level_change", "compaction", "branch_summary"],
  ...["custom", "custom_message", "label", "session_info"],
]);

/** Sessions of the pi coding agent, `~/.pi/agent/sessions/**` + `/*.jsonl` (docs/pi.md). */
export const piForm: SessionForm = {
  name: "pi",
  lines: PI_LINES,
  marks: MARKS,
  looksAhead: true,
  isOwn: isPiLine,
  decoder: (options) => new PiDecoder(options),
  evidenceIn: (entry) =>
    evidenceOf((options) => {
      itemFacts(entry, options);
    }),
  accountant: () => new PiAccounts(),
  slim: slimPiObject,
};

/**
 * How the lines of a pi session count. A session that was branched off begins with a copy of the
 * entries that led there, with their times: in version 1 they have no ids, and pi gives all of them
 * new ones when it opens such a file. So a line is known by its time and by what never changes in it.
 */
class PiAccounts implements Accountant {
  #model: string | null = null;
  /** By entry: who goes back to one goes on with its model. */
  readonly #models = new Map<string, string | null>();

  take(event: LogEvent): EventAccount {
    const object = event.foreign?.object ?? null;
    this.#model =
      object === null
        ? (modelOfTurn(event) ?? this.#model)
        : this.#modelAt(object, isReportedPlain(event));
    const key = object === null ? event.id : keyOf(object);
    return accountOf(event, { key, model: this.#model });
  }

  #modelAt(entry: JsonObject, isPlain: boolean): string | null {
    const [id, parent] = [textAt(entry, "id"), textAt(entry, "parentId")];
    const before = parent === null ? this.#model : (this.#models.get(parent) ?? this.#model);
    const model = modelOf(entry) ?? before;
    if (id !== null) this.#models.set(id, model);
    // Logs that were imported by older versions do not say the model of what was spent beside the conversation.
    return (isPlain && entry.type === "usage" ? textAt(entry, "model") : null) ?? model;
  }
}

/** Whether an event reports usage without a word of how it stood to the conversation. */
function isReportedPlain(event: LogEvent): boolean {
  return (
    isKnownEvent(event) &&
    factsOf(event).some((fact) => fact.type === "usage.reported" && !isAside(fact.data))
  );
}

function keyOf(entry: JsonObject): string {
  const { type, message } = entry;
  const place = [textAt(entry, "timestamp"), type];
  if (!isJsonObject(message)) return JSON.stringify([...place, entry.id]);
  const { role, timestamp, toolCallId, usage } = message;
  return JSON.stringify([...place, role, timestamp, toolCallId, usage]);
}

/** The model that an entry sets its branch to, or that answers in it; a header's is of version 1. */
function modelOf({ type, modelId, message }: JsonObject): string | null {
  if (type === "session" || type === "model_change") {
    return typeof modelId === "string" ? modelId : null;
  }
  return isJsonObject(message) && message.role === "assistant" ? textAt(message, "model") : null;
}

/** An entry of a session without what gives way (docs/slim.md#pi). */
function slimPiObject(object: JsonObject, place: SlimPlace, gone: GoneParts): JsonObject {
  const { type, message } = object;
  if (place === "kept" || place === "rebuilt") return object;
  if (type !== "message" || !isJsonObject(message)) return object;
  return gone.put(object, "message", slimMessage(message, gone));
}

function slimMessage(message: JsonObject, gone: GoneParts): JsonObject {
  switch (message.role) {
    case "toolResult": {
      const slim = gone.put(message, "content", gone.texts("output", message.content));
      return gone.put(slim, "details", gone.texts("output", slim.details));
    }
    case "bashExecution":
      return gone.put(message, "output", gone.texts("output", message.output));
    case "user":
      return gone.put(message, "content", gone.images(message.content));
    default:
      return message;
  }
}
