import type { Fact, FactOf } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Envelope } from "../../events/slices.js";
import type { LineForm } from "../shared/damage.js";
import { derivedUlid, sha256, ulidOfForeign } from "../shared/derived-ids.js";
import { type EventTime, TimeReader, UNKNOWN_TIME } from "../shared/event-stamps.js";
import { textAt } from "../shared/json.js";
import type { DecodableObject } from "../shared/object-reader.js";
import { objectsIn } from "../shared/read-content.js";
import { isPiLine } from "../shared/recognition.js";

/** What a session's header says, or its first line. */
export interface SessionStart {
  readonly data: FactOf<"thread.started">["data"];
  /** Whether a header says it: what stands before it is no entry. */
  readonly isHeader: boolean;
  /** Of lines before the first that has one. */
  readonly time: EventTime;
  readonly settings: Settings;
  /** Whether entries form a tree; false: each follows the one before it (version 1). */
  readonly isTree: boolean;
}

/** The version of a header: the first one did not say it. */
export function versionOf({ version }: JsonObject): number {
  return typeof version === "number" ? version : 1;
}

/**
 * Whose session a file is. Forks of pi write lines of their own before the header (omp: a `title`). A file
 * whose header is gone is named after its first line, and has a tree if that line has a place in one.
 * @param first object of the file @param opening its first bytes
 */
export function readSessionStart(first: DecodableObject, opening: Uint8Array): SessionStart {
  const { value, text } = isPiLine(first.value) ? first : (headerIn(opening) ?? first);
  const isHeader = value.type === "session";
  const foreignId = isHeader ? textAt(value, "id") : null;
  const parentSession = textAt(value, "parentSession") ?? textAt(value, "branchedFrom");
  const cwd = isHeader ? textAt(value, "cwd") : null;
  const data = {
    threadId:
      foreignId === null ? derivedUlid(`pi:${text}`) : ulidOfForeign(foreignId, "pi:thread"),
    cwd: cwd === "" ? null : cwd,
    source: {
      dialect: "pi",
      version: isHeader ? String(versionOf(value)) : null,
      foreignId,
      parent: null,
      ...(parentSession !== null && { parentSession }),
    },
    memoryMode: null,
    title: null,
  };
  const isTree = isHeader ? versionOf(value) >= 2 : "parentId" in value;
  const settings = isHeader ? headerSettings(value) : NO_SETTINGS;
  const time = new TimeReader().read(value.timestamp) ?? UNKNOWN_TIME;
  return { data, isHeader, time, isTree, settings: { ...settings, cwd: data.cwd } };
}

/** The first line of pi; null: it is no header. */
function headerIn(opening: Uint8Array): DecodableObject | null {
  for (const object of objectsIn(opening, PI_LINES)) {
    if (isPiLine(object.value)) return object.value.type === "session" ? object : null;
  }
  return null;
}

/**
 * How the lines of a pi session look. A file that lost its final line feed before pi went on in it has
 * two objects in one line: both are read, and nothing is wrong.
 */
export const PI_LINES: LineForm = {
  start: /\{\s*"(?:type|id|parentId|timestamp)"\s*:/g,
  isLine: isPiLine,
  gluedIsDamage: false,
};

/** What a branch is set to at some place of it; null: nothing said so. */
export interface Settings {
  readonly provider: string | null;
  readonly model: string | null;
  /** The thinking level. */
  readonly effort: string | null;
  readonly cwd: string | null;
}

export const NO_SETTINGS: Settings = { provider: null, model: null, effort: null, cwd: null };

/** Headers of version 1 say what the session began with. */
function headerSettings(header: JsonObject): Settings {
  const [provider, model] = [textAt(header, "provider"), textAt(header, "modelId")];
  const effort = model === null ? null : textAt(header, "thinkingLevel");
  return { ...NO_SETTINGS, provider, model, effort };
}

/** The settings after a change; the same ones if nothing changes. */
export function changeSettings(before: Settings, change: Partial<Settings>): Settings {
  const { provider = before.provider, model = before.model, effort = before.effort } = change;
  const isSame = provider === before.provider && model === before.model && effort === before.effort;
  return isSame ? before : { ...before, provider, model, effort };
}

/** Null: there are no settings to tell. */
export function contextFact({ provider, model, effort, cwd }: Settings): Fact | null {
  if (model === null && effort === null) return null;
  const envelope: Envelope = {
    ...(model !== null && { model }),
    ...(provider !== null && { provider }),
    ...(cwd !== null && { cwd }),
    ...(effort !== null && { effort }),
  };
  const previousTurn = { model, realtimeActive: null };
  const data = { mode: "observed" as const, items: [], fragments: [], envelope };
  return {
    type: "context.injected",
    data: model === null ? data : { ...data, previousTurn },
  };
}

/** What the system messages of a branch add up to. */
export interface SystemPrompt {
  readonly content: string;
  readonly sections: ReadonlyMap<string, string>;
}

/** A later message changes sections by name, and removes those that are null. */
export function changeSystem(before: SystemPrompt | null, message: JsonObject): SystemPrompt {
  const content = textAt(message, "content") ?? "";
  const changed = isJsonObject(message.sections) ? message.sections : {};
  const sections = new Map(before?.sections);
  for (const [name, text] of Object.entries(changed)) {
    if (typeof text === "string") sections.set(name, text);
    else sections.delete(name);
  }
  const contents = [before?.content ?? "", content].filter((text) => text !== "");
  return { content: contents.join("\n\n"), sections };
}

/** The base instructions that pi makes of it. */
export function systemFact({ content, sections }: SystemPrompt): FactOf<"instructions.set"> {
  const text = [content, ...sections.values()].filter((part) => part !== "").join("\n\n");
  return { type: "instructions.set", data: { text, hash: sha256(text) } };
}
