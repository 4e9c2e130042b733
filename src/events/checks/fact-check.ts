import type { FactType } from "../event.js";
import { isJsonObject } from "../json.js";
import { isHistoryCompacted } from "./checkpoint-check.js";
import { isContextInjected, isLifetime } from "./context-check.js";
import { isEnvelope } from "./envelope-check.js";
import {
  isCount,
  isListOf,
  isNullableCount,
  isNullableText,
  isNullish,
  isOptionalText,
  isText,
  type Members,
} from "./primitive-checks.js";
import { isRecordedItem } from "./recorded-item-check.js";
import { isUsage } from "./slice-checks.js";
import {
  isInstructionsSet,
  isThreadForked,
  isThreadStarted,
  isToolsDeclared,
} from "./thread-checks.js";

/**
 * Checks of the data of the types that a thread is full of, and of those that every resume reads;
 * each accepts what its schema accepts.
 */
const CHECKS: Partial<Readonly<Record<FactType, (data: Members) => boolean>>> = {
  "thread.started": isThreadStarted,
  "thread.forked": isThreadForked,
  "instructions.set": isInstructionsSet,
  "tools.declared": isToolsDeclared,
  "item.recorded": isRecordedItem,
  "context.injected": isContextInjected,
  "history.compacted": isHistoryCompacted,
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
    isJsonObject(value) &&
    isCount(value.turns) &&
    isCount(value.items) &&
    isUsage(value.usage) &&
    isNullish(value.messages, isCount) &&
    isOptionalText(value.title)
  );
}

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
