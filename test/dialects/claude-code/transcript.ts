import { claudeCodeForm } from "../../../src/dialects/claude-code/claude-code-form.js";
import { decodeSession } from "../../../src/dialects/shared/decode-session.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import type { JsonObject } from "../../../src/events/primitives.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { collect, memoryBytes } from "../shared/memory-bytes.js";

export function decode(content: Uint8Array | string): Promise<RefoldEvent[]> {
  return collect(decodeSession(memoryBytes(content), claudeCodeForm));
}

export function linesOf(objects: readonly JsonObject[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join("");
}

/** @param flags further members of the line */
export function userLine(
  uuid: string,
  parentUuid: string | null,
  content: unknown,
  flags: JsonObject = {},
): JsonObject {
  return { type: "user", uuid, parentUuid, ...flags, message: { role: "user", content } };
}

/** A line of the answer `messageId`. */
export function answerLine(
  uuid: string,
  parentUuid: string,
  message: JsonObject & { readonly id: string; readonly content: readonly JsonObject[] },
): JsonObject {
  const whole = { role: "assistant", model: "claude-opus-4-5", ...message };
  return { type: "assistant", uuid, parentUuid, message: whole };
}

export function textsOf(events: readonly RefoldEvent[], to?: number): readonly string[] {
  const { ledger } = replayEvents(events, to === undefined ? {} : { to });
  return ledger.entries
    .toArray()
    .flatMap(({ item }) => (item.type === "message" ? item.content : []))
    .flatMap((part) => (part.type === "input_image" ? [] : [part.text]));
}
