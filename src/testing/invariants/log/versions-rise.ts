import { factsOf } from "../../../reducers/fold-event.js";
import { versionMadeBy } from "../../../reducers/log.js";
import { HOLDS, type Finding, type LogInvariant } from "../invariant.js";

export const versionsRise: LogInvariant = {
  over: "log",
  name: "log/versions-rise",
  sentence: "Each rewriting of the ledger makes a version that no other event of the log made.",
  source: "docs/architecture.md, law 1",
  remedy: "write one more than the newest version of the whole log, rolled-back ranges included",
  begin: () => ({
    take: ({ known, before }) => {
      if (known === null) return undefined;
      let newest = before.log.historyVersion;
      let asked = false;
      const found: Finding[] = [];
      for (const fact of factsOf(known)) {
        const version = versionMadeBy(fact);
        if (version === null) continue;
        asked = true;
        if (version <= newest) {
          const message = `${fact.type} makes version ${version}, ${newest} was made before`;
          found.push({ place: "historyVersion", message });
        }
        newest = Math.max(newest, version);
      }
      return asked ? (found.length === 0 ? HOLDS : found) : undefined;
    },
  }),
};
