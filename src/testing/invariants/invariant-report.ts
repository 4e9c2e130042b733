import type { Answer, InvariantFacts } from "./invariant.js";

/** One time that an invariant does not hold. */
export interface InvariantViolation {
  readonly invariant: string;
  /** The event at which it was found; null: unknown. */
  readonly offset: number | null;
  /** Where, below the offset. */
  readonly place: string;
  readonly message: string;
  readonly remedy: string;
}

/** How often one invariant was asked about. */
export interface InvariantCheck {
  readonly invariant: string;
  readonly times: number;
  /** Violations that were found, those not listed included. */
  readonly violations: number;
}

/** What was checked, and what was found. */
export interface InvariantReport {
  /** In the order of the log; of each invariant the first hundred. */
  readonly violations: readonly InvariantViolation[];
  /** Every invariant that was asked for, whether or not there was anything to ask about. */
  readonly checks: readonly InvariantCheck[];
  readonly events: number;
  /** Ends of turns at which prompts and bodies were looked at, and all there are. */
  readonly turnEnds: { readonly checked: number; readonly all: number };
}

const LISTED = 100;

interface Tally {
  times: number;
  violations: number;
  readonly listed: InvariantViolation[];
  readonly seen: Set<string>;
}

/** Gathers what invariants answer. What is still so at the next offset is listed once. */
export class ReportDraft {
  readonly #tallies = new Map<InvariantFacts, Tally>();

  constructor(invariants: readonly InvariantFacts[]) {
    for (const invariant of invariants) this.#tallies.set(invariant, emptyTally());
  }

  add(invariant: InvariantFacts, offset: number | null, answer: Answer): void {
    if (answer === undefined) return;
    const known = this.#tallies.get(invariant);
    // What was not asked for is told of when it does not hold: nothing else could be checked there.
    if (known === undefined && answer.length === 0) return;
    const tally = known ?? emptyTally();
    this.#tallies.set(invariant, tally);
    tally.times += 1;
    const { name, remedy } = invariant;
    for (const { place, message } of answer) {
      const key = `${place}\n${message}`;
      if (tally.seen.has(key)) continue;
      tally.seen.add(key);
      tally.violations += 1;
      if (tally.listed.length < LISTED) {
        tally.listed.push({ invariant: name, offset, place, message, remedy });
      }
    }
  }

  /** In the order of the log; what has no offset comes first. */
  violations(): readonly InvariantViolation[] {
    const all = [...this.#tallies.values()].flatMap(({ listed }) => listed);
    return all.sort((a, b) => (a.offset ?? -1) - (b.offset ?? -1));
  }

  checks(): readonly InvariantCheck[] {
    return Array.from(this.#tallies, ([{ name }, { times, violations }]) => ({
      ...{ invariant: name, times, violations },
    }));
  }
}

function emptyTally(): Tally {
  return { times: 0, violations: 0, listed: [], seen: new Set() };
}
