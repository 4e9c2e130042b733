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
  PLAIN,
  type Unit,
} from "./units.js";

/** The place of one item, and what is put right after it. */
interface Slot {
  unit: Unit | null;
  behind: OutputUnit | null;
}

interface HeldOutput {
  readonly entry: PromptItem;
  readonly item: OutputItem;
  /** Its place, empty until it is known whose it is. */
  readonly slot: Slot;
  readonly key: string;
}

interface Pairing {
  readonly context: RequestContext;
  readonly ids: CallIds;
  readonly slots: Slot[];
  /** Calls that wait for their output, by kind and recorded id, oldest first. */
  readonly waiting: Map<string, { call: CallUnit; slot: Slot }[]>;
  /** Outputs that no waiting call stood before. */
  readonly held: HeldOutput[];
  readonly keysOfCalls: Map<string, string>;
}

/**
 * Pairs calls and outputs (law 6), whatever the items: each call has exactly one output,
 * which stands after it. Outputs answer the oldest waiting call of their kind and id; one that came
 * before its call is put after it; a further one becomes a text in its place; one without any call
 * is dropped; a call without one gets `aborted`.
 */
export function pairUnits(
  context: RequestContext,
  ids: CallIds,
  items: Sequence<PromptItem>,
): readonly Unit[] {
  const pairing: Pairing = {
    context,
    ids,
    slots: [],
    waiting: new Map(),
    held: [],
    keysOfCalls: new Map(),
  };
  for (const entry of items) addItem(pairing, entry);
  for (const output of pairing.held) placeHeld(pairing, output);
  for (const calls of pairing.waiting.values()) {
    for (const { call, slot } of calls) slot.behind = insertedOutput(context, call);
  }
  const units = pairing.slots.flatMap(({ unit, behind }) => [
    ...(unit === null ? [] : [unit]),
    ...(behind === null ? [] : [behind]),
  ]);
  return context.isPi ? withInsertedLast(units) : units;
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

function addItem(pairing: Pairing, entry: PromptItem): void {
  const { item, ref } = entry;
  switch (item.type) {
    case "message":
      addUnit(pairing, messageUnit(pairing.context, entry, item));
      return;
    case "reasoning":
      addUnit(pairing, thoughtUnit(pairing.context, entry, item));
      return;
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
    case "tool_search_call":
      addCall(pairing, ref, item);
      return;
    case "function_call_output":
    case "custom_tool_call_output":
    case "tool_search_output":
      addOutput(pairing, entry, item);
      return;
    case "web_search_call":
    case "image_generation_call":
    case "compaction":
    case "compaction_summary":
    case "other":
      addUnit(pairing, { kind: "hosted", ref, item });
      return;
    case "ghost_snapshot":
      pairing.context.repair("snapshot-left-out", ref, "a ghost snapshot is no part of a prompt");
      return;
  }
}

function addUnit(pairing: Pairing, unit: Unit | null): Slot {
  const slot: Slot = { unit, behind: null };
  pairing.slots.push(slot);
  return slot;
}

function addCall(pairing: Pairing, ref: ItemRef | null, item: ToolCallItem): void {
  const recordedId = item.call_id ?? null;
  const call: CallUnit = {
    kind: "call",
    ref,
    item,
    recordedId,
    id: pairing.ids.assign(recordedId, ref),
  };
  const slot = addUnit(pairing, call);
  const key = keyOf(item.type, recordedId);
  pairing.keysOfCalls.set(key, bareToolName(item));
  const calls = pairing.waiting.get(key);
  if (calls === undefined) pairing.waiting.set(key, [{ call, slot }]);
  else calls.push({ call, slot });
}

function addOutput(pairing: Pairing, entry: PromptItem, item: OutputItem): void {
  const key = keyOf(item.type, item.call_id ?? null);
  const call = pairing.waiting.get(key)?.shift()?.call;
  const slot = addUnit(pairing, null);
  if (call === undefined) pairing.held.push({ entry, item, slot, key });
  else slot.unit = outputUnit(entry, item, call);
}

function placeHeld({ context, waiting, keysOfCalls }: Pairing, held: HeldOutput): void {
  const { entry, item, slot, key } = held;
  const next = waiting.get(key)?.shift();
  if (next !== undefined) {
    next.slot.behind = outputUnit(entry, item, next.call);
    context.repair("reordered", entry.ref, "an output before its call moved after it");
    return;
  }
  const name = keysOfCalls.get(key);
  if (name === undefined) {
    context.repair("orphan-dropped", entry.ref, "an output without a call");
    return;
  }
  context.repair("turned-into-text", entry.ref, "a further output of a call that has one");
  slot.unit = {
    kind: "message",
    ref: entry.ref,
    role: "user",
    parts: [{ type: "input_text", text: `[further output of ${name}]` }, ...outputParts(item)],
    ...PLAIN,
  };
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
  return {
    kind: "output",
    ref: null,
    call,
    parts: [
      { type: "input_text", text: isSearch ? "[]" : context.isPi ? PI_NO_RESULT : "aborted" },
    ],
    isList: false,
    failed: context.isPi,
    isInserted: true,
    search: null,
  };
}

/** pi gives another model's thoughts as texts of the answer. */
function thoughtUnit(
  context: RequestContext,
  { ref, behindEdit }: PromptItem,
  item: ReasoningItem,
): Unit | null {
  const { isPi } = context;
  if (!isPi || context.isModel(looseText(item, "model"))) {
    return { kind: "reasoning", ref, item, behindEdit: behindEdit && !isPi };
  }
  const text = reasoningText(item);
  if (text.trim() === "" || looseText(item, "redacted") !== undefined) {
    context.repair("reasoning-left-out", ref, "reasoning of another model");
    return null;
  }
  context.repair("turned-into-text", ref, "reasoning of another model");
  return {
    kind: "message",
    ref,
    role: "assistant",
    parts: [{ type: "output_text", text }],
    ...PLAIN,
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

/** Functions and the local shell share one kind of output (docs/semantics.md §8.2). */
function keyOf(type: ToolCallItem["type"] | OutputItem["type"], id: string | null): string {
  const kind = type.startsWith("custom")
    ? "custom"
    : type.startsWith("tool_search")
      ? "search"
      : "";
  return `${kind}:${id === null ? "null" : `id:${id}`}`;
}
