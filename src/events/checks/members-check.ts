import { Fact } from "../event.js";
import { isJsonObject } from "../json.js";
import { isFactType } from "../known-event.js";
import { checkData } from "./fact-check.js";
import {
  isBlobHash,
  isCount,
  isLineSum,
  isListOf,
  isOptional,
  isPositive,
  isText,
  isTimestamp,
  isUlid,
  type Members,
} from "./primitive-checks.js";

/**
 * Accepts what the schema `EventMembers` accepts. It goes over the members that are there: asking for
 * each that may be there costs several times as much, since events differ in which they have.
 */
export function hasEventMembers(event: Members): boolean {
  let required = 0;
  for (const member in event) {
    const value = event[member];
    switch (member) {
      case "offset":
        if (!isCount(value)) return false;
        required += 1;
        break;
      case "id":
        if (!isUlid(value)) return false;
        required += 1;
        break;
      case "at":
        if (!isTimestamp(value)) return false;
        required += 1;
        break;
      default:
        if (!isOptionalMember(member, value)) return false;
    }
  }
  return required === 3;
}

function isOptionalMember(member: string, value: unknown): boolean {
  switch (member) {
    case "left":
    case "v":
      return isOptional(value, isPositive);
    case "turn":
      return isOptional(value, isUlid);
    case "sum":
      return isOptional(value, isLineSum);
    case "derived":
      return isOptional(value, isFacts);
    case "foreign":
      return isOptional(value, isForeign);
    default:
      return true;
  }
}

function isFacts(value: unknown): boolean {
  return isListOf(value, isFact);
}

/** Accepts what the schema `Fact` accepts. */
function isFact(value: unknown): value is Fact {
  if (!isJsonObject(value) || !isText(value.type) || !isFactType(value.type)) return false;
  return checkData(value.type, value.data) ?? Fact.safeParse(value).success;
}

function isForeign(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isOptional(value.object, isJsonObject) &&
    isOptional(value.holes, isHoles) &&
    isOptional(value.raw, isKeptParts) &&
    isOptional(value.lead, isKeptParts) &&
    isOptional(value.trail, isKeptParts)
  );
}

function isHoles(value: unknown): boolean {
  return isListOf(
    value,
    (hole) => Array.isArray(hole) && hole.length === 2 && isListOf(hole, isPath),
  );
}

function isPath(value: unknown): boolean {
  return isListOf(value, isText);
}

function isKeptParts(value: unknown): boolean {
  return isKeptBytes(value) || isListOf(value, isKeptBytes);
}

function isKeptBytes(value: unknown): boolean {
  if (typeof value === "string") return true;
  return isJsonObject(value) && (isText(value.base64) || isBlobText(value));
}

function isBlobText(value: unknown): boolean {
  return isJsonObject(value) && isBlobHash(value.blob) && isCount(value.bytes);
}
