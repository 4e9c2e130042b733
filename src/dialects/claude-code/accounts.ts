import type { AsideFact, EventAccount, Fact, LogEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { recordAs } from "../shared/evidence.js";
import { textAt } from "../shared/json-members.js";
import type { Accountant } from "../shared/session-form.js";
import { modelOf } from "./message-facts.js";
import { readBlocks } from "./read-blocks.js";
import { OF_SUB_AGENT } from "./read-line.js";
import { isSameUsage, readUsage } from "./usage.js";

const NOTHING: readonly AsideFact[] = [];
const NO_FACTS: readonly Fact[] = [];

/**
 * How the lines of a Claude Code transcript count. A session that goes on from another begins with a
 * copy of its messages, under the same uuids: so a uuid names a line wherever it stands. The lines of
 * sub-agents that stand between those of their thread were paid for too.
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
    const uuid = object === null ? null : textAt(object, "uuid");
    return {
      key: uuid ?? event.id,
      isCopy: false,
      model: this.#model,
      repeated: object === null ? NO_FACTS : compactionsOf(event),
      aside: this.#asideOf(object, isAside ? (uuid ?? event.id) : null),
    };
  }

  /** @param line of a sub-agent: its name; null: it is the thread's */
  #asideOf(object: JsonObject | null, line: string | null): readonly AsideFact[] {
    if (object === null) return NOTHING;
    if (line !== null) return this.#aside(object, line);
    return object.subtype === "compact_boundary" ? [COMPACTION] : NOTHING;
  }

  #aside(object: JsonObject, line: string): readonly AsideFact[] {
    const { type, message } = object;
    if ((type !== "user" && type !== "assistant") || !isJsonObject(message)) return NOTHING;
    if (!this.#isNew(line)) return NOTHING;
    const model = textAt(message, "model");
    const facts = readBlocks(type, message.content).items.flatMap((read): Fact[] => {
      const { item, failed } = read;
      if (item.type === "function_call" && !this.#isNew(`call ${item.call_id}`)) return [];
      const recorded = recordAs(item, () => "runtime", { policy: null, keep: ignore });
      return [{ type: "item.recorded", data: failed ? { ...recorded, failed } : recorded }];
    });
    const usage = this.#usage(message);
    return [...facts, ...(usage === null ? [] : [usage])].map((fact) => ({ fact, model }));
  }

  #usage(message: JsonObject): Fact | null {
    const usage = readUsage(message.usage);
    const id = textAt(message, "id");
    if (usage === null) return null;
    const revised = id === null ? undefined : this.#reported.get(id);
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

/** The model that answers on this line; in a thread of ours that goes on, its turns name it. */
function modelAt(event: LogEvent, object: JsonObject | null): string | null {
  if (object !== null && isJsonObject(object.message)) {
    return object.type === "assistant" ? modelOf({ message: object.message }) : null;
  }
  if (!isKnownEvent(event) || event.type !== "turn.started") return null;
  return event.data.envelope.model ?? null;
}

/**
 * A boundary is a compaction. The lines behind it say what it left: none where nobody went on behind
 * it, and again where somebody goes back among the messages that it kept.
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

function compactionsOf(event: LogEvent): readonly Fact[] {
  if (!isKnownEvent(event)) return NO_FACTS;
  return [event, ...(event.derived ?? [])].filter(({ type }) => type === "history.compacted");
}

function ignore(): void {
  return;
}
