import { isDeepStrictEqual } from "node:util";
import { alignLists } from "../../../projections/align-lists.js";
import type { Prompt, PromptItem } from "../../../projections/prompt/prompt.js";
import type { RecordedDifference } from "./recorded-difference.js";

/** How a prompt differs from the recorded one: by content, not by where it was recorded. */
export function comparePrompts(
  recorded: Prompt,
  asked: Prompt,
  request: number,
): readonly RecordedDifference[] {
  return [
    ...settled("instructions", recorded.instructions === asked.instructions, request),
    ...settled("tools", isDeepStrictEqual(recorded.tools, asked.tools), request),
    ...compareItems(recorded.items.toArray(), asked.items.toArray(), request),
  ];
}

function settled(
  kind: "instructions" | "tools",
  isSame: boolean,
  request: number,
): readonly RecordedDifference[] {
  return isSame ? [] : [{ kind, request, ref: null, index: null }];
}

function compareItems(
  recorded: readonly PromptItem[],
  asked: readonly PromptItem[],
  request: number,
): readonly RecordedDifference[] {
  const differences: RecordedDifference[] = [];
  for (const { one, other, isSame: isEqual } of alignLists(recorded, asked, ALIGNMENT)) {
    if (isEqual) continue;
    const ref = one === null ? null : (recorded[one]?.ref ?? null);
    differences.push({ kind: kindOf(one !== null, other !== null), request, ref, index: other });
  }
  return differences;
}

function kindOf(isRecorded: boolean, isAsked: boolean): RecordedDifference["kind"] {
  if (!isRecorded) return "item-added";
  return isAsked ? "item-changed" : "item-missing";
}

function isSame(a: PromptItem, b: PromptItem): boolean {
  return isDeepStrictEqual(a.item, b.item) && a.failed === b.failed;
}

const ALIGNMENT = { isSame, reach: 24 };
