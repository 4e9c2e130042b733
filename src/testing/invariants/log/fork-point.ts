import { HOLDS, type Finding, type LogInvariant } from "../invariant.js";

export const forkPoint: LogInvariant = {
  over: "log",
  name: "log/fork-point",
  sentence:
    "A fork begins right behind the event of its parent that it names, which is still that event.",
  source: "docs/architecture.md, law 1; docs/file-format.md#forks",
  remedy: "the parent's log was replaced: bring the right one back",
  begin: () => ({
    take: ({ known, previous }) => {
      if (known?.type !== "thread.forked") return undefined;
      const { from } = known.data;
      const found: Finding[] = [];
      const differs = (place: string, message: string) => found.push({ place, message });
      if (from.offset !== known.offset - 1) {
        differs("from.offset", `${from.offset} is named, ${known.offset - 1} stands before it`);
      }
      if (previous?.id !== from.id) differs("from.id", "the event there has another id");
      if (previous?.sum !== undefined && previous.sum !== from.sum) {
        differs("from.sum", "the event there has another checksum");
      }
      return found.length === 0 ? HOLDS : found;
    },
  }),
};
