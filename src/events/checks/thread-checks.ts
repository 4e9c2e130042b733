import { isJsonObject } from "../json.js";
import {
  isCount,
  isFlag,
  isLineSum,
  isListOf,
  isNullableText,
  isNullish,
  isOptionalText,
  isText,
  isUlid,
  type Members,
} from "./primitive-checks.js";

/** Accepts the data that the schema `ThreadStarted` accepts. */
export function isThreadStarted(data: Members): boolean {
  return (
    isUlid(data.threadId) &&
    isNullableText(data.cwd) &&
    isThreadSource(data.source) &&
    isNullableText(data.memoryMode) &&
    isNullableText(data.title)
  );
}

/** Accepts the data that the schema `ThreadForked` accepts. */
export function isThreadForked(data: Members): boolean {
  return isUlid(data.threadId) && isForkPoint(data.from) && isOptionalText(data.title);
}

/** Accepts the data that the schema `InstructionsSet` accepts. */
export function isInstructionsSet(data: Members): boolean {
  return isText(data.text) && isText(data.hash);
}

/** Accepts the data that the schema `ToolsDeclared` accepts. */
export function isToolsDeclared(data: Members): boolean {
  return isListOf(data.tools, isToolDeclaration) && isText(data.hash);
}

function isThreadSource(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isText(value.dialect) &&
    isNullableText(value.version) &&
    isOptionalText(value.foreignId) &&
    isNullish(value.parent, isParent)
  );
}

function isParent(value: unknown): boolean {
  return isJsonObject(value) && isText(value.threadId);
}

function isForkPoint(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isUlid(value.threadId) &&
    isCount(value.offset) &&
    isUlid(value.id) &&
    isLineSum(value.sum)
  );
}

function isToolDeclaration(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isToolKind(value.kind) &&
    isText(value.name) &&
    isOptionalText(value.description) &&
    isNullish(value.strict, isFlag)
  );
}

function isToolKind(value: unknown): boolean {
  return value === "function" || value === "custom" || value === "foreign";
}
