import type { InjectedFragment } from "../../events/context.js";
import type { Fact } from "../../events/event.js";
import { rollbackOf } from "../../events/known-event.js";
import { factsOf, newestVersionOf, versionMadeBy } from "../../reducers/reduce.js";
import { beginsLog } from "../../store/fork-thread.js";
import { askedOfEach, eachEvent, eachKnown, HOLDS } from "./invariant.js";
import type { Answer, Finding, LogInvariant } from "./invariant.js";

export const offsetsContiguous: LogInvariant = {
  over: "log",
  name: "log/offsets-contiguous",
  sentence: "Offsets begin at 0 and each is one more than the one before: one writer made the log.",
  source: "docs/file-format.md#a-line; docs/architecture.md, law 10",
  remedy: "events are missing or repeated: restore the log from a copy",
  begin: eachEvent(({ event: { offset }, previous }) => {
    const expected = previous === null ? 0 : previous.offset + 1;
    if (offset === expected) return HOLDS;
    return [{ place: "offset", message: `${offset} stands where ${expected} is due` }];
  }),
};

export const versionsRise: LogInvariant = {
  over: "log",
  name: "log/versions-rise",
  sentence: "Each rewriting of the ledger makes a version that no other event of the log made.",
  source: "docs/architecture.md, law 1",
  remedy: "write one more than the newest version of the whole log, rolled-back ranges included",
  begin: eachKnown((known, { before }) => {
    if (newestVersionOf(known) === null) return undefined;
    let newest = before.log.historyVersion;
    return askedOfEach(factsOf(known), (fact) => {
      const version = versionMadeBy(fact);
      if (version === null) return undefined;
      const older = newest;
      newest = Math.max(older, version);
      if (version > older) return HOLDS;
      const message = `${fact.type} makes version ${version}, ${older} was made before`;
      return [{ place: "historyVersion", message }];
    });
  }),
};

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
        if (first !== undefined) {
          return [{ place: `id ${id}`, message: `it is that of event ${first} too` }];
        }
        offsets.set(id, offset);
        return HOLDS;
      },
    };
  },
};

export const readable: LogInvariant = {
  over: "log",
  name: "log/readable",
  sentence: "Every byte of a log can be read; what cannot is told with its place, never dropped.",
  source: "docs/architecture.md, law 3",
  remedy: "restore the file from a copy; the rest of the log can be read without it",
  begin: ({ damage }) => ({
    take: () => undefined,
    end: () =>
      damage?.().map(({ line, byte, bytes, offset, reason }) => ({
        place: `line ${line}, byte ${byte}`,
        message: `${reason} (${bytes} bytes set aside${offset === null ? "" : `, before offset ${offset}`})`,
      })),
  }),
};

export const batchesWhole: LogInvariant = {
  over: "log",
  name: "log/batches-whole",
  sentence:
    "A batch is there whole: `left` counts down to its last event or to where a fork left, and the log ends with one.",
  source: "docs/architecture.md, law 3; docs/file-format.md#batches",
  remedy: "the end of a batch is missing: events of it were never acknowledged",
  begin: () => {
    let due = 0;
    return {
      take: ({ event, previous }) => {
        const { left = 0 } = event;
        const expected = due;
        due = left;
        // A fork may leave its parent inside a batch: its own first event ends that.
        if (expected === 0 || left === expected - 1 || beginsLog(event)) return HOLDS;
        const message = `event ${previous?.offset ?? "?"} says ${expected} follow, here ${left} do`;
        return [{ place: "left", message }];
      },
      end: () => {
        const message = `${due} events of the last batch are missing`;
        return due === 0 ? undefined : [{ place: "end of the log", message }];
      },
    };
  },
};

export const forkPoint: LogInvariant = {
  over: "log",
  name: "log/fork-point",
  sentence:
    "A fork begins right after the event of its parent that it names, which is still that event.",
  source: "docs/architecture.md, law 1; docs/file-format.md#forks",
  remedy: "the parent's log was replaced: bring the right one back",
  begin: eachKnown((known, { previous }) => {
    if (known.type !== "thread.forked") return undefined;
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
    return found;
  }),
};

export const rollbacksEarlier: LogInvariant = {
  over: "log",
  name: "log/rollbacks-earlier",
  sentence: "A rollback goes back to an event before it, and never before the thread began.",
  source: "docs/architecture.md, law 1",
  remedy: "whoever wrote the rollback named a wrong offset: write one that counts",
  begin: eachKnown((known) => {
    const to = rollbackOf(known);
    if (to === null) return undefined;
    if (to >= 0 && to < known.offset) return HOLDS;
    return [{ place: "to", message: `event ${known.offset} goes back to ${to}` }];
  }),
};

export const lifetimes: LogInvariant = {
  over: "log",
  name: "log/lifetimes",
  sentence:
    "Context that lives in one request only, or is for clients alone, never enters the ledger.",
  source: "docs/semantics.md §14.2",
  remedy: "give such a fragment to the request (turn.request({fragments})), never record it",
  begin: eachKnown((known) => askedOfEach(factsOf(known), misplacedIn)),
};

function misplacedIn(fact: Fact): Answer {
  switch (fact.type) {
    case "context.injected":
    case "history.compacted":
      return (fact.data.fragments ?? [])
        .filter(({ lifetime }) => lifetime === "prompt" || lifetime === "client")
        .map((fragment) => misplaced(fragment, "it was recorded"));
    case "request.sent":
      return fact.data.fragments
        .filter(({ lifetime }) => lifetime !== "prompt")
        .map((fragment) => misplaced(fragment, "it was in one request only"));
    default:
      return undefined;
  }
}

function misplaced(
  { kind, lifetime }: Pick<InjectedFragment, "kind" | "lifetime">,
  where: string,
): Finding {
  return { place: `fragment ${kind}`, message: `its lifetime is ${lifetime}, and ${where}` };
}

export const declaredOnce: LogInvariant = {
  over: "log",
  name: "log/declared-once",
  sentence: "Base instructions and tools are written only when they change.",
  source: "docs/architecture.md, law 9; docs/file-format.md#event-types",
  remedy: "compare the hash with that of the state before writing them again",
  begin: eachKnown((known, { base: { thread } }) => {
    if (known.type !== "instructions.set" && known.type !== "tools.declared") return undefined;
    const current = known.type === "instructions.set" ? thread?.instructions : thread?.tools;
    if (current?.hash !== known.data.hash) return HOLDS;
    return [{ place: known.type, message: `event ${current.offset} says the same` }];
  }),
};
