import type { FactOf } from "../../events/event.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { JsonObject } from "../../events/primitives.js";
import { derivedUlid, ulidOfForeign } from "../derived-ids.js";
import { LineSplitter } from "../line-splitter.js";
import { TimeReader, UNKNOWN_TIME, type EventTime } from "../normalise-time.js";
import { readLine } from "../reading/object-reader.js";
import { textAt } from "../text-at.js";
import { CLAUDE_CODE_LINES } from "./claude-code-lines.js";

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
export function readSessionStart(
  first: { readonly value: JsonObject; readonly text: string },
  opening: Uint8Array,
): SessionStart {
  const found = [first.value, ...objectsIn(opening)];
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

function* objectsIn(opening: Uint8Array): Generator<JsonObject> {
  const splitter = new LineSplitter();
  for (const line of splitter.push(opening)) {
    for (const { value } of readLine(line, CLAUDE_CODE_LINES).objects) yield value;
  }
}

function firstTime(objects: readonly JsonObject[]): EventTime {
  const reader = new TimeReader();
  for (const { timestamp, snapshot } of objects) {
    const time = reader.read(timestamp ?? (isJsonObject(snapshot) ? snapshot.timestamp : null));
    if (time !== null) return time;
  }
  return UNKNOWN_TIME;
}
