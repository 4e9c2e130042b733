import type { ReportDraft } from "./invariant-report.js";
import { type CheckedLog, type Invariant, type LogStep } from "./invariant.js";
/** Makes prompts and bodies at ends of turns, and asks what holds of them. */
export declare class PromptWalk {
    #private;
    constructor(invariants: readonly Invariant[], log: CheckedLog, report: ReportDraft);
    take({ event: { offset }, after: state }: LogStep): Promise<void>;
}
