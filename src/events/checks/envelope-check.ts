import { isJsonObject } from "../json.js";
import {
  isFlag,
  isListOf,
  isNullish,
  isOptional,
  isOptionalText,
  isPositive,
  isText,
  isTruncationPolicy,
} from "./primitive-checks.js";

/** Accepts what the schema `Envelope` accepts. */
export function isEnvelope(value: unknown): boolean {
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
