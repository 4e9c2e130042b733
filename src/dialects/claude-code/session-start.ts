import type { FactOf } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { LineForm } from "../shared/damage.js";
import { derivedUlid, ulidOfForeign } from "../shared/derived-ids.js";
import { type EventTime, TimeReader, UNKNOWN_TIME } from "../shared/event-stamps.js";
import { textAt } from "../shared/json.js";
import type { DecodableObject } from "../shared/object-reader.js";
import { objectsIn } from "../shared/read-content.js";
import { isClaudeCodeLine } from "../shared/recognition.js";

/** What the first lines say about their thread. */
export interface SessionStart {
  readonly data: FactOf<"thread.started">["data"];
  /** As the lines name it: a sub-agent's own file names its parent's. */
  readonly sessionId: string | null;
  /** Of the first line that has one: lines before it have none. */
  readonly time: EventTime;
}

/**
 * Whose session a file is. The first object is often a snapshot of files that says nothing; the first
 * one that names its session says it. A sub-agent's own file names its session, its parent's, on every
 * line, and itself by `agentId`.
 * @param first object of the file @param opening its first bytes
 */
export function readSessionStart(first: DecodableObject, opening: Uint8Array): SessionStart {
  const others = [...objectsIn(opening, CLAUDE_CODE_LINES)].map(({ value }) => value);
  const found = [first.value, ...others];
  const named = found.find(({ sessionId }) => typeof sessionId === "string") ?? first.value;
  const placed = found.find(({ uuid }) => typeof uuid === "string") ?? named;
  const sessionId = textAt(named, "sessionId");
  const agentId = placed.isSidechain === true ? textAt(placed, "agentId") : null;
  const foreignId = sessionId === null || agentId === null ? sessionId : `${sessionId}/${agentId}`;
  const gitBranch = textAt(placed, "gitBranch");
  const data = {
    threadId:
      foreignId === null
        ? derivedUlid(`claude-code:${first.text}`)
        : ulidOfForeign(foreignId, "claude-code:thread"),
    cwd: textAt(placed, "cwd"),
    source: {
      dialect: "claude-code",
      version: textAt(placed, "version"),
      foreignId,
      parent: sessionId === null || agentId === null ? null : { threadId: sessionId },
      ...(gitBranch !== null && { gitBranch }),
    },
    memoryMode: null,
    title: null,
  };
  return { data, sessionId, time: firstTime(found) };
}

function firstTime(objects: readonly JsonObject[]): EventTime {
  const reader = new TimeReader();
  for (const { timestamp, snapshot } of objects) {
    const time = reader.read(timestamp ?? (isJsonObject(snapshot) ? snapshot.timestamp : null));
    if (time !== null) return time;
  }
  return UNKNOWN_TIME;
}

/** A name that a line gives, and to which session. */
export interface SessionName {
  readonly by: "user" | "model" | "summary";
  readonly title: string;
  /** The line's member that holds it. */
  readonly member: string;
  /** Null: it does not say, and means the session of its file. */
  readonly sessionId: string | null;
  /** A summary names the conversation that ends at this message; null: it is none. */
  readonly leafUuid: string | null;
}

/** @returns null for lines of other types, and names without a text */
export function readSessionName(type: string, object: JsonObject): SessionName | null {
  const kind = KINDS.get(type);
  if (kind === undefined) return null;
  const [by, member] = kind;
  const title = textAt(object, member);
  if (title === null || title.trim() === "") return null;
  const leafUuid = by === "summary" ? textAt(object, "leafUuid") : null;
  return { by, title, member, sessionId: textAt(object, "sessionId"), leafUuid };
}

const KINDS: ReadonlyMap<string, readonly [by: SessionName["by"], member: string]> = new Map([
  ["custom-title", ["user", "customTitle"]],
  ["ai-title", ["model", "aiTitle"]],
  ["summary", ["summary", "summary"]],
]);

/** The title that names give: the user's newest one before the model's, and that before a summary. */
export function titleIn(newest: ReadonlyMap<SessionName["by"], string>): string | null {
  return newest.get("user") ?? newest.get("model") ?? newest.get("summary") ?? null;
}

/**
 * How the lines of a transcript look. A file that lost its final line feed before Claude Code went on
 * in it has two objects in one line: both are read, and nothing is wrong.
 */
export const CLAUDE_CODE_LINES: LineForm = {
  start: /\{\s*"(?:parentUuid|type|sessionId|uuid|isSidechain|logicalParentUuid)"\s*:/g,
  isLine: isClaudeCodeLine,
  gluedIsDamage: false,
};
