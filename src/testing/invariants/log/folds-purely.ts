import { HOLDS, type LogInvariant } from "../invariant.js";

export const foldsPurely: LogInvariant = {
  over: "log",
  name: "log/folds-purely",
  sentence: "Folding an event never fails, and changes neither the event nor an older state.",
  source: "docs/architecture.md, law 2",
  remedy: "a defect of a reducer: report it",
  begin: () => ({
    // Events and states are frozen: what changes one throws.
    take: ({ known, thrown }) => {
      if (known === null) return undefined;
      if (thrown === undefined) return HOLDS;
      const words = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : "no error";
      return [
        { place: known.type, message: `folding it threw ${words}; what follows is not checked` },
      ];
    },
  }),
};
