import { HOLDS, type LogInvariant } from "../invariant.js";

export const offsetsContiguous: LogInvariant = {
  over: "log",
  name: "log/offsets-contiguous",
  sentence: "Offsets begin at 0 and each is one more than the one before: one writer made the log.",
  source: "docs/file-format.md#a-line; docs/architecture.md, law 10",
  remedy: "events are missing or stand twice: restore the log from a copy",
  begin: () => ({
    take: ({ event: { offset }, previous }) => {
      const expected = previous === null ? 0 : previous.offset + 1;
      if (offset === expected) return HOLDS;
      return [{ place: "offset", message: `${offset} stands where ${expected} is due` }];
    },
  }),
};
