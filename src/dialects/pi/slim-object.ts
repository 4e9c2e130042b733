import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { GoneParts, SlimPlace } from "../shared/slimming.js";

/** An entry of a session without what gives way (docs/slim.md#pi). */
export function slimPiObject(object: JsonObject, place: SlimPlace, gone: GoneParts): JsonObject {
  const { type, message } = object;
  if (place === "kept" || place === "rebuilt") return object;
  if (type !== "message" || !isJsonObject(message)) return object;
  return gone.put(object, "message", slimMessage(message, gone));
}

function slimMessage(message: JsonObject, gone: GoneParts): JsonObject {
  switch (message.role) {
    case "toolResult": {
      const slim = gone.put(message, "content", gone.texts("output", message.content));
      return gone.put(slim, "details", gone.texts("output", slim.details));
    }
    case "bashExecution":
      return gone.put(message, "output", gone.texts("output", message.output));
    case "user":
      return gone.put(message, "content", gone.images(message.content));
    default:
      return message;
  }
}
