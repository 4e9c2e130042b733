import { invalidArgument, type RefoldError } from "../../errors.js";
import { distance } from "fastest-levenshtein";
import {
  blobsKept,
  checkpointsWhole,
  forgettingNamed,
  imagesOnce,
  outputsBounded,
} from "./content-invariants.js";
import type { Invariant } from "./invariant.js";
import {
  batchesWhole,
  declaredOnce,
  forkPoint,
  idsUnique,
  lifetimes,
  offsetsContiguous,
  readable,
  rollbacksEarlier,
  versionsRise,
} from "./log-invariants.js";
import {
  changesNamed,
  projects,
  promptContinues,
  promptPairs,
  promptTokens,
} from "./prompt-invariants.js";
import { PROTOCOL_INVARIANTS } from "./provider-checks.js";
import { foldsPurely, oneDefinition, resumeIsReplay } from "./replay-invariants.js";
import {
  baselineTold,
  countedBytes,
  ledgerOrder,
  ledgerTotals,
  usageParts,
} from "./state-invariants.js";

/** All that is known to hold: the laws in their order, then the rules of the providers' APIs. */
export const INVARIANTS: readonly Invariant[] = [
  rollbacksEarlier,
  versionsRise,
  forkPoint,
  oneDefinition,
  foldsPurely,
  readable,
  batchesWhole,
  outputsBounded,
  forgettingNamed,
  blobsKept,
  checkpointsWhole,
  resumeIsReplay,
  imagesOnce,
  declaredOnce,
  offsetsContiguous,
  idsUnique,
  lifetimes,
  ledgerOrder,
  ledgerTotals,
  countedBytes,
  baselineTold,
  usageParts,
  projects,
  promptPairs,
  changesNamed,
  promptContinues,
  promptTokens,
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
