import type { InjectedFragment } from "../../../events/context-injected.js";
import type { Fact } from "../../../events/event.js";
import { factsOf } from "../../../reducers/fold-event.js";
import { HOLDS, type Finding, type LogInvariant } from "../invariant.js";

export const lifetimes: LogInvariant = {
  over: "log",
  name: "log/lifetimes",
  sentence:
    "Context that lives in one request only, or is for clients alone, never enters the ledger.",
  source: "docs/semantics.md §14.2",
  remedy: "give such a fragment to the request (turn.request({fragments})), never record it",
  begin: () => ({
    take: ({ known }) => {
      if (known === null) return undefined;
      let answer: readonly Finding[] | undefined;
      for (const fact of factsOf(known)) {
        const found = misplacedIn(fact);
        if (found !== undefined) answer = [...(answer ?? HOLDS), ...found];
      }
      return answer;
    },
  }),
};

/** @returns undefined: a fact of a type that holds no fragments */
function misplacedIn(fact: Fact): Finding[] | undefined {
  switch (fact.type) {
    case "context.injected":
    case "history.compacted":
      return (fact.data.fragments ?? []).filter(isFleeting).map(inLedger);
    case "request.sent":
      return fact.data.fragments
        .filter(({ lifetime }) => lifetime !== "prompt")
        .map(({ kind, lifetime }) => ({
          place: `fragment ${kind}`,
          message: `its lifetime is ${lifetime}, and it was in one request only`,
        }));
    default:
      return undefined;
  }
}

function isFleeting({ lifetime }: InjectedFragment): boolean {
  return lifetime === "prompt" || lifetime === "client";
}

function inLedger({ kind, lifetime }: InjectedFragment): Finding {
  return { place: `fragment ${kind}`, message: `its lifetime is ${lifetime}, and it was recorded` };
}
