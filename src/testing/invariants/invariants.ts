import { invalidArgument, type RefoldError } from "../../errors.js";
import { distance } from "fastest-levenshtein";
import * as content from "./content-invariants.js";
import type { Invariant } from "./invariant.js";
import * as log from "./log-invariants.js";
import * as prompts from "./prompt-invariants.js";
import { PROTOCOL_INVARIANTS } from "./provider-checks.js";
import { requestsRecorded } from "./recorded-requests.js";
import * as replays from "./replay-invariants.js";
import * as states from "./state-invariants.js";

/** All that is known to hold: the laws in their order, then the rules of the providers' APIs. */
export const INVARIANTS: readonly Invariant[] = [
  log.rollbacksEarlier,
  log.versionsRise,
  log.forkPoint,
  replays.oneDefinition,
  replays.foldsPurely,
  log.readable,
  log.batchesWhole,
  content.outputsBounded,
  content.forgettingNamed,
  content.blobsKept,
  content.checkpointsWhole,
  replays.resumeIsReplay,
  content.imagesOnce,
  log.declaredOnce,
  log.offsetsContiguous,
  log.idsUnique,
  log.lifetimes,
  requestsRecorded,
  states.ledgerOrder,
  states.ledgerTotals,
  states.countedBytes,
  states.baselineTold,
  states.usageParts,
  prompts.projects,
  prompts.promptPairs,
  prompts.changesNamed,
  prompts.promptContinues,
  prompts.promptTokens,
  ...PROTOCOL_INVARIANTS,
];

const NEAREST = 3;

/**
 * The invariants of these names, in the order of the built-in ones.
 * @param names whole names, or first parts for all that begin so; absent: all
 * @param own beside the built-in ones
 * @throws {RefoldError} `invalid-argument`: there is none of such a name, or two have the same
 */
export function selectInvariants(
  names: readonly string[] | undefined,
  own: readonly Invariant[] = [],
): readonly Invariant[] {
  const all = [...INVARIANTS, ...own];
  refuseTwins(all);
  if (names === undefined) return all;
  for (const name of names) {
    if (!all.some((invariant) => isNamed(invariant, name))) throw noSuchInvariant(name, all);
  }
  return all.filter((invariant) => names.some((name) => isNamed(invariant, name)));
}

function isNamed(invariant: Invariant, name: string): boolean {
  return invariant.name === name || invariant.name.startsWith(`${name}/`);
}

function refuseTwins(all: readonly Invariant[]): void {
  const names = new Set<string>();
  for (const { name } of all) {
    if (names.has(name)) throw invalidArgument(`there are two invariants ${name}`);
    names.add(name);
  }
}

function noSuchInvariant(name: string, all: readonly Invariant[]): RefoldError<"invalid-argument"> {
  const groups = all.map((invariant) => invariant.name.split("/", 1)[0] ?? "");
  const nearest = [...new Set([...all.map((invariant) => invariant.name), ...groups])]
    .map((known) => ({ known, edits: editsBetween(name, known) }))
    .sort((a, b) => a.edits - b.edits || (a.known < b.known ? -1 : 1))
    .slice(0, NEAREST)
    .map(({ known }) => known);
  return invalidArgument(
    `there is no invariant ${name}`,
    `did you mean ${nearest.join(" or ")}? All of them: refold check --list`,
  );
}

/** The second part alone will often be what was meant. */
function editsBetween(name: string, known: string): number {
  const second = known.slice(known.indexOf("/") + 1);
  return Math.min(distance(name, known), distance(name, second));
}
