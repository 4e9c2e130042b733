import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import type { WalkedEvent } from "../../projections/walk-log.js";
import { refKey } from "../../reducers/item-refs.js";
import { comparePrompts } from "../models/recorded/compare-prompts.js";
import type { RecordedDifference } from "../models/recorded/recorded-difference.js";
import type { FirstDifference } from "./measures.js";
import { requestPoints, type RequestPoint } from "./request-points.js";

/**
 * The first request in which a variant asked its model something else than what the base recorded.
 * The n-th request is held against the n-th; each as its own model would see it, but with the images
 * that the variant's sees. Null: as far as both go, they asked the same.
 */
export async function firstDifference(
  base: AsyncIterable<WalkedEvent>,
  variant: AsyncIterable<WalkedEvent>,
): Promise<FirstDifference | null> {
  const recorded = requestPoints(base);
  let request = 0;
  for await (const asked of requestPoints(variant)) {
    request += 1;
    const was = await recorded.next();
    if (was.done === true) break;
    const difference = differenceOf(was.value, asked, request);
    if (difference !== null) {
      await recorded.return(undefined);
      return difference;
    }
  }
  await recorded.return(undefined);
  return null;
}

function differenceOf(
  was: RequestPoint,
  asked: RequestPoint,
  request: number,
): FirstDifference | null {
  const now = projectPrompt(asked.state, {}, { fragments: asked.fragments });
  const { modalities } = now.target;
  const before = projectPrompt(was.state, { modalities }, { fragments: was.fragments });
  return differenceBetween(before, now, { offset: was.offset, request });
}

/** The same for two prompts that are there. */
export function differenceBetween(
  before: Prompt,
  now: Prompt,
  place: { readonly offset: number; readonly request: number },
): FirstDifference | null {
  const differences = comparePrompts(before, now, place.request);
  const [first, ...others] = differences;
  if (first === undefined) return null;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return { ...place, words: `${wordsFor(first, before, now)}${more}` };
}

function wordsFor({ kind, ref, index }: RecordedDifference, before: Prompt, now: Prompt): string {
  if (kind === "instructions" || kind === "tools") return `other ${kind}`;
  const type = kind === "item-added" ? typeAt(now, index) : typeOf(before, ref);
  const place = ref === null ? "" : ` #${refKey(ref)}`;
  return `${type}${place} ${kind.replace("item-", "")}`;
}

function typeAt({ items }: Prompt, index: number | null): string {
  return plain(index === null ? undefined : items.at(index)?.item.type);
}

function typeOf({ items }: Prompt, ref: RecordedDifference["ref"]): string {
  const key = ref === null ? null : refKey(ref);
  const found = items.toArray().find((one) => one.ref !== null && refKey(one.ref) === key);
  return plain(found?.item.type);
}

function plain(type = "item"): string {
  return type.replaceAll("_", " ");
}
