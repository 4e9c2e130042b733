import { isJsonObject } from "../json.js";
import { isInjectedFragment } from "./context-check.js";
import {
  isCount,
  isItemRef,
  isListOf,
  isNullable,
  isNullableCount,
  isNullableText,
  isOptional,
  isPositive,
  type Members,
} from "./primitive-checks.js";
import { isReplacementItem } from "./recorded-item-check.js";
import { isCheckpointRest } from "./slice-checks.js";

/** Accepts the data that the schema `HistoryCompacted` accepts. */
export function isHistoryCompacted(data: Members): boolean {
  return (
    isTrigger(data.trigger) &&
    isNullableText(data.reason) &&
    isNullableText(data.summary) &&
    isNullable(data.replacement, isReplacementList) &&
    (data.placement === "none" || data.placement === "before-last-user") &&
    isOptional(data.fragments, isFragmentList) &&
    isNullable(data.replaced, isReplacedRange) &&
    isNullableCount(data.tokensBefore) &&
    isNullableCount(data.tokensAfter) &&
    isListOf(data.trimmed, isItemRef) &&
    isPositive(data.windowNumber) &&
    isCount(data.historyVersion) &&
    isOptional(data.rest, isCheckpointRest)
  );
}

function isTrigger(value: unknown): boolean {
  switch (value) {
    case "pre-turn":
    case "mid-turn":
    case "manual":
    case "model-downshift":
    case "foreign":
      return true;
    default:
      return false;
  }
}

function isReplacementList(value: unknown): boolean {
  return isListOf(value, isReplacementItem);
}

function isFragmentList(value: unknown): boolean {
  return isListOf(value, isInjectedFragment);
}

function isReplacedRange(value: unknown): boolean {
  return isJsonObject(value) && isCount(value.from) && isCount(value.to);
}
