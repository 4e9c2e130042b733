import type { Finding } from "../store/jsonl/checkup/finding.js";
import type { Progress } from "./output/progress.js";
interface Diagnosis {
    /** What was looked at, in words. */
    readonly checked: string;
    /** The worst first. */
    readonly findings: readonly Finding[];
}
/** Checks what paths name, or the store, with a bar where it takes long. */
export declare function diagnose(paths: readonly string[], home: string | undefined, progress: Progress): Promise<Diagnosis>;
export {};
