import { rollbackOf } from "../../../events/rollback-of.js";
import { HOLDS, type LogInvariant } from "../invariant.js";

export const rollbacksEarlier: LogInvariant = {
  over: "log",
  name: "log/rollbacks-earlier",
  sentence: "A rollback goes back to an event before it, and never before the thread began.",
  source: "docs/architecture.md, law 1",
  remedy: "whoever wrote the rollback named a wrong offset: write one that counts",
  begin: () => ({
    take: ({ known }) => {
      const to = known === null ? null : rollbackOf(known);
      if (known === null || to === null) return undefined;
      if (to >= 0 && to < known.offset) return HOLDS;
      return [{ place: "to", message: `event ${known.offset} goes back to ${to}` }];
    },
  }),
};
