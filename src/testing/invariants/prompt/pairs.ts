import { callKey, mayStandAlone, outputKey } from "../../../projections/prompt/pairing.js";
import type { Finding, PromptInvariant } from "../invariant.js";

export const promptPairs: PromptInvariant = {
  over: "prompt",
  name: "prompt/pairs",
  sentence: "No prompt shows a call without its output, or an output without a call.",
  source: "docs/architecture.md, law 6; docs/semantics.md §8.1-8.2",
  remedy: "a defect of the prompt's projection: report it",
  check: ({ items }) => {
    const calls = new Map<string, number>();
    const outputs = new Map<string, number>();
    const alone = new Map<string, number>(); // outputs that may stand without a call
    for (const { item, ledgerIndex } of items) {
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
