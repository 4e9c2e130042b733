import { completeCheckpoint } from "../../../reducers/complete-checkpoint.js";
import { factsOf } from "../../../reducers/fold-event.js";
import { isSameJson } from "../../../reducers/same-json.js";
import { HOLDS, type Finding, type LogInvariant } from "../invariant.js";

export const checkpointsWhole: LogInvariant = {
  over: "log",
  name: "log/checkpoints-whole",
  sentence: "What a checkpoint carries of the rest of the state is the state at its place.",
  source: "docs/architecture.md, law 8; docs/file-format.md#event-types",
  remedy: "write checkpoints as completeCheckpoint fills them in; import the session anew",
  begin: () => ({
    take: ({ known, base }) => {
      if (known === null || (known.type !== "history.compacted" && known.derived === undefined)) {
        return undefined;
      }
      const carried = factsOf(known).map(restOf);
      if (carried.every((rest) => rest === undefined)) return undefined;
      const whole = factsOf(completeCheckpoint(known, base)).map(restOf);
      const found: Finding[] = [];
      for (const [index, rest] of carried.entries()) {
        const due = whole[index];
        if (rest === undefined || due === undefined) continue;
        for (const name of PARTS) {
          if (isSameJson(rest[name], due[name])) continue;
          found.push({
            place: `rest.${name}`,
            message: "it is not what the events before it give",
          });
        }
      }
      return found.length === 0 ? HOLDS : found;
    },
  }),
};

const PARTS = ["baseline", "usage", "turns", "thread", "previousCheckpoint"] as const;

function restOf(fact: ReturnType<typeof factsOf>[number]) {
  return fact.type === "history.compacted" ? fact.data.rest : undefined;
}
