import { isJsonObject } from "../json.js";
import { isEnvelope } from "./envelope-check.js";
import {
  isCount,
  isFlag,
  isItemRef,
  isNullable,
  isNullableCount,
  isNullableText,
  isOptional,
  isText,
  isUlid,
} from "./primitive-checks.js";

/** Accepts what the schema `CheckpointRest` accepts. */
export function isCheckpointRest(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isNullable(value.baseline, isBaseline) &&
    isUsageState(value.usage) &&
    isTurnsState(value.turns) &&
    isThreadRest(value.thread) &&
    isNullableCount(value.previousCheckpoint) &&
    isOptional(value.extra, isJsonObject)
  );
}

/** Accepts what the schema `Usage` accepts. */
export function isUsage(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isCount(value.input) &&
    isCount(value.cachedInput) &&
    isCount(value.cacheWrite) &&
    isCount(value.output) &&
    isCount(value.reasoning) &&
    isCount(value.total)
  );
}

/** Accepts what the schema `TurnSettings` accepts. */
export function isTurnSettings(value: unknown): boolean {
  return (
    isJsonObject(value) && isNullableText(value.model) && isNullable(value.realtimeActive, isFlag)
  );
}

function isUsageState(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isNullable(value.last, isUsage) &&
    isUsage(value.total) &&
    isNullableCount(value.contextWindow) &&
    isNullableCount(value.lastAt) &&
    isFlag(value.lastIsEstimate)
  );
}

function isTurnsState(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isNullable(value.running, isRunningTurn) &&
    isCount(value.userTurns) &&
    isCount(value.completed) &&
    isCount(value.aborted) &&
    isNullable(value.previous, isTurnSettings) &&
    isOptional(value.newestCounted, isFlag)
  );
}

function isRunningTurn(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isUlid(value.turn) &&
    isNullableText(value.foreignId) &&
    isCount(value.startedAt) &&
    isEnvelope(value.envelope) &&
    isFlag(value.hasBoundary)
  );
}

function isBaseline(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    (value.mode === "told" || value.mode === "observed") &&
    isNullable(value.turn, isUlid) &&
    isNullableText(value.foreignId) &&
    isEnvelope(value.envelope) &&
    isRecordOfRefs(value.toldBy)
  );
}

/** Like zod, passes over a member named `[object Object]`. */
function isRecordOfRefs(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return Object.keys(value).every((key) => key === "__proto__" || isItemRef(value[key]));
}

function isThreadRest(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isNullableText(value.title) &&
    isJsonObject(value.configuration) &&
    isNullableText(value.memoryMode) &&
    isNullable(value.instructions, isTextPointer) &&
    isNullable(value.tools, isTextPointer) &&
    isNullableCount(value.forkedAt)
  );
}

function isTextPointer(value: unknown): boolean {
  return isJsonObject(value) && isCount(value.offset) && isText(value.hash);
}
