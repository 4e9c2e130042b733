import { bareToolName, type ToolCallItem } from "../../events/calls.js";
import type { MessageItem, MessagePart, ReasoningItem } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Sequence } from "../../reducers/thread-state.js";
import { PI_NO_RESULT } from "../../events/pairing.js";
import type { PromptItem } from "../prompt/prompt.js";
import type { CallIds } from "./calls.js";
import { looseText, reasoningText, type RequestContext } from "./request-context.js";
import {
  type CallUnit,
  type MessageUnit,
  type OutputItem,
  outputParts,
  type OutputUnit,
  plainMessage,
  type Unit,
} from "./units.js";

interface HeldOutput {
  readonly entry: PromptItem;
  readonly item: OutputItem;
  /** Its place, empty until it is known whose it is. */
  readonly place: Unit[];
  readonly key: string;
}

/**
 * Pairs calls and outputs (law 6), whatever the items: each call has exactly one output,
 * which is after it. Outputs answer the oldest waiting call of their kind and id; one that came
 * before its call is put after it; a further one becomes a text in its place; one without any call
 * is dropped; a call without one gets `aborted`.
 */
export function pairUnits(
  context: RequestContext,
  ids: CallIds,
  items: Sequence<PromptItem>,
): readonly Unit[] {
  const pairing = new Pairing(context, ids);
  for (const entry of items) pairing.add(entry);
  const units = pairing.finish();
  return context.isPi ? withInsertedLast(units) : units;
}

class Pairing {
  /** For each item its unit, and what is put right after it. */
  readonly #places: Unit[][] = [];
  /** Calls that wait for their output, by kind and recorded id, oldest first. */
  readonly #waiting = new Map<string, { call: CallUnit; place: Unit[] }[]>();
  /** Outputs that no waiting call stood before. */
  readonly #held: HeldOutput[] = [];
  readonly #namesByKey = new Map<string, string>();

  constructor(
    private readonly context: RequestContext,
    private readonly ids: CallIds,
  ) {}

  add(entry: PromptItem): void {
    this.#places.push(this.#placeOf(entry));
  }

  #placeOf(entry: PromptItem): Unit[] {
    const { item, ref } = entry;
    switch (item.type) {
      case "message":
        return [messageUnit(this.context, entry, item)];
      case "reasoning":
        return thoughtUnits(this.context, entry, item);
      case "function_call":
      case "custom_tool_call":
      case "local_shell_call":
      case "tool_search_call":
        return this.#placeOfCall(ref, item);
      case "function_call_output":
      case "custom_tool_call_output":
      case "tool_search_output":
        return this.#placeOfOutput(entry, item);
      case "web_search_call":
      case "image_generation_call":
      case "compaction":
      case "compaction_summary":
      case "other":
        return [{ kind: "hosted", ref, item }];
      case "ghost_snapshot":
        this.context.repair("snapshot-left-out", ref, "a ghost snapshot is no part of a prompt");
        return [];
    }
  }

  finish(): readonly Unit[] {
    for (const output of this.#held) this.#placeHeld(output);
    for (const { call, place } of [...this.#waiting.values()].flat()) {
      place.push(insertedOutput(this.context, call));
    }
    return this.#places.flat();
  }

  #placeOfCall(ref: ItemRef | null, item: ToolCallItem): Unit[] {
    const recordedId = item.call_id ?? null;
    const id = this.ids.assign(recordedId, ref);
    const call: CallUnit = { kind: "call", ref, item, recordedId, id };
    const place: Unit[] = [call];
    const key = keyOf(item.type, recordedId);
    this.#namesByKey.set(key, bareToolName(item));
    const calls = this.#waiting.get(key);
    if (calls === undefined) this.#waiting.set(key, [{ call, place }]);
    else calls.push({ call, place });
    return place;
  }

  #placeOfOutput(entry: PromptItem, item: OutputItem): Unit[] {
    const key = keyOf(item.type, item.call_id ?? null);
    const call = this.#waiting.get(key)?.shift()?.call;
    if (call !== undefined) return [outputUnit(entry, item, call)];
    const place: Unit[] = [];
    this.#held.push({ entry, item, place, key });
    return place;
  }

  #placeHeld({ entry, item, place, key }: HeldOutput): void {
    const { ref } = entry;
    const next = this.#waiting.get(key)?.shift();
    const name = this.#namesByKey.get(key);
    if (next !== undefined) {
      next.place.push(outputUnit(entry, item, next.call));
      this.context.repair("reordered", ref, "an output before its call moved after it");
    } else if (name === undefined) {
      this.context.repair("orphan-dropped", ref, "an output without a call");
    } else {
      this.context.repair("turned-into-text", ref, "a further output of a call that has one");
      const label = { type: "input_text" as const, text: `[further output of ${name}]` };
      place.push(plainMessage(ref, "user", [label, ...outputParts(item)]));
    }
  }
}

/** pi puts the outputs that it inserts after all calls and outputs of the answer. */
function withInsertedLast(units: readonly Unit[]): readonly Unit[] {
  const sorted: Unit[] = [];
  let held: Unit[] = [];
  for (const unit of units) {
    if (unit.kind === "output" && unit.isInserted) {
      held.push(unit);
      continue;
    }
    if (unit.kind !== "call" && unit.kind !== "output") {
      sorted.push(...held);
      held = [];
    }
    sorted.push(unit);
  }
  return [...sorted, ...held];
}

function outputUnit(entry: PromptItem, item: OutputItem, call: CallUnit): OutputUnit {
  return {
    kind: "output",
    ref: entry.ref,
    call,
    parts: outputParts(item),
    isList: item.type !== "tool_search_output" && typeof item.output !== "string",
    failed: entry.failed,
    isInserted: entry.inserted,
    search: item.type === "tool_search_output" ? item : null,
  };
}

function insertedOutput(context: RequestContext, call: CallUnit): OutputUnit {
  context.repair("output-inserted", call.ref, "a call without an output");
  const isSearch = call.item.type === "tool_search_call";
  const told = context.isPi ? PI_NO_RESULT : "aborted";
  return {
    kind: "output",
    ref: null,
    call,
    parts: [{ type: "input_text", text: isSearch ? "[]" : told }],
    isList: false,
    failed: context.isPi,
    isInserted: true,
    search: null,
  };
}

/** pi gives another model's thoughts as texts of the answer. */
function thoughtUnits(
  context: RequestContext,
  { ref, behindEdit }: PromptItem,
  item: ReasoningItem,
): Unit[] {
  const { isPi } = context;
  if (!isPi || context.isModel(looseText(item, "model"))) {
    return [{ kind: "reasoning", ref, item, behindEdit: behindEdit && !isPi }];
  }
  const text = reasoningText(item);
  if (text.trim() === "" || looseText(item, "redacted") !== undefined) {
    context.repair("reasoning-left-out", ref, "reasoning of another model");
    return [];
  }
  context.repair("turned-into-text", ref, "reasoning of another model");
  return [plainMessage(ref, "assistant", [{ type: "output_text", text }])];
}

function messageUnit(context: RequestContext, { ref }: PromptItem, item: MessageItem): MessageUnit {
  const { role } = item;
  const parts = wrappedParts(item);
  const { attached } = item;
  const isAttached = attached === "user" || attached === "system";
  const marks = { phase: item.phase ?? null, attached: isAttached ? attached : null } as const;
  if (role === "user" || role === "assistant" || role === "developer" || role === "system") {
    return { kind: "message", ref, role, parts, ...marks };
  }
  context.repair("role-changed", ref, "a role that the API does not have is sent as the user's");
  return { kind: "message", ref, role: "user", parts, ...marks };
}

/** The user's words with what Claude Code puts around them; its images follow. */
function wrappedParts({ content, wrapped }: MessageItem): readonly MessagePart[] {
  if (!isStringPair(wrapped)) return content;
  const words = content.flatMap((part) => (part.type === "input_image" ? [] : [part.text]));
  const text = wrapped[0] + words.join("\n") + wrapped[1];
  return [{ type: "input_text", text }, ...content.filter(({ type }) => type === "input_image")];
}

function isStringPair(value: unknown): value is readonly [string, string] {
  return (
    Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "string")
  );
}

/** Functions and the local shell share one kind of output (docs/semantics.md §8.2). */
function keyOf(type: ToolCallItem["type"] | OutputItem["type"], id: string | null): string {
  const kind = type.startsWith("custom")
    ? "custom"
    : type.startsWith("tool_search")
      ? "search"
      : "";
  return `${kind}:${id === null ? "null" : `id:${id}`}`;
}
