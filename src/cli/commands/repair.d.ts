import type { Repair } from "../../sessions/repair-own.js";
import type { DeclareCommand } from "../shell.js";
/** `refold repair`: a clean copy of a damaged rollout, and what it leaves out. */
export declare const declareRepair: DeclareCommand;
/** What a repair came to, for people: the copy, then every range that it leaves out. */
export declare function repairLines({ form, events, standIns, leftOut }: Omit<Repair, "parts">, { output, sizeBytes }: {
    readonly output: string;
    readonly sizeBytes: number;
}): readonly string[];
