import type { ModelTrait } from "../../models/model-info.js";
import type { GoogleViolations } from "./google-rules.js";
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
  violations: GoogleViolations,
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
      violations.require(text(part["text"]) !== "", path, "text-given");
      return;
    case "inlineData":
      violations.require(role === "user", path, "media-from-user");
      checkMedia(violations, record(part["inlineData"]), path);
      return;
    case "functionCall": {
      const call = record(part["functionCall"]);
      violations.require(role === "model", path, "call-from-model");
      violations.require(NAME.test(text(call["name"])), path, "call-name");
      violations.require(isObject(call["args"]), path, "call-input");
      return;
    }
    case "functionResponse": {
      const response = record(part["functionResponse"]);
      violations.require(role === "user", path, "response-from-user");
      violations.require(NAME.test(text(response["name"])), path, "response-name");
      violations.require(isObject(response["response"]), path, "response-object");
      const media = list(response["parts"]);
      const takesMedia = media.length === 0 || traits.has("media-in-function-response");
      violations.require(takesMedia, path, "response-media");
      for (const medium of media) {
        checkMedia(violations, record(record(medium)["inlineData"]), path);
      }
      return;
    }
    default:
      violations.require(false, path, "part-of-one-kind");
  }
}

function checkMedia(
  violations: GoogleViolations,
  media: Readonly<Record<string, unknown>>,
  path: string,
): void {
  const data = text(media["data"]);
  const mimeType = text(media["mimeType"]);
  violations.require(IMAGE_TYPES.includes(mimeType), path, "media-type");
  violations.require(data !== "" && /^[A-Za-z0-9+/=\s]*$/.test(data), path, "media-base64");
  const seen = mediaTypeOf(data);
  violations.require(seen === undefined || seen === mimeType, path, "media-type-true");
}
