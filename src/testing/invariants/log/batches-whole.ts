import { HOLDS, type LogInvariant } from "../invariant.js";

export const batchesWhole: LogInvariant = {
  over: "log",
  name: "log/batches-whole",
  sentence:
    "A batch is there whole: `left` counts down to its last event, and the log ends with one.",
  source: "docs/architecture.md, law 3; docs/file-format.md#batches",
  remedy: "the end of a batch is missing: events of it were never acknowledged",
  begin: () => {
    let due = 0;
    return {
      take: ({ event: { left = 0 }, previous }) => {
        const expected = due;
        due = left;
        if (expected === 0 || left === expected - 1) return HOLDS;
        const message = `event ${previous?.offset ?? "?"} says ${expected} follow, here ${left} do`;
        return [{ place: "left", message }];
      },
      end: () => {
        if (due === 0) return undefined;
        return [
          { place: "end of the log", message: `${due} events of the last batch are missing` },
        ];
      },
    };
  },
};
