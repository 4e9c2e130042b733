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

/** Gathers what one invariant answers. What is still so at the next offset is listed once. */
export class Tally {
  times = 0;
  violations = 0;
  readonly listed: InvariantViolation[] = [];
  readonly #seen = new Set<string>();

  constructor(private readonly of: InvariantFacts) {}

  add(offset: number | null, answer: Answer): void {
    if (answer === undefined) return;
    this.times += 1;
    if (answer.length === 0) return;
    const { name, remedy } = this.of;
    for (const { place, message } of answer) {
      const key = `${place}\n${message}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      this.violations += 1;
      if (this.listed.length < LISTED) {
        this.listed.push({ invariant: name, offset, place, message, remedy });
      }
    }
  }
}

/** Gathers what invariants answer. */
export class ReportDraft {
  readonly #tallies = new Map<InvariantFacts, Tally>();

  constructor(invariants: readonly InvariantFacts[]) {
    for (const invariant of invariants) this.tallyOf(invariant);
  }

  /** Of one invariant, for who adds often. */
  tallyOf(invariant: InvariantFacts): Tally {
    const tally = this.#tallies.get(invariant) ?? new Tally(invariant);
    this.#tallies.set(invariant, tally);
    return tally;
  }

  /** What was not asked for is told of when it does not hold: nothing else could be checked there. */
  add(invariant: InvariantFacts, offset: number | null, answer: Answer): void {
    const isAsked = this.#tallies.has(invariant);
    if (isAsked || (answer?.length ?? 0) > 0) this.tallyOf(invariant).add(offset, answer);
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
