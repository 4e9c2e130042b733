import type { Answer, InvariantFacts } from "./invariant.js";
/** One time that an invariant does not hold. */
export interface InvariantViolation {
    readonly invariant: string;
    /** The event at which it was found; null: it cannot be told. */
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
    readonly turnEnds: {
        readonly checked: number;
        readonly all: number;
    };
}
/** Gathers what invariants answer. What is still so at the next offset is listed once. */
export declare class ReportDraft {
    #private;
    constructor(invariants: readonly InvariantFacts[]);
    add(invariant: InvariantFacts, offset: number | null, answer: Answer): void;
    /** In the order of the log; what has no offset comes first. */
    violations(): readonly InvariantViolation[];
    checks(): readonly InvariantCheck[];
}
