import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { GoneParts, SlimPlace } from "../shared/slimming.js";

/** A line of a transcript without what gives way (docs/slim.md#claude-code). */
export function slimClaudeCodeObject(
  object: JsonObject,
  place: SlimPlace,
  gone: GoneParts,
): JsonObject {
  if (place === "kept" || place === "rebuilt") return withoutSecondImage(object, gone);
  switch (object.type) {
    case "user": {
      const slim = gone.put(object, "message", slimMessage(object.message, gone));
      return gone.put(slim, "toolUseResult", gone.texts("output", slim.toolUseResult));
    }
    case "progress":
      return gone.put(object, "data", gone.texts("output", object.data));
    case "attachment":
      return slimAttachment(object, gone);
    case "api-request-blob": {
      const { message } = object;
      if (!isJsonObject(message)) return object;
      const slim = gone.members("recorded request", message, { content: [] });
      return gone.put(object, "message", slim);
    }
    default:
      return object;
  }
}

/** The user's words stay; outputs and images go. */
function slimMessage(message: unknown, gone: GoneParts): unknown {
  if (!isJsonObject(message) || !Array.isArray(message.content)) return message;
  return gone.put(
    message,
    "content",
    gone.each(message.content, (block) => {
      if (!isJsonObject(block) || block.type !== "tool_result") return gone.images(block);
      return gone.put(block, "content", gone.texts("output", block.content));
    }),
  );
}

/** What was typed while the model worked is the user's words too. */
function slimAttachment(object: JsonObject, gone: GoneParts): JsonObject {
  const { attachment, rendered } = object;
  if (isJsonObject(attachment) && attachment.type === "queued_command") {
    return gone.put(object, "attachment", gone.images(attachment));
  }
  const slim = gone.put(object, "attachment", gone.texts("attachment", attachment));
  return gone.put(slim, "rendered", gone.texts("attachment", rendered));
}

/** The image of an output stands in its result too, which Claude Code shows by its size alone. */
function withoutSecondImage(object: JsonObject, gone: GoneParts): JsonObject {
  const { type, toolUseResult } = object;
  if (type !== "user" || !isJsonObject(toolUseResult) || toolUseResult.type !== "image") {
    return object;
  }
  return gone.put(object, "toolUseResult", gone.images(toolUseResult));
}
