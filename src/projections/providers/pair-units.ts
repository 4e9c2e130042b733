import { bareToolName, type ToolCallItem } from "../../events/calls.js";
import type { MessageItem, MessagePart } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Sequence } from "../../reducers/thread-state.js";
import { callKey, outputKey, PI_NO_RESULT } from "../../events/pairing.js";
import type { PromptItem } from "../prompt/prompt.js";
import type { CallIds } from "./calls.js";
import type { RequestContext } from "./request-context.js";
import {
  type CallUnit,
  type MessageUnit,
  type OutputItem,
  outputParts,
  type OutputUnit,
  plainMessage,
  type Unit,
} from "./units.js";

/** An output that no waiting call stood before. */
interface HeldOutput {
  readonly entry: PromptItem;
  readonly item: OutputItem;
  /** How many units are before it. */
  readonly before: number;
  readonly key: string;
  /** What is put in its place. */
  readonly told: Unit[];
}

/** The calls of one kind and recorded id. */
interface SameCalls {
  /** Those that wait for their output, oldest first. */
  readonly waiting: CallUnit[];
  name: string;
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
  for (const entry of items.toArray()) pairing.add(entry);
  const units = pairing.finish();
  return context.isPi ? withInsertedLast(units) : units;
}

/** Nearly every output is after its call. With a list for each place `check` of long prompts took a tenth longer. */
class Pairing {
  readonly #units: Unit[] = [];
  readonly #calls = new Map<string, SameCalls>();
  readonly #held: HeldOutput[] = [];
  /** What is put right after calls whose output is not after them. */
  readonly #behind = new Map<Unit, Unit>();

  constructor(
    private readonly context: RequestContext,
    private readonly ids: CallIds,
  ) {}

  add(entry: PromptItem): void {
    const { item, ref } = entry;
    switch (item.type) {
      case "message":
        this.#units.push(messageUnit(this.context, entry, item));
        return;
      case "reasoning":
        // pi keeps thoughts behind an edit too.
        this.#units.push({
          kind: "reasoning",
          ref,
          item,
          behindEdit: entry.behindEdit && !this.context.isPi,
        });
        return;
      case "function_call":
      case "custom_tool_call":
      case "local_shell_call":
      case "tool_search_call":
        this.#addCall(ref, item);
        return;
      case "function_call_output":
      case "custom_tool_call_output":
      case "tool_search_output":
        this.#addOutput(entry, item);
        return;
      case "web_search_call":
      case "image_generation_call":
      case "compaction":
      case "compaction_summary":
      case "other":
        this.#units.push({ kind: "hosted", ref, item });
        return;
      case "ghost_snapshot":
        this.context.repair("snapshot-left-out", ref, "a ghost snapshot is no part of a prompt");
    }
  }

  finish(): readonly Unit[] {
    for (const output of this.#held) this.#placeHeld(output);
    for (const { waiting } of this.#calls.values()) {
      for (const call of waiting) this.#behind.set(call, insertedOutput(this.context, call));
    }
    return this.#held.length + this.#behind.size === 0 ? this.#units : this.#together();
  }

  #together(): readonly Unit[] {
    const units: Unit[] = [];
    const held = this.#held.values();
    let next = held.next();
    for (const [index, unit] of this.#units.entries()) {
      for (; next.value !== undefined && next.value.before <= index; next = held.next()) {
        units.push(...next.value.told);
      }
      units.push(unit);
      const output = this.#behind.get(unit);
      if (output !== undefined) units.push(output);
    }
    for (; next.value !== undefined; next = held.next()) units.push(...next.value.told);
    return units;
  }

  #addCall(ref: ItemRef | null, item: ToolCallItem): void {
    const recordedId = item.call_id ?? null;
    const id = this.ids.assign(recordedId, ref);
    const call: CallUnit = { kind: "call", ref, item, recordedId, id };
    const key = callKey(item) ?? keyWithoutId(item);
    const name = bareToolName(item);
    const same = this.#calls.get(key);
    if (same === undefined) this.#calls.set(key, { waiting: [call], name });
    else {
      same.waiting.push(call);
      same.name = name;
    }
    this.#units.push(call);
  }

  #addOutput(entry: PromptItem, item: OutputItem): void {
    const key = outputKey(item) ?? keyWithoutId(item);
    const call = this.#calls.get(key)?.waiting.shift();
    if (call !== undefined) this.#units.push(outputUnit(entry, item, call));
    else this.#held.push({ entry, item, before: this.#units.length, key, told: [] });
  }

  #placeHeld({ entry, item, key, told }: HeldOutput): void {
    const { ref } = entry;
    const same = this.#calls.get(key);
    const call = same?.waiting.shift();
    if (call !== undefined) {
      this.#behind.set(call, outputUnit(entry, item, call));
      this.context.repair("reordered", ref, "an output before its call moved after it");
    } else if (same === undefined) {
      this.context.repair("orphan-dropped", ref, "an output without a call");
    } else {
      this.context.repair("turned-into-text", ref, "a further output of a call that has one");
      const label = { type: "input_text" as const, text: `[further output of ${same.name}]` };
      told.push(plainMessage(ref, "user", [label, ...outputParts(item)]));
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

/** Those without an id are paired within their kind; no id is spelled so (`callKey`). */
function keyWithoutId({ type }: ToolCallItem | OutputItem): string {
  if (type.startsWith("custom")) return "\u0000custom";
  return type.startsWith("tool_search") ? "\u0000tool-search" : "\u0000function";
}
