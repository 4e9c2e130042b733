import type { Fact, FactOf } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Envelope } from "../../events/slices.js";
import { derivedUlid, sha256, ulidOfForeign } from "../shared/derived-ids.js";
import { textAt } from "../shared/json.js";
import type { DecodableObject } from "../shared/object-reader.js";

/** What a session's first line says. */
export interface SessionStart {
  readonly data: FactOf<"thread.started">["data"];
  readonly settings: Settings;
  /** Whether entries form a tree; false: each follows the one before it (version 1). */
  readonly isTree: boolean;
}

/** The version of a header: the first one did not say it. */
export function versionOf({ version }: JsonObject): number {
  return typeof version === "number" ? version : 1;
}

/**
 * Whose session a file is. A file whose header is gone is named after its first line, and has a tree
 * if that line has a place in one.
 */
export function readSessionStart({ value, text }: DecodableObject): SessionStart {
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
  return { data, isTree, settings: { ...settings, cwd: data.cwd } };
}

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
