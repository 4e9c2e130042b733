import { continuePrompt } from "../../../projections/prompt/project-prompt.js";
import type { Prompt, PromptItem } from "../../../projections/prompt/prompt.js";
import { isSameJson } from "../../../reducers/same-json.js";
import { HOLDS, type Finding, type PromptInvariant } from "../invariant.js";

export const promptContinues: PromptInvariant = {
  over: "prompt",
  name: "prompt/continues",
  sentence: "Going on from the prompt before gives the prompt that is projected from the start.",
  source: "docs/architecture.md, law 2; docs/projections.md#the-prompt",
  remedy: "a defect of continuePrompt: report it",
  check: (prompt, { state, previous }) => {
    if (previous === null) return undefined;
    const continued = continuePrompt(previous, state);
    const { items, repairs, ...rest } = continued;
    const { items: wholeItems, repairs: wholeRepairs, ...wholeRest } = prompt;
    const found: Finding[] = [];
    const parts = { ...rest, repairs: repairs.toArray() };
    const wholeParts = { ...wholeRest, repairs: wholeRepairs.toArray() };
    for (const [name, value] of Object.entries(parts)) {
      const whole: unknown = Reflect.get(wholeParts, name);
      if (isSameJson(value, whole)) continue;
      found.push({ place: name, message: "it is another when the prompt before is gone on from" });
    }
    const place = firstDifference(items, wholeItems);
    if (place === null) return found.length === 0 ? HOLDS : found;
    return [...found, { place: `items[${place}]`, message: "it is another item" }];
  },
};

function firstDifference(a: Prompt["items"], b: Prompt["items"]): number | null {
  const [left, right] = [a.toArray(), b.toArray()];
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const [one, other] = [left[place], right[place]];
    if (one === undefined || other === undefined || !isSame(one, other)) return place;
  }
  return null;
}

function isSame(a: PromptItem, b: PromptItem): boolean {
  return (
    a.ledgerIndex === b.ledgerIndex &&
    a.inserted === b.inserted &&
    a.countedBytes === b.countedBytes &&
    a.behindEdit === b.behindEdit &&
    a.origin === b.origin &&
    a.failed === b.failed &&
    a.summary === b.summary &&
    (a.ref === b.ref || isSameJson(a.ref, b.ref)) &&
    (a.bounded === b.bounded || isSameJson(a.bounded, b.bounded)) &&
    (a.source === b.source || isSameJson(a.source, b.source)) &&
    (a.item === b.item || isSameJson(a.item, b.item))
  );
}
