import type { Finding } from "../../store/jsonl/checkup/finding.js";
import type { Output } from "../output/output.js";
import type { DeclareCommand } from "../shell.js";
/** `refold doctor`: what is wrong with the store, or with files, and what mends it. */
export declare const declareDoctor: DeclareCommand;
/** A finding: how bad, where, what, and what mends it. */
export declare function findingLines({ severity, path, message, remedy, kind }: Finding, output: Output): readonly string[];
/** How many of each, in words. */
export declare function verdict(findings: readonly Finding[], what: string): string;
