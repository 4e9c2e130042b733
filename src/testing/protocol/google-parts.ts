import type { ModelTrait } from "../../models/model-info.js";
import type { Violations } from "./violation.js";
import { isObject, list, mediaTypeOf, record, text } from "./violation.js";

const KINDS = ["text", "inlineData", "functionCall", "functionResponse"];
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"];

/** Which one of the fields of a part's `data` is set; empty: none, or more than one. */
function partKind(part: Readonly<Record<string, unknown>>): string {
  const kinds = KINDS.filter((kind) => kind in part);
  return kinds.length === 1 ? (kinds[0] ?? "") : "";
}

/** Checks one part of a content. */
export function checkGooglePart(
  violations: Violations,
  part: Readonly<Record<string, unknown>>,
  place: {
    readonly path: string;
    readonly role: string;
    readonly traits: ReadonlySet<ModelTrait>;
  },
): void {
  const { path, role, traits } = place;
  switch (partKind(part)) {
    case "text":
      violations.require(
        text(part["text"]) !== "",
        path,
        "Unable to submit request because it has an empty text parameter",
      );
      return;
    case "inlineData":
      violations.require(role === "user", path, "media in a model turn");
      checkMedia(violations, record(part["inlineData"]), path);
      return;
    case "functionCall": {
      const call = record(part["functionCall"]);
      violations.require(role === "model", path, "a function call in a user turn");
      violations.require(NAME.test(text(call["name"])), path, "Invalid function name");
      violations.require(isObject(call["args"]), path, "args: a JSON object");
      return;
    }
    case "functionResponse": {
      const response = record(part["functionResponse"]);
      violations.require(role === "user", path, "a function response in a model turn");
      violations.require(
        NAME.test(text(response["name"])),
        path,
        "function_response.name: Name cannot be empty",
      );
      violations.require(isObject(response["response"]), path, "response: a JSON object");
      const media = list(response["parts"]);
      const takesMedia = media.length === 0 || traits.has("media-in-function-response");
      violations.require(takesMedia, path, "media in function responses: not with this model");
      for (const medium of media)
        checkMedia(violations, record(record(medium)["inlineData"]), path);
      return;
    }
    default:
      violations.require(
        false,
        path,
        "required oneof field 'data' must have one initialized field",
      );
  }
}

function checkMedia(
  violations: Violations,
  media: Readonly<Record<string, unknown>>,
  path: string,
): void {
  const data = text(media["data"]);
  const mimeType = text(media["mimeType"]);
  violations.require(IMAGE_TYPES.includes(mimeType), path, "Unsupported MIME type");
  violations.require(
    data !== "" && /^[A-Za-z0-9+/=\s]*$/.test(data),
    path,
    "Base64 decoding failed",
  );
  const seen = mediaTypeOf(data);
  violations.require(seen === undefined || seen === mimeType, path, "the data are of another type");
}
