import { HOLDS, type PromptInvariant } from "../invariant.js";

/** Asked wherever something is projected: what is thrown is the answer. */
export const projects: PromptInvariant = {
  over: "prompt",
  name: "prompt/projects",
  sentence: "Every state can be projected, and made a body for every provider, and stays as it is.",
  source: "docs/architecture.md, law 2",
  remedy: "a defect of the projection, or of the item that it names: report it",
  check: () => HOLDS, // being asked at all is the proof: the prompt was made, from a frozen state
};
