import type { EventAccount, LogEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { textAt } from "../shared/json.js";
import { accountOf, type Accountant, modelOfTurn } from "../shared/session-form.js";

/**
 * How the lines of a pi session count. A session that was branched off begins with a copy of the
 * entries that led there, with their times: in version 1 they have no ids, and pi gives all of them
 * new ones when it opens such a file. So a line is known by its time and by what never changes in it.
 */
export class PiAccounts implements Accountant {
  #model: string | null = null;
  /** By entry: who goes back to one goes on with its model. */
  readonly #models = new Map<string, string | null>();

  take(event: LogEvent): EventAccount {
    const object = event.foreign?.object ?? null;
    this.#model = object === null ? (modelOfTurn(event) ?? this.#model) : this.#modelAt(object);
    const key = object === null ? event.id : keyOf(object);
    return accountOf(event, { key, model: this.#model });
  }

  #modelAt(entry: JsonObject): string | null {
    const [id, parent] = [textAt(entry, "id"), textAt(entry, "parentId")];
    const before = parent === null ? this.#model : (this.#models.get(parent) ?? this.#model);
    const model = modelOf(entry) ?? before;
    if (id !== null) this.#models.set(id, model);
    // What was spent beside the conversation was spent on a model of its own.
    return (entry.type === "usage" ? textAt(entry, "model") : null) ?? model;
  }
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
