import type { Fact, FactOf } from "../../events/event.js";
import { isUuid, ulidToUuid } from "../../events/ids.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ThreadSource, ToolDeclaration } from "../../events/thread.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { derivedUlid, sha256, ulidOfForeign } from "../shared/derived-ids.js";
import { type ForeignHole, movedHole } from "../shared/foreign-form.js";
import type { LineFacts } from "./line-facts.js";
import { lineOf } from "./written-lines.js";

/** What the first object of a rollout says about its thread. */
export interface ThreadStart {
  readonly data: FactOf<"thread.started">["data"];
  /** Instructions and tools, folded behind the start. */
  readonly derived: readonly Fact[];
  /** Where in the object stands what `derived` holds. */
  readonly holes: readonly ForeignHole[];
}

/**
 * Reads the session's metadata: the payload of `session_meta`, or the bare line of 2025. When the
 * first object is of another kind, nothing is known but the id made from its text.
 */
export function readThreadStart(first: {
  readonly value: JsonObject;
  readonly text: string;
}): ThreadStart {
  const { meta, path } = findMetadata(first.value);
  const id = textOf(meta?.id) ?? textOf(meta?.session_id);
  const threadId =
    id === null ? derivedUlid(`codex:${first.text}`) : ulidOfForeign(id, "codex:thread");
  const source: ThreadSource = {
    dialect: "codex",
    version: textOf(meta?.cli_version),
    foreignId: id,
    parent: parentOf(meta?.source) ?? parentIn(meta),
  };
  const data = { threadId, cwd: textOf(meta?.cwd), source, memoryMode: null, title: null };
  const instructions = instructionsOf(meta);
  const derived: Fact[] = [];
  const holes: ForeignHole[] = [];
  if (instructions !== null) {
    const { text: words, at } = instructions;
    derived.push({ type: "instructions.set", data: { text: words, hash: sha256(words) } });
    holes.push([
      [...path, ...at],
      ["derived", "0", "data", "text"],
    ]);
  }
  const tools = toolsOf(meta?.dynamic_tools);
  if (tools.length > 0) {
    derived.push({ type: "tools.declared", data: { tools, hash: sha256(JSON.stringify(tools)) } });
  }
  return { data, derived, holes };
}

/** The first event: the thread's start, then whatever the object means besides. */
export function factsOfStart(start: ThreadStart, line: LineFacts): LineFacts {
  const prefix = ["derived", String(start.derived.length)];
  const natural = line.own.type === "foreign.kept" ? [] : [line.own];
  return {
    own: { type: "thread.started", data: start.data },
    derived: [...start.derived, ...natural, ...line.derived],
    holes: [...start.holes, ...line.holes.map((hole) => movedHole(hole, prefix))],
  };
}

function findMetadata(value: JsonObject): {
  readonly meta: JsonObject | null;
  readonly path: readonly string[];
} {
  if (value.type === "session_meta" && isJsonObject(value.payload)) {
    return { meta: value.payload, path: ["payload"] };
  }
  return { meta: isBareMetadata(value) ? value : null, path: [] };
}

/** True for the bare metadata line: an id and a time, and no type. */
export function isBareMetadata(object: JsonObject): boolean {
  return (
    object.type === undefined &&
    object.record_type === undefined &&
    typeof object.id === "string" &&
    (typeof object.timestamp === "string" || isUuid(object.id))
  );
}

/** `base_instructions: {text}` of newer sessions, `instructions` of older ones. */
function instructionsOf(
  meta: JsonObject | null,
): { readonly text: string; readonly at: readonly string[] } | null {
  const base = meta?.base_instructions;
  if (isJsonObject(base) && typeof base.text === "string") {
    return { text: base.text, at: ["base_instructions", "text"] };
  }
  const text = textOf(meta?.instructions);
  return text === null ? null : { text, at: ["instructions"] };
}

function toolsOf(declared: unknown): ToolDeclaration[] {
  if (!Array.isArray(declared)) return [];
  return declared.filter(isJsonObject).flatMap((tool) => {
    const { name, description, input_schema: parameters } = tool;
    if (typeof name !== "string") return [];
    const words = typeof description === "string" ? { description } : {};
    return [{ kind: "function" as const, name, ...words, parameters }];
  });
}

/** A sub-agent's source names the thread that spawned it somewhere inside. */
function parentOf(source: unknown, depth = 0): { threadId: string } | null {
  if (!isJsonObject(source) || depth > 4) return null;
  const parent = parentIn(source);
  if (parent !== null) return parent;
  for (const value of Object.values(source)) {
    const parent = parentOf(value, depth + 1);
    if (parent !== null) return parent;
  }
  return null;
}

/** Newer metadata names the parent beside the source. */
function parentIn(object: JsonObject | null): { threadId: string } | null {
  const threadId = textOf(object?.parent_thread_id);
  return threadId === null ? null : { threadId };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

interface SessionMeta {
  readonly threadId: string;
  /** Of the tool that writes. */
  readonly version: string;
  /** When the thread started. */
  readonly at: string;
}

/** A rollout's first line: whose thread it is, and the newest base instructions. */
export function sessionMetaLine(
  { thread, turns, baseline }: ThreadState,
  { threadId, version, at }: SessionMeta,
): JsonObject {
  const instructions = thread?.instructions ?? null;
  const provider = turns.running?.envelope.provider ?? baseline?.envelope.provider;
  const parent =
    thread !== null && thread.threadId !== threadId ? thread.threadId : forkedFrom(thread);
  return lineOf(at, "session_meta", {
    id: ulidToUuid(threadId),
    ...(parent !== null && { forked_from_id: ulidToUuid(parent) }),
    timestamp: at,
    cwd: thread?.cwd ?? "",
    originator: "refold",
    cli_version: version,
    source: "cli", // what Codex offers to resume
    ...(provider !== undefined && { model_provider: provider }),
    ...(instructions !== null && { base_instructions: { text: instructions.text } }),
  });
}

function forkedFrom(thread: ThreadState["thread"]): string | null {
  return thread?.forked?.from.threadId ?? null;
}
