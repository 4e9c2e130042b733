import { tokensOfBytes, tokensOfText } from "../../events/bytes.js";
import { callKey, mayStandAlone, outputKey } from "../../events/pairing.js";
import { continuePrompt } from "../../projections/prompt/project-prompt.js";
import { isSameJson } from "../../reducers/diff-states.js";
import { refKey } from "../../reducers/item-refs.js";
import { type Finding, HOLDS, type PromptInvariant } from "./invariant.js";

/** Asked wherever something is projected: what is thrown is the answer. */
export const projects: PromptInvariant = {
  over: "prompt",
  name: "prompt/projects",
  sentence: "Every state can be projected, and made a body for every provider, and stays as it is.",
  source: "docs/architecture.md, law 2",
  remedy: "a defect of the projection, or of the item that it names: report it",
  check: () => HOLDS, // being asked at all is the proof: the prompt was made, from a frozen state
};

export const promptPairs: PromptInvariant = {
  over: "prompt",
  name: "prompt/pairs",
  sentence: "No prompt shows a call without its output, or an output without a call.",
  source: "docs/architecture.md, law 6; docs/semantics.md §8.1-8.2",
  remedy: "a defect of the prompt's projection: report it",
  check: ({ items }) => {
    const calls = new Map<string, number>();
    const outputs = new Map<string, number>();
    const alone = new Map<string, number>(); // outputs that may be without a call
    for (const { item, ledgerIndex } of items.toArray()) {
      const [call, output] = [callKey(item), outputKey(item)];
      if (call !== null) calls.set(call, ledgerIndex);
      if (output !== null) (mayStandAlone(item) ? alone : outputs).set(output, ledgerIndex);
    }
    return [
      ...missing(calls, new Map([...outputs, ...alone]), "a call without an output"),
      ...missing(outputs, calls, "an output without a call"),
    ];
  },
};

function missing(
  these: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, number>,
  message: string,
): readonly Finding[] {
  const alone = [...these].filter(([key]) => !others.has(key));
  return alone.map(([, place]) => ({ place: `ledger item ${place}`, message }));
}

export const changesNamed: PromptInvariant = {
  over: "prompt",
  name: "prompt/changes-named",
  sentence: "Whatever a prompt adds to the ledger, alters or leaves out stands among its repairs.",
  source: "docs/architecture.md, law 5; docs/semantics.md §8.7",
  remedy: "a defect of the prompt's projection: report it",
  check: (prompt, { state }) => {
    const named = new Set(
      prompt.repairs.toArray().map(({ ref }) => (ref === null ? "" : refKey(ref))),
    );
    const shown = new Set<number>();
    const found: Finding[] = [];
    const { entries } = state.ledger;
    for (const { item, ref, inserted, ledgerIndex } of prompt.items.toArray()) {
      if (!inserted) shown.add(ledgerIndex);
      const isSame = !inserted && entries.at(ledgerIndex)?.item === item;
      if (isSame || ref === null || named.has(refKey(ref))) continue;
      const message = inserted ? "an output was added, unnamed" : "an item was altered, unnamed";
      found.push({ place: `ledger item ${ledgerIndex}`, message });
    }
    for (const [place, { ref }] of entries.toArray().entries()) {
      if (shown.has(place) || named.has(refKey(ref))) continue;
      found.push({ place: `ledger item ${place}`, message: "an item was left out, unnamed" });
    }
    return found;
  },
};

export const promptTokens: PromptInvariant = {
  over: "prompt",
  name: "prompt/token-sum",
  sentence: "A prompt's tokens are those of its instructions and of each of its items.",
  source: "docs/semantics.md §7.3",
  remedy: "a defect of the prompt's projection: report it",
  check: ({ instructions, items, tokens }) => {
    let sum = tokensOfText(instructions);
    for (const { countedBytes } of items.toArray()) sum += tokensOfBytes(countedBytes);
    if (sum === tokens) return HOLDS;
    return [{ place: "tokens", message: `the prompt says ${tokens}, its parts have ${sum}` }];
  },
};

export const promptContinues: PromptInvariant = {
  over: "prompt",
  name: "prompt/continues",
  sentence: "Going on from the prompt before gives the prompt that is projected from the start.",
  source: "docs/architecture.md, law 2; docs/projections.md#the-prompt",
  remedy: "a defect of continuePrompt: report it",
  check: (prompt, { state, previous }) => {
    if (previous === null) return undefined;
    const { items, repairs, ...rest } = continuePrompt(previous, state);
    const { items: wholeItems, repairs: wholeRepairs, ...wholeRest } = prompt;
    const parts = { ...rest, repairs: repairs.toArray() };
    const wholeParts = { ...wholeRest, repairs: wholeRepairs.toArray() };
    const found = Object.entries(parts)
      .filter(([name, value]) => !isSameJson(value, Reflect.get(wholeParts, name)))
      .map(([place]) => ({
        place,
        message: "it is another when the prompt before is gone on from",
      }));
    const place = firstDifference(items.toArray(), wholeItems.toArray());
    return place === -1
      ? found
      : [...found, { place: `items[${place}]`, message: "it is another item" }];
  },
};

/** @returns -1: there is none */
function firstDifference(a: readonly unknown[], b: readonly unknown[]): number {
  const [longer, other] = a.length < b.length ? [b, a] : [a, b];
  return longer.findIndex((one, place) => !isSameJson(one, other[place]));
}
