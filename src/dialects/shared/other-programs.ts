import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";

/** A program whose sessions are not read, though their lines look much like those of one that is. */
interface OtherProgram {
  readonly name: string;
  /** For people: what its line is. */
  readonly line: string;
  /** By what no line of a session that is read has. */
  readonly isLine: (object: JsonObject) => boolean;
}

/** As their files were in 2026; each is known by its own names for members. */
const OTHER_PROGRAMS: readonly OtherProgram[] = [
  {
    name: "GitHub Copilot CLI",
    line: "an event with a dotted type and data",
    isLine: ({ type, data, id }) =>
      typeof id === "string" && isJsonObject(data) && typeof type === "string" && DOTTED.test(type),
  },
  {
    name: "Qwen Code",
    line: "a message with parts in a tree",
    isLine: ({ uuid, message, systemPayload }) =>
      typeof uuid === "string" &&
      (systemPayload !== undefined || (isJsonObject(message) && Array.isArray(message.parts))),
  },
  {
    name: "Factory Droid",
    line: "a session_start line",
    isLine: ({ type, id, sessionId }) =>
      type === "session_start" && (typeof id === "string" || typeof sessionId === "string"),
  },
  {
    name: "Grok Build",
    line: "a chat message without an envelope",
    isLine: (object) =>
      (object.method === "session/update" && isJsonObject(object.params)) ||
      (isBareChat(object) &&
        (Array.isArray(object.tool_calls) ||
          typeof object.tool_call_id === "string" ||
          typeof object.synthetic_reason === "string" ||
          typeof object.model_fingerprint === "string")),
  },
  {
    name: "Gemini CLI",
    line: "a message of type gemini, or a header with a projectHash",
    isLine: ({ type, projectHash, sessionId }) =>
      type === "gemini" || (typeof projectHash === "string" && typeof sessionId === "string"),
  },
  {
    name: "a program that is not known",
    line: "a chat message without an envelope",
    isLine: isBareChat,
  },
];

const DOTTED = /^[a-z][a-z_]*\.[a-z][a-z_.]*$/;
const CHAT_TYPES: ReadonlySet<unknown> = new Set(["system", "user", "assistant", "tool_result"]);

/** A message whose members are in the line itself. */
function isBareChat(object: JsonObject): boolean {
  const isEnveloped = ["uuid", "message", "payload", "data", "sessionId"].some(
    (member) => member in object,
  );
  return CHAT_TYPES.has(object.type) && "content" in object && !isEnveloped;
}

/** @returns what the line tells of its file, for people; null: nothing */
export function otherProgram(object: JsonObject): string | null {
  const program = OTHER_PROGRAMS.find(({ isLine }) => isLine(object));
  return program === undefined ? null : `a session of ${program.name} (it has ${program.line})`;
}
