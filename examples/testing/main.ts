/**
 * Finds a planted bug in an agent's truncation policy: of every thread that can exist, the request
 * that the policy makes has to be one that the API accepts. Explained in docs/testing.md.
 */
import fc from "fast-check";
import { openaiResponses } from "refold/providers";
import { projectPrompt, replayEvents } from "refold";
import { checkResponsesRequest, histories } from "refold/testing";
import { keepNewest, keepNewestWhole } from "./keep-newest.js";

type Policy = <Item extends object>(input: readonly Item[], budgetCharacters: number) => Item[];

const target = { provider: "openai", model: "gpt-5.2" };
const threads = histories({ weights: { reason: 0, images: 0, "foreign-line": 0 }, maxLength: 20 });

/** Whatever fits, the API accepts it. */
function acceptable(policy: Policy) {
  return fc.property(threads, fc.nat(2_000), ({ events }, budgetCharacters) => {
    const { body } = openaiResponses.toRequest(projectPrompt(replayEvents(events), target));
    const input = policy(body.input, budgetCharacters);
    if (input.length === 0) return true; // where nothing fits, nothing is asked
    return checkResponsesRequest({ ...body, input }).length === 0;
  });
}

for (const [name, policy] of [
  ["keepNewest", keepNewest],
  ["keepNewestWhole", keepNewestWhole],
] as const) {
  const { counterexample, numRuns } = fc.check(acceptable(policy), { seed: 1, numRuns: 300 });
  if (counterexample === null) {
    console.log(`${name}: the API accepts every request (${numRuns} threads)`);
  } else {
    const [history, budgetCharacters] = counterexample;
    console.log(`${name}: refused with a budget of ${budgetCharacters} characters`);
    console.log(fc.stringify(history));
  }
}
