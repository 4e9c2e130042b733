import { isDeepStrictEqual } from "node:util";
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

/** How far ahead the two lists are searched for where they meet again. */
const REACH = 24;

/** Walks both lists: where they part, what lies before they meet again is changed, missing or added. */
function compareItems(
  recorded: readonly PromptItem[],
  asked: readonly PromptItem[],
  request: number,
): readonly RecordedDifference[] {
  const differences: RecordedDifference[] = [];
  let [was, is] = [0, 0];
  while (was < recorded.length || is < asked.length) {
    const { skipped, inserted } = meetingPoint(
      recorded.slice(was, was + REACH),
      asked.slice(is, is + REACH),
    );
    for (let at = 0; at < Math.max(skipped, inserted); at++) {
      const ref = at < skipped ? (recorded[was + at]?.ref ?? null) : null;
      const index = at < inserted ? is + at : null;
      differences.push({ kind: kindOf(at < skipped, at < inserted), request, ref, index });
    }
    const met = isSame(recorded[was + skipped], asked[is + inserted]) ? 1 : 0;
    was += skipped + met;
    is += inserted + met;
  }
  return differences;
}

/** How many items each list has before the first pair of equal ones; the nearest pair counts. */
function meetingPoint(
  recorded: readonly PromptItem[],
  asked: readonly PromptItem[],
): { readonly skipped: number; readonly inserted: number } {
  for (let distance = 0; distance < recorded.length + asked.length; distance++) {
    for (let skipped = 0; skipped <= distance; skipped++) {
      const inserted = distance - skipped;
      if (isSame(recorded[skipped], asked[inserted])) return { skipped, inserted };
    }
  }
  return { skipped: recorded.length, inserted: asked.length };
}

function kindOf(isRecorded: boolean, isAsked: boolean): RecordedDifference["kind"] {
  if (!isRecorded) return "item-added";
  return isAsked ? "item-changed" : "item-missing";
}

function isSame(a: PromptItem | undefined, b: PromptItem | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return isDeepStrictEqual(a.item, b.item) && a.failed === b.failed;
}
