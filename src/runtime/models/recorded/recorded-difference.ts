import { isDeepStrictEqual } from "node:util";
import type { ItemRef } from "../../../events/primitives.js";
import { alignLists } from "../../../projections/align-lists.js";
import type { Prompt, PromptItem } from "../../../projections/prompt/prompt.js";

/** Where a run over a recorded session did not do what was recorded. Never says any content. */
export interface RecordedDifference {
  readonly kind:
    /** The base instructions, or the declared tools, of a request. */
    | "instructions"
    | "tools"
    /** An item of a recorded prompt that the request has in another form, or does not have. */
    | "item-changed"
    | "item-missing"
    /** An item that the recorded prompt does not have. */
    | "item-added"
    /** A request after the session's last answer. */
    | "no-answer-left"
    /** A call with another name or other arguments than the recorded one. */
    | "arguments"
    /** A call that the session does not have. */
    | "call-unknown";
  /** Of the request, from 1; null: it is no request's. */
  readonly request: number | null;
  /** Where the recorded one is; null: there is none. */
  readonly ref: ItemRef | null;
  /** Of the item in the request's prompt, from 0; null: it is not there. */
  readonly index: number | null;
}

/** How a prompt differs from the recorded one: by content, not by where it was recorded. */
export function comparePrompts(
  recorded: Prompt,
  asked: Prompt,
  request: number,
): readonly RecordedDifference[] {
  const settings = (["instructions", "tools"] as const)
    .filter((kind) => !isDeepStrictEqual(recorded[kind], asked[kind]))
    .map((kind) => ({ kind, request, ref: null, index: null }));
  return [...settings, ...compareItems(recorded.items.toArray(), asked.items.toArray(), request)];
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
