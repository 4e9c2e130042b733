import type { FactType } from "../event.js";
import { isJsonObject } from "../is-json-object.js";
import { isItem } from "./item-check.js";
import {
  type Check,
  isBlobHash,
  isCount,
  isListOf,
  isNullableText,
  isNullish,
  isOptional,
  isOptionalText,
  isPositive,
  isText,
  isTruncationPolicy,
} from "./primitive-checks.js";

type Members = Readonly<Record<string, unknown>>;

/** Checks of the data of the types that a thread is full of; each accepts what its schema accepts. */
const CHECKS: Partial<Readonly<Record<FactType, (data: Members) => boolean>>> = {
  "item.recorded": isRecordedItem,
  "turn.started": (data) => isEnvelope(data.envelope) && isOptionalText(data.foreignId),
  "turn.completed": isTurnEnd,
  "turn.aborted": isTurnEnd,
  "request.sent": isRequestSent,
  "usage.reported": isUsageReported,
  "foreign.kept": (data) => isText(data.kind) && isOptionalText(data.reason),
};

/** @returns undefined for a type whose schema has to be asked */
export function checkData(type: FactType, data: unknown): boolean | undefined {
  const check = CHECKS[type];
  return check === undefined ? undefined : isJsonObject(data) && check(data);
}

function isRecordedItem(data: Members): boolean {
  return (
    isItem(data.item) &&
    isOrigin(data.origin) &&
    isCount(data.countedBytes) &&
    isOptional(data.failed, isFlag) &&
    isOptional(data.bounded, isBounded)
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

function isEnvelope(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isOptional(value.model, isText) &&
    isOptional(value.provider, isText) &&
    isOptional(value.cwd, isText) &&
    isOptionalText(value.personality) &&
    isOptionalText(value.effort) &&
    isNullish(value.realtimeActive, isFlag) &&
    isOptional(value.modalities, isModalities) &&
    isNullish(value.contextWindow, isPositive) &&
    isOptional(value.truncationPolicy, isTruncationPolicy) &&
    isOptionalText(value.memoryMode) &&
    isOptional(value.date, isText) &&
    isOptional(value.timezone, isText) &&
    isOptional(value.toolsHash, isText) &&
    isOptional(value.instructionsHash, isText)
  );
}

function isModalities(value: unknown): boolean {
  return isListOf(value, (modality) => modality === "text" || modality === "image");
}

function isTurnEnd(data: Members): boolean {
  return (
    isNullableText(data.reason) &&
    isNullableDuration(data.durationMs) &&
    isNullish(data.totals, isTotals) &&
    isOptionalText(data.foreignId)
  );
}

function isNullableDuration(value: unknown): boolean {
  return value === null || (typeof value === "number" && Number.isFinite(value) && value >= 0);
}

function isTotals(value: unknown): boolean {
  return (
    isJsonObject(value) && isCount(value.turns) && isCount(value.items) && isUsage(value.usage)
  );
}

const isUsage: Check = (value) =>
  isJsonObject(value) &&
  isCount(value.input) &&
  isCount(value.cachedInput) &&
  isCount(value.cacheWrite) &&
  isCount(value.output) &&
  isCount(value.reasoning) &&
  isCount(value.total);

function isUsageReported(data: Members): boolean {
  return (
    isUsage(data.usage) &&
    isNullableCount(data.contextWindow) &&
    isNullableCount(data.request) &&
    isNullish(data.totals, isUsage) &&
    isNullish(data.revised, isUsage)
  );
}

function isRequestSent(data: Members): boolean {
  return (
    isCount(data.upTo) &&
    isJsonObject(data.target) &&
    isListOf(data.fragments, isPromptFragment) &&
    isText(data.body) &&
    isCount(data.estimatedTokens)
  );
}

function isPromptFragment(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isText(value.kind) &&
    isLifetime(value.lifetime) &&
    (value.role === "developer" || value.role === "user") &&
    isText(value.text)
  );
}

function isLifetime(value: unknown): boolean {
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

function isNullableCount(value: unknown): boolean {
  return value === null || isCount(value);
}

function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}
