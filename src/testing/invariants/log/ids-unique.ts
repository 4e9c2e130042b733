import { HOLDS, type LogInvariant } from "../invariant.js";

export const idsUnique: LogInvariant = {
  over: "log",
  name: "log/ids-unique",
  sentence: "No two events of a log have the same id.",
  source: "docs/file-format.md#a-line; docs/architecture.md, law 10",
  remedy: "an event was written twice, or its id was not drawn: restore the log from a copy",
  begin: () => {
    const offsets = new Map<string, number>();
    return {
      take: ({ event: { id, offset } }) => {
        const first = offsets.get(id);
        if (first === undefined) {
          offsets.set(id, offset);
          return HOLDS;
        }
        return [{ place: `id ${id}`, message: `it is that of event ${first} too` }];
      },
    };
  },
};
