import type { Fact, FactOf } from "../../events/event.js";
import { nameInSpace } from "../../events/calls.js";
import { isUuid, ulidToUuid } from "../../events/ids.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ThreadSource, ToolDeclaration } from "../../events/thread.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { derivedUlid, sha256, ulidOfForeign } from "../shared/derived-ids.js";
import { DERIVED, type EventFacts } from "../shared/event-facts.js";
import { type ForeignHole, NO_PATH, Path } from "../shared/foreign-form.js";
import { listOf, textAt } from "../shared/json.js";
import type { DecodableObject } from "../shared/object-reader.js";
import type { ExportStart } from "../shared/write-thread.js";
import { lineOf } from "./written-lines.js";

const PAYLOAD = Path.of("payload");
/** Where the first event has the instructions. */
const TEXT = Path.of("derived", "0", "data", "text");

/** What the first object of a rollout says about its thread. */
export interface ThreadStart {
  readonly data: FactOf<"thread.started">["data"];
  /** Instructions and tools, folded after the start. */
  readonly derived: readonly Fact[];
  /** Where in the object is what `derived` holds. */
  readonly holes: readonly ForeignHole[];
}

/**
 * Reads the session's metadata: the payload of `session_meta`, or the bare line of 2025. If the first
 * object is of another kind, nothing is known but the id made from its text.
 */
export function readThreadStart({ value, text: words }: DecodableObject): ThreadStart {
  const { type, payload } = value;
  const inEnvelope = type === "session_meta" && isJsonObject(payload) ? payload : null;
  const path = inEnvelope === null ? NO_PATH : PAYLOAD;
  const meta = inEnvelope ?? (isBareMetadata(value) ? value : {});
  const id = threadIdIn(meta);
  const threadId = id === null ? derivedUlid(`codex:${words}`) : codexUlid(id);
  const source: ThreadSource = {
    dialect: "codex",
    version: textAt(meta, "cli_version"),
    foreignId: id,
    parent: parentOf(meta.source) ?? parentIn(meta),
  };
  const data = { threadId, cwd: textAt(meta, "cwd"), source, memoryMode: null, title: null };
  const derived: Fact[] = [];
  const holes: ForeignHole[] = [];
  const instructions = instructionsOf(meta);
  if (instructions !== null) {
    const { text, at } = instructions;
    derived.push({ type: "instructions.set", data: { text, hash: sha256(text) } });
    holes.push(
      Path.of(...at)
        .under(path)
        .into(TEXT),
    );
  }
  const tools = toolsFact(meta.dynamic_tools);
  if (tools.data.tools.length > 0) derived.push(tools);
  return { data, derived, holes };
}

/** As the tool spells it; null: the metadata does not say it. */
export function threadIdIn(meta: JsonObject): string | null {
  return textAt(meta, "id") ?? textAt(meta, "session_id");
}

/** What a session goes on from, by its metadata. */
export interface SessionLineage {
  /** The thread that it was forked from, as a ULID. */
  readonly forkedFrom: { readonly threadId: string; readonly offset: null } | null;
  /** The id of the file that its history begins in; null: its own. */
  readonly base: string | null;
}

export function lineageIn(meta: JsonObject): SessionLineage {
  const { history_base: base } = meta;
  const from = textAt(meta, "forked_from_id");
  return {
    forkedFrom: from === null ? null : { threadId: codexUlid(from), offset: null },
    base: isJsonObject(base) ? textAt(base, "thread_id") : null,
  };
}

const HISTORY_MODES: ReadonlySet<unknown> = new Set([undefined, null, "legacy", "paginated"]);

/** Whether a session's history is recorded in a way that is known. */
export function isModeKnown({ history_mode: mode }: JsonObject): boolean {
  return HISTORY_MODES.has(mode);
}

/** The id of a Codex thread as Refold has it. */
export function codexUlid(id: string): string {
  return ulidOfForeign(id, "codex:thread");
}

/** The first event: the thread's start, then whatever the object means besides. */
export function factsOfStart(start: ThreadStart, line: EventFacts): EventFacts {
  const prefix = DERIVED.at(String(start.derived.length));
  const natural = line.own.type === "foreign.kept" ? [] : [line.own];
  return {
    own: { type: "thread.started", data: start.data },
    derived: [...start.derived, ...natural, ...line.derived],
    holes: [...start.holes, ...line.holes.map((hole) => hole.under(prefix))],
  };
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

/** `instructions` of older sessions are not read: they are AGENTS.md, which is in an item too. */
export function instructionsOf(
  meta: JsonObject,
): { readonly text: string; readonly at: readonly string[] } | null {
  const base = meta.base_instructions;
  const text = isJsonObject(base) ? textAt(base, "text") : null;
  return text === null ? null : { text, at: ["base_instructions", "text"] };
}

/** The tools of the client. */
export function toolsFact(recorded: unknown): FactOf<"tools.declared"> {
  const tools = listOf(recorded).flatMap(toolsOf);
  return { type: "tools.declared", data: { tools, hash: sha256(JSON.stringify(tools)) } };
}

/** Functions, alone or in a namespace. */
function toolsOf(tool: unknown): ToolDeclaration[] {
  if (!isJsonObject(tool) || typeof tool.name !== "string") return [];
  if (tool.type !== "namespace") return functionOf(tool, tool.name);
  const namespace = { name: tool.name, description: textAt(tool, "description") ?? "" };
  return listOf(tool.tools).flatMap((inner) => {
    if (!isJsonObject(inner) || typeof inner.name !== "string") return [];
    const name = nameInSpace(namespace.name, inner.name);
    return functionOf(inner, name).map((one) => ({ ...one, namespace }));
  });
}

/** None for one that a request has only once the model has searched for it. */
function functionOf(tool: JsonObject, name: string): ToolDeclaration[] {
  if (tool.deferLoading === true || tool.defer_loading === true) return [];
  const description = textAt(tool, "description");
  const parameters = tool.inputSchema ?? tool.input_schema; // 0.104 and later write the first
  return [{ kind: "function", name, ...(description !== null && { description }), parameters }];
}

/** A sub-agent's source names the thread that spawned it somewhere inside. */
function parentOf(source: unknown, depth = 0): { threadId: string } | null {
  if (!isJsonObject(source) || depth > 4) return null;
  let parent = parentIn(source);
  for (const value of Object.values(source)) parent ??= parentOf(value, depth + 1);
  return parent;
}

/** Newer metadata names the parent beside the source. */
function parentIn(object: JsonObject): { threadId: string } | null {
  const threadId = textAt(object, "parent_thread_id");
  return threadId === null ? null : { threadId };
}

type MetaStart = Pick<ExportStart, "threadId" | "version" | "at" | "modelProvider">;

/**
 * A rollout's first line: whose thread it is, and the newest base instructions. Codex refuses a
 * provider that its configuration does not name, and goes by its own where none is here.
 */
export function sessionMetaLine(
  { thread, turns, baseline }: ThreadState,
  { threadId, version, at, modelProvider }: MetaStart,
): JsonObject {
  const instructions = thread?.instructions ?? null;
  const recorded = turns.running?.envelope.provider ?? baseline?.envelope.provider;
  const isCodex = thread?.source.dialect === "codex";
  const isKnown = isCodex || recorded === "openai";
  const provider = modelProvider ?? (isKnown ? recorded : undefined);
  const forkedFrom = thread?.forked?.from.threadId ?? null;
  const parent = thread !== null && thread.threadId !== threadId ? thread.threadId : forkedFrom;
  return lineOf(at, "session_meta", {
    id: ulidToUuid(threadId),
    ...(parent !== null && { forked_from_id: ulidToUuid(parent) }),
    timestamp: at,
    cwd: thread?.cwd ?? "",
    originator: "refold",
    // Of a fork the recorded one: from it follows how the base instructions are sent.
    cli_version: (isCodex ? thread.source.version : null) ?? version,
    source: "cli", // what Codex offers to resume
    ...(provider !== undefined && { model_provider: provider }),
    ...(instructions !== null && { base_instructions: { text: instructions.text } }),
  });
}
