import { ForwardReplay } from "../../../reducers/forward-replay.js";
import type { LogInvariant } from "../invariant.js";
import { StateComparison } from "../state-comparison.js";

export const oneDefinition: LogInvariant = {
  over: "log",
  name: "log/one-definition",
  sentence:
    "Replaying gives at each offset the state that the definition gives: the event folded onto the " +
    "state before it, or onto the one that it goes back to.",
  source: "docs/architecture.md, law 1",
  remedy: "a defect of replay: report it",
  begin: ({ source }) => {
    const forward = new ForwardReplay(source);
    const comparison = new StateComparison();
    return {
      take: ({ event, known, after, thrown }) => {
        if (thrown !== undefined) return undefined; // log/folds-purely tells of it
        const mayEdit = known === null || !APPENDING.has(known.type) || known.derived !== undefined;
        const reading = forward.take(event);
        if (reading === undefined) return comparison.compare(forward.state, after, mayEdit);
        return reading.then(() => comparison.compare(forward.state, after, mayEdit));
      },
    };
  },
};

/** Types that only add to a ledger. */
const APPENDING: ReadonlySet<string> = new Set(["item.recorded", "context.injected"]);
