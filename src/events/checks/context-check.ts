import { isJsonObject } from "../json.js";
import { isEnvelope } from "./envelope-check.js";
import {
  isCount,
  isItemRef,
  isListOf,
  isNullableText,
  isNullish,
  isOptionalText,
  isText,
  type Members,
} from "./primitive-checks.js";
import { isRecordedItem } from "./recorded-item-check.js";
import { isTurnSettings } from "./slice-checks.js";

/** Accepts the data that the schema `ContextInjected` accepts. */
export function isContextInjected(data: Members): boolean {
  return (
    isInjectionMode(data.mode) &&
    isListOf(data.items, isRecordedItem) &&
    isListOf(data.fragments, isInjectedFragment) &&
    isNullish(data.envelope, isEnvelope) &&
    isOptionalText(data.foreignId) &&
    isNullish(data.previousTurn, isTurnSettings) &&
    isNullish(data.contextAt, isItemRef)
  );
}

/** Accepts what the schema `InjectedFragment` accepts. */
export function isInjectedFragment(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isText(value.kind) &&
    isLifetime(value.lifetime) &&
    isNullableText(value.fact) &&
    isCount(value.tokens) &&
    isCount(value.item)
  );
}

/** Accepts what the schema `Lifetime` accepts. */
export function isLifetime(value: unknown): boolean {
  switch (value) {
    case "session":
    case "turn":
    case "checkpoint":
    case "prompt":
    case "client":
      return true;
    default:
      return false;
  }
}

function isInjectionMode(value: unknown): boolean {
  return value === "full" || value === "diff" || value === "observed";
}
