import type { AsideFact, EventAccount, Fact, LogEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { ignoreEvidence } from "../shared/evidence.js";
import { textAt } from "../shared/json.js";
import { recordRead } from "../shared/read-items.js";
import { accountOf, type Accountant, modelOfTurn } from "../shared/session-form.js";
import { isSameUsage, modelOf, readUsage } from "./message-facts.js";
import { readBlocks } from "./read-blocks.js";
import { OF_SUB_AGENT } from "./read-line.js";

/**
 * How the lines of a Claude Code transcript count. A session that goes on from another begins with a
 * copy of its messages, under the same uuids: so a uuid names a line wherever it occurs. The lines of
 * sub-agents that are between those of their thread were paid for too.
 */
export class ClaudeCodeAccounts implements Accountant {
  #model: string | null = null;
  /** What was last reported of each request of a sub-agent. */
  readonly #reported = new Map<string, Usage>();
  /** Blocks and lines of sub-agents that were counted. */
  readonly #seen = new Set<string>();

  take(event: LogEvent): EventAccount {
    const object = event.foreign?.object ?? null;
    const isAside =
      isKnownEvent(event) && event.type === "foreign.kept" && event.data.reason === OF_SUB_AGENT;
    if (!isAside) this.#model = modelAt(event, object) ?? this.#model;
    if (object === null) return accountOf(event, { model: this.#model });
    const key = textAt(object, "uuid") ?? event.id;
    const aside = isAside ? this.#aside(object, key) : boundaryIn(object);
    return accountOf(event, {
      ...{ key, model: this.#model, repeated: compactionsOf(event), aside },
      ...requestOf(object),
    });
  }

  #aside(object: JsonObject, line: string): readonly AsideFact[] {
    const { type, message } = object;
    if ((type !== "user" && type !== "assistant") || !isJsonObject(message)) return [];
    if (!this.#isNew(line)) return [];
    const model = textAt(message, "model");
    const facts = readBlocks(type, message.content).items.flatMap((read): Fact[] => {
      const { item } = read;
      if (item.type === "function_call" && !this.#isNew(`call ${item.call_id}`)) return [];
      const options = { policy: null, keep: ignoreEvidence };
      return [{ type: "item.recorded", data: recordRead(read, () => "runtime", options) }];
    });
    const usage = this.#usage(message);
    return [...facts, ...(usage === null ? [] : [usage])].map((fact) => ({ fact, model }));
  }

  #usage(message: JsonObject): Fact | null {
    const id = textAt(message, "id");
    const revised = id === null ? undefined : this.#reported.get(id);
    const usage = readUsage(message, revised ?? null);
    if (usage === null) return null;
    if (id !== null) this.#reported.set(id, usage);
    if (revised !== undefined && isSameUsage(usage, revised)) return null;
    const data = { usage, contextWindow: null, request: null, ...(revised && { revised }) };
    return { type: "usage.reported", data };
  }

  #isNew(name: string): boolean {
    if (this.#seen.has(name)) return false;
    this.#seen.add(name);
    return true;
  }
}

/** Copies of a line may have other uuids; the ids of its answer and its request stay. */
function requestOf({ type, message, requestId }: JsonObject): Pick<EventAccount, "request"> {
  const id = type === "assistant" && isJsonObject(message) ? textAt(message, "id") : null;
  return id === null ? {} : { request: JSON.stringify([id, requestId]) };
}

/** The model that answers on this line. */
function modelAt(event: LogEvent, object: JsonObject | null): string | null {
  if (object === null || !isJsonObject(object.message)) return modelOfTurn(event);
  return object.type === "assistant" ? modelOf({ message: object.message }) : null;
}

/**
 * A boundary is a compaction. The lines after it say what it left: nothing if nobody went on after
 * it, and again if somebody goes back among the messages that it kept.
 */
const COMPACTION: AsideFact = {
  fact: {
    type: "history.compacted",
    data: {
      ...{ trigger: "foreign", reason: null, summary: null, replacement: null, placement: "none" },
      ...{ replaced: null, tokensBefore: 0, tokensAfter: 0, trimmed: [] },
      ...{ windowNumber: 0, historyVersion: 0 },
    },
  },
  model: null,
};

function boundaryIn({ subtype }: JsonObject): readonly AsideFact[] {
  return subtype === "compact_boundary" ? [COMPACTION] : [];
}

function compactionsOf(event: LogEvent): readonly Fact[] {
  if (!isKnownEvent(event)) return [];
  return [event, ...(event.derived ?? [])].filter(({ type }) => type === "history.compacted");
}
