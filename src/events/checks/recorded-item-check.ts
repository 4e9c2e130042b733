import { isJsonObject } from "../json.js";
import { isItem } from "./item-check.js";
import {
  isBlobHash,
  isCount,
  isFlag,
  isItemRef,
  isOptional,
  isTruncationPolicy,
} from "./primitive-checks.js";

/** Accepts what the schema `RecordedItem` accepts. */
export function isRecordedItem(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isItem(value.item) &&
    isOrigin(value.origin) &&
    isCount(value.countedBytes) &&
    isOptional(value.failed, isFlag) &&
    isOptional(value.bounded, isBounded)
  );
}

/** Accepts what the schema `ReplacementItem` accepts. */
export function isReplacementItem(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isRecordedItem(value) &&
    isOptional(value.source, isItemRef) &&
    isOptional(value.summary, isFlag)
  );
}

function isOrigin(value: unknown): boolean {
  switch (value) {
    case "user":
    case "model":
    case "tool":
    case "agent":
    case "runtime":
      return true;
    default:
      return false;
  }
}

function isBounded(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isTruncationPolicy(value.policy) &&
    isCount(value.originalBytes) &&
    isCount(value.removedTokens) &&
    isBlobHash(value.original)
  );
}
