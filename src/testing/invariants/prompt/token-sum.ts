import { tokensOfBytes, tokensOfText } from "../../../events/token-bytes.js";
import { HOLDS, type PromptInvariant } from "../invariant.js";

export const promptTokens: PromptInvariant = {
  over: "prompt",
  name: "prompt/token-sum",
  sentence: "A prompt's tokens are those of its instructions and of each of its items.",
  source: "docs/semantics.md §7.3",
  remedy: "a defect of the prompt's projection: report it",
  check: ({ instructions, items, tokens }) => {
    let sum = tokensOfText(instructions);
    for (const { countedBytes } of items) sum += tokensOfBytes(countedBytes);
    if (sum === tokens) return HOLDS;
    return [{ place: "tokens", message: `the prompt says ${tokens}, its parts have ${sum}` }];
  },
};
