import type { FactOf } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import { derivedUlid, ulidOfForeign } from "../derived-ids.js";
import { textAt } from "../text-at.js";
import { NO_SETTINGS, type Settings } from "./settings.js";

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
 * when that line has a place in one.
 */
export function readSessionStart(first: {
  readonly value: JsonObject;
  readonly text: string;
}): SessionStart {
  const { value } = first;
  const isHeader = value.type === "session";
  const foreignId = isHeader ? textAt(value, "id") : null;
  const parentSession = textAt(value, "parentSession") ?? textAt(value, "branchedFrom");
  const cwd = isHeader ? textAt(value, "cwd") : null;
  const data = {
    threadId:
      foreignId === null ? derivedUlid(`pi:${first.text}`) : ulidOfForeign(foreignId, "pi:thread"),
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
  return { data, isTree, settings: { ...settingsOf(value, isHeader), cwd: data.cwd } };
}

/** Headers of version 1 say what the session began with. */
function settingsOf(header: JsonObject, isHeader: boolean): Settings {
  if (!isHeader) return NO_SETTINGS;
  const [provider, model] = [textAt(header, "provider"), textAt(header, "modelId")];
  const effort = textAt(header, "thinkingLevel");
  return { ...NO_SETTINGS, provider, model, effort: model === null ? null : effort };
}
